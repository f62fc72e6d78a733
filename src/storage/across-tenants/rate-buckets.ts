export interface TakeTokensInput {
  /** Carries no tenant data: a hash, or an application's id. */
  readonly bucketKey: string;
  readonly capacity: number;
  readonly refillPerSecond: number;
  readonly tokens: number;
}

export interface TokensTaken {
  readonly allowed: boolean;
  /** Tokens left after this request. */
  readonly remaining: number;
  /** 0 when allowed; else whole seconds, at least 1, until the same request would pass. */
  readonly retryAfterSeconds: number;
}
