/** The time and new identities are passed in, so that tests decide them. */
export interface Clock {
  now(): Date;
}

export interface Ids {
  /** A new UUID, version 7: sorted by time of creation. */
  uuid(): string;
}
