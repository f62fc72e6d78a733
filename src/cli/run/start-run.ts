import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { V1Run } from '../../contract/schemas/runs.ts';
import { AppError } from '../../domain/app-error.ts';
import { allPages } from './all-pages.ts';
import type { PatientClient } from './patient-client.ts';
import type { RunAction } from './run-call.ts';

export type Run = Static<typeof V1Run>;

/** Long enough for a service that is just starting; a wrong address should not cost minutes. */
export const patience = { patienceMs: 10_000 };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Starts the Run that is asked for, or finds the one that is to be followed. A lost answer starts none twice. */
export async function startRun(service: PatientClient, action: RunAction): Promise<Run> {
  const idempotencyKey = randomUUID();
  switch (action.kind) {
    case 'all':
      return (await service.call('submit_all_runs', { idempotencyKey }, patience)).body;
    case 'pairs': {
      const scope = pairScope(await Promise.all(action.pairs.map((pair) => pairUuidOf(service, pair))));
      const body = { scope, name: action.name };
      return (await service.call('submit_run', { body, idempotencyKey }, patience)).body;
    }
    case 'test': {
      const validationTestUuid = await testUuidOf(service, action.test);
      const body = { scope: { kind: 'validation_test', validationTestUuid }, name: action.name } as const;
      return (await service.call('submit_run', { body, idempotencyKey }, patience)).body;
    }
    case 'retry':
      return (
        await service.call('retry_run', { params: { runUuid: action.runUuid }, idempotencyKey }, patience)
      ).body;
    case 'follow':
      return (await service.call('get_run', { params: { runUuid: action.runUuid } }, patience)).body;
    case 'cancel':
      return cancelRun(service, action.runUuid);
  }
}

export async function cancelRun(service: PatientClient, runUuid: string): Promise<Run> {
  const idempotencyKey = randomUUID();
  return (await service.call('cancel_run', { params: { runUuid }, idempotencyKey }, patience)).body;
}

function pairScope(uuids: readonly string[]) {
  const [only] = uuids;
  return uuids.length === 1 && only !== undefined
    ? ({ kind: 'dataset_pair', datasetPairUuid: only } as const)
    : ({ kind: 'dataset_pairs', datasetPairUuids: [...new Set(uuids)] } as const);
}

/** A pair by its id, or by its name if only one has it. */
async function pairUuidOf(service: PatientClient, pair: string): Promise<string> {
  if (uuid.test(pair)) return pair;
  const pairs = allPages(async (cursor) => {
    const query = { limit: 100, cursor };
    return (await service.call('list_dataset_pairs', { query }, patience)).body;
  });
  const found: string[] = [];
  for await (const { name, datasetPairUuid } of pairs) if (name === pair) found.push(datasetPairUuid);
  return onlyOne('dataset pair', pair, found);
}

/** A test by its id, or by its name if only one has it. */
async function testUuidOf(service: PatientClient, test: string): Promise<string> {
  if (uuid.test(test)) return test;
  const tests = allPages(async (cursor) => {
    const query = { limit: 100, cursor, search: test };
    return (await service.call('list_validation_tests', { query }, patience)).body;
  });
  const found: string[] = [];
  for await (const { name, validationTestUuid } of tests) if (name === test) found.push(validationTestUuid);
  return onlyOne('validation test', test, found);
}

function onlyOne(what: string, name: string, found: readonly string[]): string {
  const [only, ...others] = found;
  if (only === undefined) {
    throw new AppError('not_found', {
      detail: `No ${what} is named ${JSON.stringify(name)}. Check the name.`,
    });
  }
  if (others.length === 0) return only;
  const ids = [only, ...others].slice(0, 5).join(', ');
  throw new AppError('validation_failed', {
    detail: `${found.length} ${what}s are named ${JSON.stringify(name)}: say which by its id (${ids}).`,
  });
}
