import type { Readable } from 'node:stream';
import type {
  RelayedType,
  Task,
  TaskOutcome,
  TaskProgress,
  TaskReport,
} from '../../domain/execution/protocol.ts';

/** A piece of work that this executor may do, for as long as it shows signs of life. */
export interface Lease {
  readonly workUuid: string;
  /** Grows each time the work is handed out; a stale one changes nothing. */
  readonly fencingNumber: number;
  readonly attempt: number;
  readonly leaseSeconds: number;
  readonly task: Task;
}

export interface ClaimedWork {
  readonly leases: readonly Lease[];
  /** When to ask again if there is room for more. */
  readonly pollAfterSeconds: number;
}

export interface HeartbeatAnswer {
  readonly leaseSeconds: number;
  readonly cancelRequested: boolean;
}

/**
 * The service, as an executor knows it. Each call rejects with `LeaseLost`, `ServiceAway`, `CallRefused` or
 * `VersionRefused`, and with the reason of the signal when that is why it ended.
 */
export interface ExecutionService {
  claim(room: ClaimRoom, signal: AbortSignal): Promise<ClaimedWork>;
  heartbeat(lease: Lease, progress: TaskProgress | null, signal: AbortSignal): Promise<HeartbeatAnswer>;
  report(lease: Lease, sequence: number, report: TaskReport, signal: AbortSignal): Promise<void>;
  complete(lease: Lease, outcome: TaskOutcome, signal: AbortSignal): Promise<void>;
  /** Resolves when the reader at the relay has all of the body, or is gone. */
  relay(to: RelayAddress, relayed: RelayedBody, signal: AbortSignal): Promise<void>;
  /** Which of these folders of the evidence store nothing refers to any more. */
  sweep(folders: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
}

/** Where a reader waits, and which attempt it is that sends. */
export interface RelayAddress {
  readonly relayUuid: string;
  readonly fencingNumber: number;
}

/** What goes to a reader. */
export interface RelayedBody {
  readonly contentType: RelayedType;
  readonly body: Readable;
}

/** How many leases there is room for, and how many of them may be on work that takes long. */
export interface ClaimRoom {
  readonly capacity: number;
  readonly longCapacity: number;
  /** How long to wait for work where there is none. */
  readonly waitSeconds: number;
}

/** The work is over, or another executor's: nothing that this one does about it counts any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** No answer, or one that says to come back later. The same call may succeed without anybody changing anything. */
export class ServiceAway extends Error {
  override readonly name = 'ServiceAway';
  readonly retryAfterSeconds: number | null;

  constructor(message: string, options: { retryAfterSeconds?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** The service answered, and will not take this call as it is: a token that it does not accept, a body out of bounds. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The service speaks no version of the protocol that this executor speaks. */
export class VersionRefused extends Error {
  override readonly name = 'VersionRefused';
}
