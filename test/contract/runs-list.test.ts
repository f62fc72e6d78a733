import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { RunScope, RunStatus } from '../../src/domain/runs/run.ts';
import { countResults, finishRun, insertRun, startRun } from '../../src/storage/queries/runs.ts';
import type { Run } from '../support/runs.ts';
import { activateContoso, startTestService } from '../support/service.ts';
import { newUuid } from '../support/tenants.ts';

const service = await startTestService({ after });
const { reader, organizationUuid: orgUuid } = await activateContoso(service);

interface Seed {
  readonly name: string;
  readonly label?: string;
  readonly scope?: RunScope;
  readonly status?: RunStatus;
  readonly tests?: number;
  readonly received?: number;
  readonly validationTestUuid?: string;
  /** Minutes after the first; a Run that waits has none. */
  readonly submitted: number;
  readonly started?: number;
}

const begin = Date.UTC(2026, 0, 1);
const minute = (minutes: number) => new Date(begin + minutes * 60_000);
const theTest = randomUUID();

/** Made as they would be, in the states that the list is to show. */
const seeds: readonly Seed[] = [
  { name: 'beta', submitted: 0, started: 9, status: 'pass', tests: 3, received: 3 },
  { name: 'Alpha', submitted: 1, started: 2, status: 'fail', tests: 2, received: 2, scope: 'dataset_pair' },
  { name: 'alpha', submitted: 2, started: 3, status: 'error', tests: 9, received: 8, scope: 'dataset_pairs' },
  { name: '100% of_it', submitted: 3, status: 'pending', tests: 4, received: 0, label: 'back\\slash' },
  { name: 'Ähren', submitted: 4, started: 5, status: 'running', tests: 5, received: 1, scope: 'retry' },
  {
    name: '𝄞 single',
    submitted: 5,
    started: 6,
    status: 'pass',
    tests: 1,
    received: 1,
    scope: 'validation_test',
    validationTestUuid: theTest,
  },
  { name: 'ｚ wide', submitted: 6, started: 7, status: 'no_results', tests: 2, received: 0 },
];

const uuids = new Map<string, string>();
await service.ctx.storage.withTenant(orgUuid, async (tx) => {
  for (const seed of seeds) {
    const {
      name,
      label = 'All active tests',
      scope = 'all',
      status = 'pass',
      tests = 1,
      received = 0,
    } = seed;
    const runUuid = newUuid();
    uuids.set(name, runUuid);
    await insertRun(tx, {
      runUuid,
      name,
      scope,
      scopeKey: scope,
      scopeLabel: label,
      testCount: tests,
      functionCode: seed.validationTestUuid === undefined ? null : 'SET_A_IN_B',
      validationTestUuid: seed.validationTestUuid ?? null,
      retryOf: null,
      submittedBy: { kind: 'application', memberUuid: null, applicationId: 'ci', displayName: null },
      submittedAt: minute(seed.submitted),
    });
    if (seed.started !== undefined) await startRun(tx, { runUuid, at: minute(seed.started) });
    const open = status === 'pending' || status === 'running';
    const noResults = open ? 0 : tests - received;
    const rows = { matched: '0', mismatched: '0', missing: '0' };
    await countResults(tx, { runUuid, ended: { pass: received, fail: 0, error: 0, noResults, rows } });
    if (!open) await finishRun(tx, { runUuid, status, at: minute(60), cancelled: false });
  }
});

async function list(query = ''): Promise<{ items: readonly Run[]; nextCursor: string | null }> {
  const answer = await service.send({ url: `/api/v1/runs${query}`, token: reader });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
const names = async (query = '') => (await list(query)).items.map(({ name }) => name);
const search = (text: string) => names(`?sortBy=name&direction=asc&search=${encodeURIComponent(text)}`);

/** By its rule, computed here: lower case, then by bytes of UTF-8; equal ones by id. */
const sortValues: Record<string, (seed: Seed) => string | number> = {
  name: ({ name }) => Buffer.from(name.toLowerCase()).toString('hex'),
  status: ({ status = 'pass' }) => status,
  tests: ({ tests = 1 }) => tests,
  results: ({ received = 0 }) => received,
  startedAt: ({ started, submitted }) => started ?? submitted,
};

function expected(sortBy: string, direction: string, wanted: (seed: Seed) => boolean = () => true): string[] {
  const value = sortValues[sortBy] as (seed: Seed) => string | number;
  const place = (seed: Seed) => [value(seed), uuids.get(seed.name) ?? ''] as const;
  const sign = direction === 'asc' ? 1 : -1;
  return seeds
    .filter(wanted)
    .toSorted((a, b) => {
      const [[va, ua], [vb, ub]] = [place(a), place(b)];
      if (va === vb) return ua < ub ? -sign : sign;
      return va < vb ? -sign : sign;
    })
    .map(({ name }) => name);
}

for (const sortBy of Object.keys(sortValues)) {
  for (const direction of ['asc', 'desc']) {
    test(`by ${sortBy}, ${direction}: in order, and page by page the same`, async () => {
      const query = `?sortBy=${sortBy}&direction=${direction}`;
      assert.deepEqual(await names(query), expected(sortBy, direction));
      for (const filter of [
        '',
        '&overallStatus=pass',
        '&scope=all',
        '&scope=all&overallStatus=pass',
        '&search=a',
      ]) {
        const whole = await names(`${query}${filter}`);
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page = await list(`${query}${filter}&limit=1&cursor=${cursor}`);
          seen.push(...page.items.map(({ name }) => name));
          cursor = page.nextCursor;
        }
        assert.deepEqual(seen, whole, filter);
      }
    });
  }
}

