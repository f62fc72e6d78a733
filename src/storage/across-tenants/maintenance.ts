export interface PurgeInput {
  /** Idempotency keys claimed before this are deleted. */
  readonly keysBefore: Date;
  /** Work that was done before this is deleted; dead work is kept for a person to see. */
  readonly doneWorkBefore: Date;
  /** The most rows of each kind that one call deletes. */
  readonly limit: number;
}

export interface PurgeResult {
  readonly keys: number;
  readonly doneWork: number;
}
