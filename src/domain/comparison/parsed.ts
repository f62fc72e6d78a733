/** The outcome of reading a text that a person wrote: the value, or where and why it cannot be read. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: ParseFault };

export interface ParseFault {
  /** Where, counted in code points from 0. */
  readonly position: number;
  readonly detail: string;
}

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function unreadable(position: number, detail: string): { ok: false; fault: ParseFault } {
  return { ok: false, fault: { position, detail } };
}
