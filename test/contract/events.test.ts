import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { observeStates } from '../../src/app/events/observe-states.ts';
import { create, newSource, preparedDataset } from '../support/catalog.ts';
import { openStream } from '../support/event-stream.ts';
import { failed, field, playExecutor, prepared } from '../support/executor.ts';
import { acceptedRun, compared, newTestedPair, orderFields, submit } from '../support/runs.ts';
import { activateContoso, invite, join, publicUrl, startTestService } from '../support/service.ts';

const path = '/api/v1/events';
let clock = Date.now();
const tick = () => {
  clock += 1;
  return new Date(clock);
};
const service = await startTestService({ after }, { now: tick });
const org = await activateContoso(service);
const { sourceUuid } = await newSource(service, org.owner);
const pair = await newTestedPair(service, { token: org.contributor, sourceUuid, tests: 1 });

async function list(query: string, token = org.reader) {
  const answer = await service.send({ url: `${path}?${query}`, token });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

async function types(query: string): Promise<string[]> {
  const { items } = await list(query);
  return items.map(({ type }: { type: string }) => type.replace('plumbline.', ''));
}

/** A Run of the pair that ends as the test is said to. */
async function runThat(status: 'pass' | 'fail'): Promise<string> {
  const { datasetPairUuid } = pair;
  const scope = { kind: 'dataset_pair', datasetPairUuid };
  const executor = playExecutor(service);
  await executor.claim();
  const { runUuid } = acceptedRun(await submit(service, org.contributor, scope));
  const lease = await executor.take();
  const completion = await executor.complete(lease, compared(lease, [{ status }]));
  assert.equal(completion.statusCode, 200, completion.body);
  return runUuid;
}

/** Somebody was invited after all not. */
async function revokedInvitation(): Promise<string> {
  const { invitationUuid, etag } = await invite(service, org.owner, { role: 'contributor' });
  const revoked = await service.send({
    method: 'DELETE',
    url: `/api/v1/organization-invitations/${invitationUuid}`,
    token: org.owner,
    headers: { 'if-match': etag },
  });
  assert.ok(revoked.statusCode < 300, revoked.body);
  return invitationUuid;
}

describe('what happens is told', () => {
  test('of Runs: submitted, started, finished, and a verdict that is another than before', async () => {
    const first = await runThat('pass');
    assert.deepEqual(await types(`subject=runs/${first}&direction=asc`), [
      'run.submitted',
      'run.started',
      'run.finished',
    ]);
    const second = await runThat('fail');
    const { items } = await list(`subject=runs/${second}&direction=desc&limit=2`);
    const [changed, finished] = items;
    assert.deepEqual(changed, {
      specversion: '1.0',
      id: changed.id,
      source: `${publicUrl}/organizations/${org.organizationUuid}`,
      type: 'plumbline.run.verdict_changed',
      subject: `runs/${second}`,
      time: changed.time,
      datacontenttype: 'application/json',
      sequence: changed.sequence,
      data: {
        runUuid: second,
        name: changed.data.name,
        scope: 'dataset_pair',
        scopeLabel: changed.data.scopeLabel,
        testCount: 1,
        overallStatus: 'fail',
        previousRunUuid: first,
        previousOverallStatus: 'pass',
      },
    });
    assert.equal(finished.type, 'plumbline.run.finished');
    assert.deepEqual(finished.data.counts, { pass: 0, fail: 1, error: 0, noResults: 0 });
    assert.equal(Number(changed.sequence), Number(finished.sequence) + 1);
    const third = await runThat('fail');
    assert.deepEqual(await types(`subject=runs/${third}&direction=desc&limit=1`), ['run.finished']);
  });

  test('of a cancelled Run: that it ended, not that the data changed', async () => {
    const scope = { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid };
    const { runUuid } = acceptedRun(await submit(service, org.contributor, scope));
    assert.equal(
      (await create(service, org.contributor, `runs/${runUuid}:cancel`, undefined)).statusCode,
      200,
    );
    const { items } = await list(`subject=runs/${runUuid}&direction=desc`);
    assert.equal(items[0].data.cancelled, true);
    assert.deepEqual(await types(`subject=runs/${runUuid}&direction=asc`), ['run.submitted', 'run.finished']);
  });

  test('of datasets: a schema that drifted, and a preparation that failed', async () => {
    const { datasetUuid } = await preparedDataset(service, org.contributor, sourceUuid, orderFields);
    const executor = playExecutor(service);
    const again = async (outcome: unknown) => {
      await create(service, org.contributor, `datasets/${datasetUuid}/preparation:retry`, undefined);
      await executor.complete(await executor.take(), outcome);
    };
    await again(prepared(orderFields));
    assert.deepEqual(await types(`subject=datasets/${datasetUuid}`), []);
    await again(prepared([field('id', 'string'), field('total', 'long')]));
    await again(failed('connection_failed'));
    const { items } = await list(`subject=datasets/${datasetUuid}&direction=asc`);
    assert.deepEqual(
      items.map(({ type, data }: { type: string; data: object }) => [type, data]),
      [
        [
          'plumbline.dataset.schema_changed',
          {
            datasetUuid,
            name: items[0].data.name,
            addedFields: ['total'],
            removedFields: ['amount', 'status'],
            changedFields: ['id'],
          },
        ],
        [
          'plumbline.dataset.preparation_failed',
          {
            datasetUuid,
            name: items[0].data.name,
            operationUuid: items[1].data.operationUuid,
            errorCode: 'connection_failed',
          },
        ],
      ],
    );
  });

  test('of members and invitations: ids and roles, no address', async () => {
    const invitationUuid = await revokedInvitation();
    const subject = `organization-invitations/${invitationUuid}`;
    assert.deepEqual(await types(`subject=${subject}&direction=asc`), [
      'invitation.created',
      'invitation.revoked',
    ]);
    const [told] = (await list(`subject=${subject}&direction=asc`)).items;
    const invitation = await service.send({ url: `/api/v1/${subject}`, token: org.owner });
    assert.equal(told.data.expiresAt, invitation.json().expiresAt);
    const { items } = await list(`type=plumbline.member.added&direction=asc`);
    assert.deepEqual(
      items.map(({ data }: { data: { role: string } }) => data.role),
      ['owner', 'contributor', 'reader'],
    );
    const everything = JSON.stringify(await list('limit=100'));
    assert.doesNotMatch(everything, /@/);
  });

  test('of the environment', async () => {
    const recorded = await create(service, org.owner, 'execution-environment', {
      name: 'Production',
      subscriptionId: '00000000-0000-4000-8000-000000000001',
      location: 'westeurope',
    });
    assert.equal(recorded.statusCode, 201, recorded.body);
    const { items } = await list('type=plumbline.environment.state_changed');
    assert.deepEqual(items[0].data, { environmentUuid: recorded.json().environmentUuid, state: 'recorded' });
  });

  test('of executors that fall silent and of a trial that ends, once', async () => {
    await observeStates(service.ctx);
    clock += 120_000;
    await Promise.all([observeStates(service.ctx), observeStates(service.ctx)]);
    await observeStates(service.ctx);
    const executors = await list('type=plumbline.executor.state_changed');
    assert.deepEqual(
      executors.items.map(({ data }: { data: object }) => data),
      [{ state: 'absent' }],
    );
    assert.deepEqual(await types('type=plumbline.entitlement.changed'), []);
  });
});

describe('the list of events', () => {
  test('pages both ways, and goes on behind a number', async () => {
    const all = (await list('limit=100&direction=asc')).items;
    const newest = await list('limit=2');
    assert.deepEqual(newest.items, all.slice(-2).toReversed());
    const next = await list(`limit=2&cursor=${encodeURIComponent(newest.nextCursor)}`);
    assert.deepEqual(next.items, all.slice(-4, -2).toReversed());
    const since = Number(all.at(-3).sequence);
    assert.deepEqual((await list(`direction=asc&since=${since}`)).items, all.slice(-2));
    assert.deepEqual((await list(`since=${Number.MAX_SAFE_INTEGER}`)).items, []);
    const wrong = await service.send({
      url: `${path}?limit=2&direction=asc&cursor=${encodeURIComponent(newest.nextCursor)}`,
      token: org.reader,
    });
    assert.equal(wrong.json().code, 'cursor_invalid');
  });

  test('has numbers without gaps', async () => {
    const { items } = await list('limit=100&direction=asc');
    assert.deepEqual(
      items.map(({ sequence }: { sequence: string }) => Number(sequence)),
      items.map((_: unknown, index: number) => index + 1),
    );
  });

  test('refuses a type that there is not', async () => {
    const answer = await service.send({ url: `${path}?type=plumbline.run.exploded`, token: org.reader });
    assert.equal(answer.statusCode, 422);
  });
});

describe('the stream of events', () => {
  test('carries what happens from now on, and goes on behind the last id', async () => {
    const stream = await openStream(service.port, org.reader);
    assert.equal(stream.statusCode, 200);
    assert.equal(stream.contentType, 'text/event-stream; charset=utf-8');
    const { invitationUuid } = await invite(service, org.owner);
    const first = await stream.next();
    assert.equal(first.event.subject, `organization-invitations/${invitationUuid}`);
    assert.equal(first.id, String(Number(first.event.sequence)));
    stream.close();
    await invite(service, org.owner);
    const missed = await invite(service, org.owner);
    const resumed = await openStream(service.port, org.reader, { lastEventId: first.id ?? '' });
    assert.equal((await resumed.next()).id, String(Number(first.id) + 1));
    assert.equal((await resumed.next()).event.subject, `organization-invitations/${missed.invitationUuid}`);
    resumed.close();
  });

  test('filters by type', async () => {
    const stream = await openStream(service.port, org.reader, {
      query: '?type=plumbline.invitation.revoked',
    });
    await invite(service, org.owner);
    const revoked = await revokedInvitation();
    const { event } = await stream.next();
    assert.deepEqual(
      [event.type, event.subject],
      ['plumbline.invitation.revoked', `organization-invitations/${revoked}`],
    );
    stream.close();
  });

  test('says when events behind the last id are gone', async () => {
    const stream = await openStream(service.port, org.reader, { lastEventId: '999999999' });
    assert.equal((await stream.next()).type, 'gap');
    assert.equal((await stream.next()).id, '1');
    stream.close();
  });

  test('refuses an id that it never gave', async () => {
    const answer = await service.send({
      url: `${path}/stream`,
      token: org.reader,
      headers: { 'last-event-id': 'yesterday' },
    });
    assert.equal(answer.statusCode, 422);
    assert.equal(answer.json().errors[0].header, 'last-event-id');
  });

  test('is bounded for each Organization, and a place is free again when a stream ends', async () => {
    const streams = await Promise.all([1, 2, 3].map(() => openStream(service.port, org.reader)));
    const refused = await service.send({ url: `${path}/stream`, token: org.reader });
    assert.equal(refused.statusCode, 429, refused.body);
    assert.equal(refused.json().code, 'event_streams_exhausted');
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    for (const stream of streams) stream.close();
    for (;;) {
      const answer = await service.send({ url: `${path}/stream`, token: org.reader });
      if (answer.statusCode === 200) break;
    }
  });

  test('ends with the token', async () => {
    const exp = Math.floor(clock / 1000) + 1;
    const token = service.issuer.delegated('rita@contoso.example', { exp });
    const stream = await openStream(service.port, token);
    clock += 2_000;
    await invite(service, org.owner);
    await stream.ended();
  });

  test('ends with the membership, before anything more is told', async () => {
    const nora = service.issuer.delegated('nora@contoso.example');
    const { memberUuid, etag } = await join(service, org.owner, nora, 'reader');
    const stream = await openStream(service.port, nora);
    const removed = await service.send({
      method: 'DELETE',
      url: `/api/v1/organization-members/${memberUuid}`,
      token: org.owner,
      headers: { 'if-match': etag },
    });
    assert.equal(removed.statusCode, 204, removed.body);
    await assert.rejects(stream.next());
    await stream.ended();
  });

  test('ends with the service', async (t) => {
    const other = await startTestService(t);
    const { reader } = await activateContoso(other);
    const stream = await openStream(other.port, reader);
    other.ctx.eventSignal.close();
    await stream.ended();
  });
});

test('a trial that ends is told, once', async () => {
  clock += 15 * 24 * 60 * 60_000;
  await observeStates(service.ctx);
  await observeStates(service.ctx);
  const exp = Math.floor(clock / 1000) + 3600;
  const reader = service.issuer.delegated('rita@contoso.example', { exp });
  const { items } = await list('type=plumbline.entitlement.changed', reader);
  assert.deepEqual(
    items.map(({ data }: { data: object }) => data),
    [{ state: 'expired', previousState: 'trial', planKey: null }],
  );
});
