import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { prepareEnvironment } from '../../src/app/environment/prepare-environment.ts';
import { verifyEnvironment } from '../../src/app/environment/verify-environment.ts';
import { settings } from '../../src/cli/configuration/settings.ts';
import { shellCommand } from '../../src/domain/environment/installer-command.ts';
import { applicationObjectId } from '../../src/providers/identity/embedded/token-claims.ts';
import { startTestWorker } from '../support/background.ts';
import { create, newSource } from '../support/catalog.ts';
import { playExecutor, succeeded } from '../support/executor.ts';
import { activateContoso, startTestService } from '../support/service.ts';
import { knownDirectory } from '../support/tokens.ts';

let now = new Date('2026-03-02T12:00:00Z');
const service = await startTestService({ after }, { now: () => now });
const { owner, reader, contributor } = await activateContoso(service);
const { worker, events } = await startTestWorker(
  service.ctx.storage,
  [prepareEnvironment(service.ctx), verifyEnvironment(service.ctx)],
  { clock: service.ctx.clock, pollMs: 50 },
);
after(() => worker.drain(0));

const url = '/api/v1/execution-environment';
const body = {
  name: "Sales 'EU' [prod]",
  subscriptionId: 'b2f7a0c4-5d1e-4c83-9a57-0f6d3e8c1b24',
  location: 'westeurope',
};
const application = { name: 'environment-executor', directory: knownDirectory('contoso') };
const executorObjectId = applicationObjectId(application);
const executor = playExecutor(service, service.issuer.application({ name: application.name, roles: [] }));

const read = async (token = reader) => service.send({ url, token });
const provision = (objectId: string, key: string = randomUUID()) =>
  create(service, owner, 'execution-environment:provision', { executorObjectId: objectId }, key);
const retire = async () =>
  service.send({ method: 'DELETE', url, token: owner, headers: { 'if-match': (await read()).json().etag } });

/** The executors that are told to be there for the Organization, with the kinds that each can reach. */
async function executorsThere(): Promise<readonly string[][]> {
  const { items } = (await service.send({ url: '/api/v1/executors', token: reader })).json();
  return items.map(({ connectors }: { connectors: string[] }) => connectors);
}

/** Resolves once the environment is in the state; a background worker brings it there. */
async function stateIs(state: string): Promise<void> {
  for (let seen = events.seen.length; (await read()).json().state !== state; seen += 1) {
    await events.count(seen + 1);
  }
}

test('an environment is recorded, prepared, deployed, provisioned, used and retired', async () => {
  assert.equal((await read()).statusCode, 404);
  const key = randomUUID();
  const created = await create(service, owner, 'execution-environment', body, key);
  assert.equal(created.statusCode, 201, created.body);
  assert.equal(created.headers.location, `http://plumbline.test${url}`);
  assert.equal(created.headers['idempotency-replayed'], 'false');
  const environment = created.json();
  assert.equal(environment.state, 'recorded');
  assert.equal(environment.latestProvisioningOperation.status, 'queued');
  assert.equal(environment.registeredIdentity, null);
  const replay = await create(service, owner, 'execution-environment', body, key);
  assert.equal(replay.statusCode, 201);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  const second = await create(service, owner, 'execution-environment', body);
  assert.deepEqual([second.statusCode, second.json().code], [409, 'environment_exists']);

  await stateIs('awaitingDeployment');
  const awaiting = await read();
  assert.equal(awaiting.headers['retry-after'], undefined);
  assert.notEqual(awaiting.headers.etag, environment.etag);

  // One beside the service does the work until the environment is ready.
  assert.deepEqual(await executorsThere(), []);
  await playExecutor(service).claim({ connectors: ['files', 'mysql'] });
  assert.deepEqual(await executorsThere(), [['files', 'mysql']]);

  // Before it is registered, the identity is nobody.
  assert.equal((await executor.claim()).json().code, 'executor_not_registered');
  const provisioned = randomUUID();
  const accepted = await provision(executorObjectId.toUpperCase(), provisioned);
  assert.equal(accepted.statusCode, 202, accepted.body);
  assert.equal(accepted.headers['retry-after'], '5');
  const waiting = await read();
  assert.equal(waiting.json().state, 'provisioning');
  assert.equal(waiting.headers['retry-after'], '5');
  assert.equal((await provision(executorObjectId)).json().code, 'operation_in_progress');

  // Calls are noted, and nothing is handed out before the environment is ready.
  const source = await newSource(service, owner);
  const test = `discovery-sources/${source.sourceUuid}:test`;
  assert.equal((await create(service, owner, test, undefined)).statusCode, 202);
  assert.deepEqual((await executor.claim()).json().leases, []);
  now = new Date(now.getTime() + 5_000);
  await stateIs('ready');
  const ready = (await read()).json();
  assert.equal(ready.latestProvisioningOperation.status, 'succeeded');
  assert.deepEqual(ready.registeredIdentity, {
    directoryId: application.directory.directoryId,
    objectId: executorObjectId,
  });
  const ended = await provision(executorObjectId.toUpperCase(), provisioned);
  assert.deepEqual([ended.statusCode, ended.headers['idempotency-replayed']], [200, 'true']);
  assert.equal((await provision(executorObjectId)).json().code, 'environment_not_provisionable');

  // From now on the work is the environment's, and nobody else's.
  await executor.claim({ connectors: ['trino'] });
  assert.deepEqual(await executorsThere(), [['trino']]);
  assert.deepEqual((await playExecutor(service).claim()).json().leases, []);
  const lease = await executor.take();
  const outcome = succeeded({ kind: 'source.test', message: 'Reached.', serverVersion: null });
  assert.equal((await executor.complete(lease, outcome)).statusCode, 200);

  assert.equal((await retire()).statusCode, 204);
  assert.equal((await read()).statusCode, 404);
  assert.equal((await executor.claim()).json().code, 'executor_not_registered');
  assert.equal((await create(service, owner, test, undefined)).statusCode, 202);
  await playExecutor(service).take();
});

