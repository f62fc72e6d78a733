import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { V1Lease } from '../../src/contract/schemas/execution.ts';
import type { PreparedField } from '../../src/domain/catalog/prepared-field.ts';
import { executorToken, type TestAnswer, type TestService } from './service.ts';

export type Lease = Static<typeof V1Lease>;

/** An executor as the service sees one: calls of the protocol with a token of its own. */
export interface ProtocolExecutor {
  readonly executorUuid: string;
  claim(overrides?: Record<string, unknown>): Promise<TestAnswer>;
  /** Claims until there is a lease: whoever asks for work in a test knows that there is some. */
  take(overrides?: Record<string, unknown>): Promise<Lease>;
  heartbeat(lease: Lease, overrides?: Record<string, unknown>): Promise<TestAnswer>;
  report(lease: Lease, body: Record<string, unknown>): Promise<TestAnswer>;
  complete(lease: Lease, outcome: unknown, overrides?: Record<string, unknown>): Promise<TestAnswer>;
}

export function playExecutor(service: TestService, token = executorToken(service)): ProtocolExecutor {
  const executorUuid = randomUUID();
  const post = (url: string, body: unknown) =>
    service.send({ method: 'POST', url: `/api/v1/execution/${url}`, token, body });
  const claim = (overrides: Record<string, unknown> = {}) =>
    post('claims', {
      executorUuid,
      protocolVersions: [1],
      software: 'test/1.0',
      connectors: ['files', 'postgresql', 'mysql'],
      capacity: 1,
      ...overrides,
    });
  const heldBy = ({ fencingNumber }: Lease) => ({ fencingNumber });
  return {
    executorUuid,
    claim,
    async take(overrides) {
      const answer = await claim(overrides);
      const [lease] = answer.json().leases ?? [];
      if (lease === undefined) throw new Error(`There was no work: ${answer.body}`);
      return lease;
    },
    heartbeat: (lease, overrides = {}) =>
      post(`leases/${lease.workUuid}:heartbeat`, { ...heldBy(lease), progress: null, ...overrides }),
    report: (lease, body) => post(`leases/${lease.workUuid}:report`, { ...heldBy(lease), ...body }),
    complete: (lease, outcome, overrides = {}) =>
      post(`leases/${lease.workUuid}:complete`, { ...heldBy(lease), outcome, ...overrides }),
  };
}

export function succeeded(result: unknown): unknown {
  return { status: 'succeeded', result };
}

export function failed(code: string, retryable = false): unknown {
  return { status: 'failed', problem: { code, detail: 'What happened, and what to do.' }, retryable };
}

export function prepared(fields: readonly PreparedField[], rowCount = 100): unknown {
  return succeeded({ kind: 'dataset.prepare', fields, rowCount, notes: [] });
}

/** A field with little to say about itself. */
export function field(
  name: string,
  logicalType: string,
  details: Partial<PreparedField> = {},
): PreparedField {
  return {
    name,
    logicalType,
    nativeType: logicalType.toUpperCase(),
    nullable: true,
    children: null,
    profile: null,
    ...details,
  };
}

/** Lets a lease run out, without the wait. */
export async function expireLease(service: TestService, orgUuid: string, lease: Lease): Promise<void> {
  await service.ctx.storage.withTenant(orgUuid, async (tx) => {
    await tx
      .updateTable('plumbline.work')
      .set({ due_at: new Date(0) })
      .where('work_uuid', '=', lease.workUuid)
      .execute();
  });
}

/** Ends all work that is open, so that the next test of a file finds only its own. */
export async function forgetWork(service: TestService, orgUuid: string): Promise<void> {
  await service.ctx.storage.withTenant(orgUuid, async (tx) => {
    await tx
      .updateTable('plumbline.work')
      .set({ state: 'done', finished_at: new Date() })
      .where('state', 'in', ['queued', 'leased'])
      .execute();
  });
}
