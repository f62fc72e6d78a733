import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Operation } from '../../src/contract/operation.ts';
import { activateContoso, startTestService, stranger, type TestAnswer } from '../support/service.ts';
import { type Ids, idsOf, nowhere, requestsWith, withIds } from './id-requests.ts';
import { seedTenant } from './seeded-tenant.ts';
import { StatementRecord } from './statement-record.ts';

const record = new StatementRecord();
const service = await startTestService(
  { after },
  { settings: { mailConfigured: true }, database: (database) => record.over(database) },
);
const { owner } = await activateContoso(service);
const victim = await seedTenant(service.ctx.storage);

interface Asked {
  readonly answers: readonly TestAnswer[];
  /** Of all of them, in their order. */
  readonly statements: readonly string[];
}

async function ask(row: Operation, ids: Ids, token: string): Promise<Asked> {
  record.clear();
  const answers: TestAnswer[] = [];
  for (const request of requestsWith(row, ids)) answers.push(await service.send({ ...request, token }));
  return { answers, statements: record.statements };
}

/** All that a caller can see but what it said itself, the id of the request, and what says when it was. */
function seen({ statusCode, headers, body }: TestAnswer, ids: Ids) {
  const { date, ratelimit, 'x-request-id': requestId, ...rest } = headers;
  const said = Object.values(ids).filter((id) => typeof id === 'string' && id.length === requestId?.length);
  const text = said.reduce((shown, id) => shown.replaceAll(id, 'ID'), body);
  return { statusCode, headers: rest, body: text.replaceAll(String(requestId), 'requestId') };
}

/** What may be answered. */
function statusesOf({ operationId, method, params }: Operation): readonly number[] {
  // That a member cannot be written to is a fault of the body, whoever it is.
  if (operationId === 'create_notification_rule') return [422];
  // A list that is filtered by something that is not there is empty.
  return method === 'GET' && params === undefined ? [200, 404] : [404];
}

for (const row of withIds) {
  test(`${row.operationId} tells nothing of what another Organization has`, async () => {
    const ids = idsOf(row, victim);
    const others = nowhere(ids);
    const asked = { foreign: await ask(row, ids, owner), unknown: await ask(row, others, owner) };
    const foreign = asked.foreign.answers.map((answer) => seen(answer, ids));
    assert.deepEqual(
      foreign,
      asked.unknown.answers.map((answer) => seen(answer, others)),
    );
    // What takes the same statements takes the same time, but for what is in a cache; `npm run proof:authorisation` measures that.
    assert.ok(asked.foreign.statements.length > 0);
    assert.deepEqual(asked.foreign.statements, asked.unknown.statements);
    const expected = statusesOf(row);
    for (const { statusCode, body } of foreign)
      assert.ok(expected.includes(statusCode), `${statusCode} ${body}`);
  });
}

test('the ids exist: whoever they belong to reads every one of them', async () => {
  const { objectId, directoryId } = victim;
  const theirs = service.issuer.delegated({ ...stranger(directoryId), objectId });
  const reads = withIds.filter(({ method, params }) => method === 'GET' && params !== undefined);
  assert.ok(reads.length > 20);
  for (const row of reads) {
    const { answers, statements } = await ask(row, idsOf(row, victim), theirs);
    assert.ok(statements.length > 0);
    for (const { statusCode, body } of answers) {
      assert.notEqual(statusCode, 404, `${row.operationId}: ${body}`);
      assert.notEqual(statusCode, 403, `${row.operationId}: ${body}`);
    }
  }
});
