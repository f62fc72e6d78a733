/** Where the executor's bearer token comes from. */
export interface TokenSource {
  /** A token that is good for the next call; rejects where none can be had. */
  token(): Promise<string>;
  /** The service did not accept the last one: do not hand it out again. */
  forget(): void;
}
