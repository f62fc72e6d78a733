import type { TenantTx } from '../tenant-tx.ts';

export type OperationStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
export type TerminalOperationStatus = 'succeeded' | 'failed' | 'cancelled';

export interface OperationRecord {
  readonly operationUuid: string;
  readonly kind: string;
  readonly status: OperationStatus;
  readonly progressDone: number;
  readonly progressTotal: number | null;
  readonly progressUnit: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly resourcePath: string | null;
  readonly error: unknown | null;
  readonly version: number;
}

export interface NewOperation {
  readonly operationUuid: string;
  readonly kind: string;
  readonly progressTotal?: number | null;
  readonly progressUnit?: string | null;
  readonly resourcePath: string | null;
  readonly createdAt: Date;
}

export declare function insertOperation(tx: TenantTx, input: NewOperation): Promise<OperationRecord>;

export declare function getOperation(
  tx: TenantTx,
  operationUuid: string,
): Promise<OperationRecord | undefined>;

/** Newest first; `after` is the last id of the page before. */
export declare function listOperations(
  tx: TenantTx,
  page: { limit: number; after: string | null; status?: OperationStatus },
): Promise<OperationRecord[]>;

/** To `running`; again for a later attempt, which keeps the first start time. Undefined once terminal. */
export declare function startOperation(
  tx: TenantTx,
  input: { operationUuid: string; at: Date },
): Promise<OperationRecord | undefined>;

/** Undefined unless running. */
export declare function setOperationProgress(
  tx: TenantTx,
  input: { operationUuid: string; done: number; total: number | null; unit: string | null },
): Promise<OperationRecord | undefined>;

/** Terminal exactly once: undefined when it is terminal already. */
export declare function finishOperation(
  tx: TenantTx,
  input: {
    operationUuid: string;
    status: TerminalOperationStatus;
    at: Date;
    /** A problem document, for `failed`. */
    error?: unknown;
    resourcePath?: string;
  },
): Promise<OperationRecord | undefined>;
