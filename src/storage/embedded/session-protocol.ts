/** What the main thread asks of the engine's thread, one at a time, and what it answers. */

/** The caller broke a rule of the session: a defect of ours, reported as TypeError on the calling side. */
export class SessionMisuse extends TypeError {
  override readonly name = 'TypeError';
}

/** `admin` is the superuser; `service` is the service's role, in transactions only. */
export type SessionUser = 'admin' | 'service';

export type SessionRequest =
  | { readonly kind: 'begin'; readonly as: SessionUser }
  | {
      readonly kind: 'query';
      readonly as: SessionUser;
      readonly sql: string;
      readonly parameters: readonly (string | null)[];
    }
  | { readonly kind: 'commit' }
  | { readonly kind: 'rollback' }
  /** Shuts the engine down cleanly; the thread ends after its answer. */
  | { readonly kind: 'close' };

/** Values travel as PostgreSQL's own text; the main thread reads them with the parsers of `pg`. */
export interface RawResult {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affectedRows: number | undefined;
}

/** An error as data: a structured clone would lose the SQLSTATE and the constraint's name. */
export type RawError =
  | { readonly kind: 'database'; readonly message: string; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'misuse'; readonly message: string }
  | { readonly kind: 'defect'; readonly message: string; readonly stack: string | undefined };

export interface NumberedRequest {
  readonly id: number;
  readonly request: SessionRequest;
}

export type EngineMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failedToStart'; readonly message: string; readonly log: readonly string[] }
  /** The engine aborted (a PANIC: the disk is full, an fsync failed). Nothing more can be asked of this thread. */
  | { readonly kind: 'aborted'; readonly message: string }
  | { readonly kind: 'result'; readonly id: number; readonly result: RawResult }
  | { readonly kind: 'error'; readonly id: number; readonly error: RawError };

export interface EngineConfiguration {
  readonly cluster: string;
  readonly serviceRole: string;
}
