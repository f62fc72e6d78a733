import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../domain/clock.ts';
import type { IdentityLog, IdentitySettings } from '../identity-settings.ts';
import type { Account } from './directories.ts';

export interface EmbeddedIdentityOptions {
  /** Where browsers reach the service, without a trailing slash: `http://127.0.0.1:8080`. */
  readonly publicUrl: string;
  /** Keys and sessions are kept in `{dataDir}/identity`. */
  readonly dataDir: string;
  /** What issued tokens carry as `aud`. */
  readonly audience: string;
  readonly clock: Clock;
  readonly log?: IdentityLog;
}

export interface EmbeddedIdentity {
  /**
   * Answers every request under `/identity`. `request.url` must still carry that prefix, and the body must not have
   * been read. In Fastify: methods that it reads no body of, and in the route `reply.hijack()` and then
   * `handler(request.raw, reply.raw)`.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** For `createTokenVerifier`; the keys are read in this process, not fetched. */
  readonly settings: IdentitySettings;
  readonly accounts: readonly Account[];
  close(): void;
}
