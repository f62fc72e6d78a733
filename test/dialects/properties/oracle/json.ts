import type { Canonical } from './canonical.ts';
import { readDecimal } from './rational.ts';

/** A JSON document by its meaning, its numbers exact; null for text that is not JSON. */
export function canonicalJson(text: string): Canonical | null {
  try {
    return meaningOf(JSON.parse(text, keepDigits));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The digits as they are written, in place of a double that may not hold them. */
class WrittenNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new WrittenNumber(context?.source ?? String(value)) : value;
}

function meaningOf(value: unknown): Canonical {
  if (value === null) return tagged('null');
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'string') return { kind: 'text', value };
  if (value instanceof WrittenNumber) {
    const number = readDecimal(value.source);
    if (number === null) throw new TypeError(`JSON read ${value.source} as a number.`);
    return { kind: 'exact', value: number };
  }
  if (Array.isArray(value)) return tagged('array', ...value.map(meaningOf));
  const members = Object.entries(value as Record<string, unknown>).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return tagged('object', ...members.map(([name, member]) => tagged(name, meaningOf(member))));
}

function tagged(tag: string, ...parts: readonly Canonical[]): Canonical {
  return { kind: 'parts', parts: [{ kind: 'text', value: tag }, ...parts] };
}
