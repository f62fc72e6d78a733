import Type from 'typebox';
import { operation } from '../operation.ts';
import { Uuid } from '../schema.ts';
import {
  V1ClaimedWork,
  V1ClaimWork,
  V1Completion,
  V1Heartbeat,
  V1HeartbeatAnswer,
  V1Received,
  V1Report,
} from '../schemas/execution.ts';
import {
  V1EvidenceSweep,
  V1RelayAnswer,
  V1RelayPart,
  V1SweptEvidence,
} from '../schemas/execution-evidence.ts';

const leasePath = Type.Object({ workUuid: Uuid });

const forExecutors = {
  tag: 'Execution',
  minimumRole: 'registeredExecutor',
  tokenSchemes: ['application'],
  dataClassification: 'metadata',
  safety: 'none',
} as const;

const fencing =
  'There is no Idempotency-Key: the fencing number plays that part. A lease that was lost or is of another executor answers 409 `lease_lost`, and nothing is changed.';

export const claimWork = operation({
  operationId: 'claim_work',
  method: 'POST',
  path: '/api/v1/execution/claims',
  summary: 'Claim work',
  description:
    'Hands out leases on work that waits, at most as many as the executor has room for. Only the registered identity of an executor may call it. A claim whose answer is lost costs nothing but time: its leases run out.',
  ...forExecutors,
  sideEffects: ['configurationWrite'],
  body: V1ClaimWork,
  responses: {
    200: { description: 'The leases; none when there is no work.', schema: V1ClaimedWork },
  },
  problems: ['protocol_version_unsupported'],
});

export const heartbeatWork = operation({
  operationId: 'heartbeat_work',
  method: 'POST',
  path: '/api/v1/execution/leases/{workUuid}:heartbeat',
  summary: 'Keep a lease',
  description: `Tells that the work goes on and how far it is, and learns whether it is still wanted. ${fencing}`,
  ...forExecutors,
  sideEffects: ['configurationWrite'],
  params: leasePath,
  body: V1Heartbeat,
  responses: { 200: { description: 'The lease goes on.', schema: V1HeartbeatAnswer } },
  problems: ['lease_lost'],
});

export const reportWork = operation({
  operationId: 'report_work',
  method: 'POST',
  path: '/api/v1/execution/leases/{workUuid}:report',
  summary: 'Report what is known so far',
  description: `Hands over a part of the result before the work is over. ${fencing} A sequence number that was received already changes nothing.`,
  ...forExecutors,
  sideEffects: ['configurationWrite'],
  params: leasePath,
  body: V1Report,
  bodyLimit: 16 * 1024 * 1024,
  responses: { 200: { description: 'The report was received.', schema: V1Received } },
  problems: ['lease_lost'],
});

export const completeWork = operation({
  operationId: 'complete_work',
  method: 'POST',
  path: '/api/v1/execution/leases/{workUuid}:complete',
  summary: 'Complete work',
  description: `Ends the lease with the outcome: the result, a problem, or the work given back. ${fencing} The same outcome sent again is received again.`,
  ...forExecutors,
  sideEffects: ['configurationWrite'],
  params: leasePath,
  body: V1Completion,
  bodyLimit: 16 * 1024 * 1024,
  responses: { 200: { description: 'The outcome was received.', schema: V1Received } },
  problems: ['lease_lost'],
});

export const relayEvidence = operation({
  operationId: 'relay_evidence',
  method: 'POST',
  path: '/api/v1/execution/relays/{relayUuid}:send',
  summary: 'Send evidence to its reader',
  description:
    'Hands a part of the evidence to the reader who waits for it. The answer comes when the reader has taken it, which is what holds a fast executor back. Nothing of it is kept: it goes from one connection to the other. Parts are sent one after the other; one that was received already is received again. Only the executor that holds the lease on the reading may send.',
  ...forExecutors,
  dataClassification: 'evidence',
  sideEffects: ['none'],
  params: Type.Object({ relayUuid: Uuid }),
  query: Type.Object({
    forwarded: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Another replica passes it on, to the one that the reader is connected to.',
      }),
    ),
  }),
  body: V1RelayPart,
  // A part of the largest size as base64, and what is around it.
  bodyLimit: 2 * 1024 * 1024,
  responses: { 200: { description: 'The reader has it, or is gone.', schema: V1RelayAnswer } },
  problems: ['lease_lost'],
});

export const sweepEvidence = operation({
  operationId: 'sweep_evidence',
  method: 'POST',
  path: '/api/v1/execution/evidence:sweep',
  summary: 'Ask which evidence is left over',
  description:
    'Tells which folders of an evidence store nothing refers to any more: those of attempts that were lost, and of evidence that was deleted. The executor deletes them.',
  ...forExecutors,
  sideEffects: ['none'],
  body: V1EvidenceSweep,
  responses: { 200: { description: 'What may be deleted.', schema: V1SweptEvidence } },
  problems: [],
});
