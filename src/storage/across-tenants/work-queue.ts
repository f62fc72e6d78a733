import type { WorkState } from '../queries/work.ts';

export interface ClaimWorkInput {
  readonly kinds: readonly string[];
  /** Names the replica for people who look at the queue. */
  readonly holder: string;
  readonly limit: number;
  readonly leaseSeconds: number;
  /** Only for tests; otherwise the database's clock, so that replicas with different clocks agree on a lease's end. */
  readonly now?: Date;
}

export interface ClaimedWork {
  readonly orgUuid: string;
  readonly workUuid: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly operationUuid: string | null;
  /** Grows with every claim; each write of an outcome must present it. */
  readonly fencingNumber: number;
  /** Beyond `maxAttempts` when the last holder vanished during the last attempt: such work is to be failed, not run. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly leaseExpiresAt: Date;
}

export interface WorkFigure {
  readonly kind: string;
  readonly state: Exclude<WorkState, 'done'>;
  readonly count: number;
  readonly oldestAgeSeconds: number;
}