test('an environment whose executor is silent fails with a reason, and can be provisioned again', async () => {
  await create(service, owner, 'execution-environment', body);
  await stateIs('awaitingDeployment');
  await provision(randomUUID());
  now = new Date(now.getTime() + 16 * 60_000);
  await stateIs('failed');
  const { error, status } = (await read()).json().latestProvisioningOperation;
  assert.deepEqual([status, error.code], ['failed', 'environment_silent']);
  assert.match(error.detail, /plumbline-executor-/);
  const again = await provision(executorObjectId);
  assert.equal(again.statusCode, 202);
  await executor.claim();
  now = new Date(now.getTime() + 5_000);
  await stateIs('ready');
  await retire();
});

test('retiring one that is being provisioned cancels its operation', async () => {
  await create(service, owner, 'execution-environment', body);
  await stateIs('awaitingDeployment');
  const { operationUuid } = (await provision(randomUUID())).json();
  const stale = await service.send({ method: 'DELETE', url, token: owner, headers: { 'if-match': '"x"' } });
  assert.equal(stale.statusCode, 412);
  while ((await retire()).statusCode !== 204);
  const operation = await service.send({ url: `/api/v1/operations/${operationUuid}`, token: reader });
  assert.equal(operation.json().status, 'cancelled');
});

test('the installer is served to the portal, for a while, and to nobody who guesses', async () => {
  const group = randomUUID();
  const created = await create(service, owner, 'execution-environment', {
    ...body,
    browserReaderGroupId: group,
  });
  await stateIs('awaitingDeployment');
  const { installer } = created.json();
  const { pathname } = new URL(installer.templateUrl);
  const template = await service.send({ url: pathname });
  assert.equal(template.statusCode, 200);
  assert.equal(template.headers['access-control-allow-origin'], 'https://portal.azure.com');
  assert.ok(template.body.includes(group));
  const preflight = await service.send({ method: 'OPTIONS', url: pathname });
  assert.equal(preflight.statusCode, 204);
  assert.equal(
    installer.deploymentUrl,
    `https://portal.azure.com/#create/Microsoft.Template/uri/${encodeURIComponent(installer.templateUrl)}`,
  );
  assert.deepEqual(wordsOf(installer.command), [
    ...['az', 'deployment', 'sub', 'create', '--name', installer.resourceNames.deployment],
    ...['--subscription', body.subscriptionId, '--location', body.location],
    ...['--template-uri', installer.templateUrl, '--query', 'properties.outputs'],
  ]);
  const names = [...template.body.matchAll(/"name": "((?:PLUMBLINE|OTEL)_\w+)"/g)].map(([, name]) => name);
  assert.ok(names.length >= 4);
  for (const name of names) assert.ok(name !== undefined && name in settings, `${name} is a setting`);

  const [, , token = ''] = pathname.split('/');
  const last = token.at(-1) === 'A' ? 'B' : 'A';
  for (const wrong of [`${token.slice(0, -1)}${last}`, token.slice(4), `${token}A`, 'x']) {
    assert.equal((await service.send({ url: `/installers/${wrong}/template.json` })).statusCode, 404, wrong);
  }
  const before = now;
  now = new Date(Date.parse(installer.expiresAt));
  assert.equal((await service.send({ url: pathname })).statusCode, 404);
  now = before;
  await retire();
  assert.equal((await service.send({ url: pathname })).statusCode, 404);
});

test('what cannot be so is refused with its place', async () => {
  const cases: [change: Record<string, unknown>, pointer: string][] = [
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(256) }, '/name'],
    [{ subscriptionId: 'mine' }, '/subscriptionId'],
    [{ location: 'West Europe' }, '/location'],
    [{ location: 'w' }, '/location'],
    [{ browserReaderGroupId: 'readers' }, '/browserReaderGroupId'],
    [{ extra: 1 }, '/extra'],
  ];
  for (const [change, pointer] of cases) {
    const answer = await create(service, owner, 'execution-environment', { ...body, ...change });
    assert.equal(answer.statusCode, 422, answer.body);
    assert.equal(answer.json().errors[0].pointer, pointer);
  }
  assert.equal((await create(service, contributor, 'execution-environment', body)).statusCode, 403);
  assert.equal((await provision(executorObjectId)).statusCode, 404);
});

test("an executor that serves everybody cannot become one Organization's", async () => {
  await create(service, owner, 'execution-environment', body);
  await stateIs('awaitingDeployment');
  const [shared] = service.ctx.settings.executorIdentities;
  const answer = await provision(shared?.objectId ?? '');
  assert.equal(answer.json().errors[0].code, 'identity_shared');
  await retire();
});

/** What a shell makes of a command line. */
function wordsOf(command: string): string[] {
  const script = `az() { printf '%s\\0' az "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a shell reads a command as its words, whatever is in them', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((word) => !word.includes('\0'));
  const hostile = fc.constantFrom("'; rm -rf /", '$(id)', '`id`', '\\', '"', '\n', '-', '*', '~', '!1');
  fc.assert(
    fc.property(fc.array(fc.oneof(text, hostile), { maxLength: 6 }), (words) => {
      assert.deepEqual(wordsOf(shellCommand(['az', ...words])), ['az', ...words]);
    }),
    { numRuns: 50 },
  );
});
