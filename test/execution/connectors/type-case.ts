/** A type of a database with its extremes: what it is here, and what its values must be in staging, written by hand. */
export interface TypeCase {
  readonly type: string;
  /** The logical type in its compact text. */
  readonly logical: string;
  readonly values: readonly ValueCase[];
  /** The code of the note that declares a loss. */
  readonly note?: string;
  /** How many of the values the type cannot hold; the column is text then. */
  readonly unreadable?: number;
}

/** How it is put in, as SQL, and how the engine prints it; NULL is tried besides. */
export type ValueCase = readonly [sql: string, staged: string];