test('the newest start comes first unless told otherwise; one that waits stands at its submission', async () => {
  assert.deepEqual(await names(), expected('startedAt', 'desc'));
});

test('every filter, alone and with the others', async () => {
  for (const status of ['pending', 'running', 'pass', 'fail', 'no_results', 'error'] as const) {
    const wanted = (seed: Seed) => seed.status === status;
    assert.deepEqual(await names(`?overallStatus=${status}`), expected('startedAt', 'desc', wanted));
  }
  for (const scope of ['all', 'dataset_pair', 'dataset_pairs', 'validation_test', 'retry'] as const) {
    const wanted = (seed: Seed) => (seed.scope ?? 'all') === scope;
    assert.deepEqual(await names(`?scope=${scope}`), expected('startedAt', 'desc', wanted));
  }
  const ofTest = `?validationTestUuid=${theTest}`;
  assert.deepEqual(await names(ofTest), ['𝄞 single']);
  assert.deepEqual(await names(`${ofTest}&overallStatus=pass&scope=validation_test&search=SINGLE`), [
    '𝄞 single',
  ]);
  assert.deepEqual(await names(`${ofTest}&overallStatus=fail`), []);
  assert.deepEqual(await names(`?validationTestUuid=${randomUUID()}`), []);
  assert.equal((await names('?search=null&scope=&overallStatus=null&cursor=')).length, seeds.length);
});

test('a search is literal, in any case, on name, scope label, single-test function and id', async () => {
  assert.deepEqual(
    await search('ALPHA'),
    expected('name', 'asc', ({ name }) => /alpha/i.test(name)),
  );
  assert.deepEqual(await search('0% o'), ['100% of_it']);
  assert.deepEqual(await search('%'), ['100% of_it']);
  assert.deepEqual(await search('_'), ['100% of_it', '𝄞 single'], 'a name, and SET_A_IN_B');
  assert.deepEqual(await search('K\\S'), ['100% of_it']);
  assert.deepEqual(await search('a_in_'), ['𝄞 single']);
  assert.deepEqual(await search('äH'), ['Ähren']);
  assert.deepEqual(await search('𝄞'), ['𝄞 single']);
  assert.deepEqual(
    await search('ve test'),
    expected('name', 'asc', ({ label }) => label === undefined),
  );
  assert.deepEqual(await search('it%'), []);
  assert.deepEqual(await search(' alpha'), []);
  const uuid = uuids.get('beta') ?? '';
  assert.deepEqual(await search(uuid.toUpperCase()), ['beta']);
  assert.deepEqual(await search(uuid.slice(5, 30)), ['beta']);
  assert.deepEqual(await search(`beta${uuid.slice(0, 2)}`), [], 'not across two texts');
});

test('a cursor is good only with the filters and order that issued it', async () => {
  const { nextCursor } = await list('?limit=1&sortBy=tests&scope=all&search=a');
  assert.ok(nextCursor);
  const tried = async (query: string) => {
    const url = `/api/v1/runs?${query}&cursor=${nextCursor}`;
    const answer = await service.send({ url, token: reader });
    return answer.statusCode === 200 ? 200 : answer.json().code;
  };
  assert.equal(await tried('limit=2&sortBy=tests&scope=all&search=a'), 200, 'another limit is fine');
  for (const query of [
    'sortBy=tests&scope=all',
    'sortBy=tests&search=a',
    'sortBy=results&scope=all&search=a',
    'sortBy=tests&scope=all&search=a&direction=asc',
    'sortBy=tests&scope=all&search=a&overallStatus=pass',
    `sortBy=tests&scope=all&search=a&validationTestUuid=${theTest}`,
  ]) {
    assert.equal(await tried(query), 'cursor_invalid', query);
  }
});

test('what cannot be asked is told by parameter', async () => {
  for (const [query, parameter] of [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['sortBy=age', 'sortBy'],
    ['direction=up', 'direction'],
    ['overallStatus=done', 'overallStatus'],
    ['scope=everything', 'scope'],
    ['validationTestUuid=1', 'validationTestUuid'],
    [`search=${'x'.repeat(201)}`, 'search'],
  ]) {
    const answer = await service.send({ url: `/api/v1/runs?${query}`, token: reader });
    assert.equal(answer.statusCode, 422, query);
    assert.equal(answer.json().errors[0].parameter, parameter);
  }
});

test('a name of any characters is listed and paged by', async () => {
  const odd = '\u0001'.repeat(200);
  await service.ctx.storage.withTenant(orgUuid, async (tx) => {
    await insertRun(tx, {
      runUuid: newUuid(),
      name: odd,
      scope: 'all',
      scopeKey: 'all',
      scopeLabel: 'x',
      testCount: 1,
      functionCode: null,
      validationTestUuid: null,
      retryOf: null,
      submittedBy: { kind: 'person', memberUuid: null, applicationId: 'x', displayName: null },
      submittedAt: minute(0),
    });
  });
  const { items, nextCursor } = await list('?sortBy=name&direction=asc&limit=1');
  assert.equal(items[0]?.name, odd);
  assert.ok((nextCursor?.length ?? 0) <= 2048);
  assert.equal((await list(`?sortBy=name&direction=asc&limit=1&cursor=${nextCursor}`)).items.length, 1);
});
