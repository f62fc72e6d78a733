import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { after, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deliverEvent } from '../../src/app/webhooks/deliver-event.ts';
import { createPoster } from '../../src/composition/poster.ts';
import { readOutboundPolicy } from '../../src/connectors/outbound/outbound-policy.ts';
import { AppError } from '../../src/domain/app-error.ts';
import { startTestWorker } from '../support/background.ts';
import { create } from '../support/catalog.ts';
import { type Asked, startLocalServer, type Told } from '../support/local-server.ts';
import { activateContoso, invite, startTestService } from '../support/service.ts';

/** What a name means; a test changes it between two looks. */
const names = new Map<string, string>();
const poster = createPoster({
  listed: readOutboundPolicy(['127.0.0.1']),
  lookup: async (name) => {
    const address = names.get(name);
    if (address === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
    return [{ address }];
  },
  timeoutMs: 500,
  authorities: undefined,
});
const service = await startTestService({ after }, { poster });
const { owner, contributor } = await activateContoso(service);
const { worker, events } = await startTestWorker(service.ctx.storage, [deliverEvent(service.ctx)]);
after(() => worker.drain(1_000));

/** What the receiver answers next. */
let answer: (asked: Asked) => Told | Promise<Told> = () => ({ status: 204 });
const receiver = await startLocalServer({ after }, (asked) => answer(asked));
const url = `${receiver.origin}/hook`;
const created = 'plumbline.invitation.created';

async function newWebhook(details: object = {}) {
  const sent = await create(service, owner, 'webhooks', {
    name: 'Bot',
    url,
    eventTypes: [created],
    ...details,
  });
  assert.equal(sent.statusCode, 201, sent.body);
  return sent.json();
}

async function change(method: string, path: string, etag: string, body?: unknown) {
  const headers = { 'if-match': etag };
  return service.send({ method, url: `/api/v1/webhooks/${path}`, token: owner, headers, body });
}

const read = async (path: string) =>
  (await service.send({ url: `/api/v1/webhooks${path}`, token: owner })).json();
const deliveriesOf = async ({ webhookUuid }: { webhookUuid: string }) =>
  (await read(`/${webhookUuid}/deliveries`)).items;

async function remove({ webhookUuid }: { webhookUuid: string }) {
  const { etag } = await read(`/${webhookUuid}`);
  assert.equal((await change('DELETE', webhookUuid, etag)).statusCode, 204);
}

/** Somebody is invited, and the worker has had its try at telling of it. */
async function tell(): Promise<string> {
  const before = events.seen.length;
  const { invitationUuid } = await invite(service, owner);
  await events.count(before + 1);
  return `organization-invitations/${invitationUuid}`;
}

describe('a webhook', () => {
  test('is created with a secret that is shown once, listed, changed and deleted', async () => {
    const key = randomUUID();
    const body = { name: 'Bot', url, eventTypes: [created] };
    const webhook = (await create(service, owner, 'webhooks', body, key)).json();
    assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...shown } = webhook;
    assert.deepEqual(shown, {
      webhookUuid: webhook.webhookUuid,
      ...body,
      state: 'active',
      previousSecretUntil: null,
      createdAt: webhook.createdAt,
      etag: webhook.etag,
    });
    const replay = (await create(service, owner, 'webhooks', body, key)).json();
    assert.deepEqual(replay, { ...shown, secret: null });
    assert.deepEqual((await read('')).items, [shown]);
    const path = webhook.webhookUuid;
    const moved = (await change('PATCH', path, webhook.etag, { name: 'Other', state: 'disabled' })).json();
    assert.deepEqual([moved.name, moved.state, moved.url], ['Other', 'disabled', url]);
    assert.equal((await change('PATCH', path, webhook.etag, { name: 'x' })).statusCode, 412);
    const test = await create(service, owner, `webhooks/${path}:test`, undefined);
    assert.equal(test.json().code, 'webhook_disabled');
    assert.equal((await change('DELETE', path, moved.etag)).statusCode, 204);
    assert.equal((await read(`/${path}`)).code, 'not_found');
  });

  test('is for Owners', async () => {
    const refused = await create(service, contributor, 'webhooks', { name: 'x', url });
    assert.equal(refused.json().code, 'role_insufficient');
  });
});

describe('an address is refused when it is registered', () => {
  names.set('inside.example', '10.0.0.7');
  names.set('metadata.example', '169.254.169.254');
  names.set('self.example', '::1');
  names.set('plain.example', '93.184.216.34');
  const refused: readonly (readonly [string, string])[] = [
    ['of a private network', 'https://10.0.0.7/hook'],
    ['of this machine, over IPv6', 'https://[::1]/hook'],
    ['of this machine, as a number', 'https://2130706434/hook'],
    ['of the metadata service', 'http://169.254.169.254/latest/meta-data'],
    ['link-local', 'https://169.254.7.7/hook'],
    ['by a name that means a private one', 'https://inside.example/hook'],
    ['by a name that means the metadata service', 'https://metadata.example/hook'],
    ['by a name that means this machine', 'https://self.example/hook'],
    ['by a name that nobody knows', 'https://nowhere.example/hook'],
    ['without TLS', 'http://plain.example/hook'],
    ['of another kind', 'ftp://plain.example/hook'],
    ['with a password', 'https://user:secret@plain.example/hook'],
    ['that is none', 'hook'],
  ];
  for (const [what, address] of refused) {
    test(what, async () => {
      const sent = await create(service, owner, 'webhooks', { name: 'x', url: address });
      assert.equal(sent.statusCode, 422, sent.body);
      assert.equal(sent.json().code, 'webhook_address_refused');
      assert.equal(sent.json().errors[0].pointer, '/url');
    });
  }

  test('or changed', async () => {
    const webhook = await newWebhook();
    const moved = await change('PATCH', webhook.webhookUuid, webhook.etag, { url: 'https://10.0.0.7/hook' });
    assert.equal(moved.json().code, 'webhook_address_refused');
    await remove(webhook);
  });
});

describe('an event is delivered', () => {
  test('signed, as a CloudEvent, to those that chose its type', async () => {
    answer = () => ({ status: 204 });
    const webhook = await newWebhook();
    const other = await newWebhook({ eventTypes: ['plumbline.run.finished'] });
    const before = receiver.asked.length;
    const subject = await tell();
    assert.equal(receiver.asked.length, before + 1);
    const sent = receiver.asked.at(-1);
    assert.ok(sent);
    const event = new Webhook(webhook.secret).verify(sent.body, sent.headers as Record<string, string>);
    const { subject: told, type, id } = event as { subject: string; type: string; id: string };
    assert.deepEqual([told, type, id], [subject, created, sent.headers['webhook-id']]);
    assert.equal(sent.headers['content-type'], 'application/cloudevents+json; charset=utf-8');
    const [delivery] = await deliveriesOf(webhook);
    assert.deepEqual(delivery, {
      deliveryUuid: delivery.deliveryUuid,
      webhookUuid: webhook.webhookUuid,
      eventId: id,
      eventType: created,
      eventSubject: subject,
      state: 'delivered',
      attempts: [
        {
          at: delivery.attempts[0].at,
          status: 204,
          failure: null,
          durationMs: delivery.attempts[0].durationMs,
        },
      ],
      createdAt: delivery.createdAt,
      finishedAt: delivery.finishedAt,
    });
    assert.deepEqual(await deliveriesOf(other), []);
    await remove(webhook);
    await remove(other);
  });

  test('with both secrets for a day after a rotation', async () => {
    answer = () => ({ status: 200 });
    const webhook = await newWebhook();
    const rotated = (await change('POST', `${webhook.webhookUuid}:rotate-secret`, webhook.etag)).json();
    assert.notEqual(rotated.secret, webhook.secret);
    const verified = (secret: string) => {
      const sent = receiver.asked.at(-1);
      const headers = { ...sent?.headers } as Record<string, string>;
      // The library refuses messages of another day; how long a secret holds is in question, not that.
      const check = new Webhook(secret).sign(
        headers['webhook-id'] ?? '',
        new Date(Number(headers['webhook-timestamp']) * 1000),
        sent?.body ?? '',
      );
      return headers['webhook-signature']?.split(' ').includes(check) ?? false;
    };
    await tell();
    assert.deepEqual([verified(webhook.secret), verified(rotated.secret)], [true, true]);
    await remove(webhook);
  });

  test('as a test, and once more by hand, with the same id', async () => {
    answer = () => ({ status: 200 });
    const webhook = await newWebhook();
    const before = events.seen.length;
    const queued = await create(service, owner, `webhooks/${webhook.webhookUuid}:test`, undefined);
    assert.equal(queued.statusCode, 201, queued.body);
    assert.equal(queued.json().eventType, 'plumbline.webhook.test');
    await events.count(before + 1);
    const path = `webhooks/${webhook.webhookUuid}/deliveries/${queued.json().deliveryUuid}:redeliver`;
    const again = await create(service, owner, path, undefined);
    await events.count(before + 2);
    assert.equal(again.json().eventId, queued.json().eventId);
    assert.equal(receiver.asked.at(-1)?.headers['webhook-id'], receiver.asked.at(-2)?.headers['webhook-id']);
    assert.deepEqual(
      (await deliveriesOf(webhook)).map(({ state }: { state: string }) => state),
      ['delivered', 'delivered'],
    );
    await remove(webhook);
  });
});

describe('a receiver', () => {
  const failing = async (details: object = {}) => {
    const webhook = await newWebhook(details);
    await tell();
    const [{ state, attempts }] = await deliveriesOf(webhook);
    assert.equal(attempts.length, 1);
    const { etag } = await read(`/${webhook.webhookUuid}`);
    await change('DELETE', webhook.webhookUuid, etag);
    return [state, attempts[0].status, attempts[0].failure];
  };

  test('that answers with an error is tried again later', async () => {
    answer = () => ({ status: 500 });
    assert.deepEqual(await failing(), ['pending', 500, 'status']);
    const [work] = events.seen.slice(-1);
    assert.equal(work?.outcome, 'requeued');
  });

  test('that says when to come back is left alone until then', async () => {
    answer = () => ({ status: 429, headers: { 'retry-after': '120' } });
    assert.deepEqual(await failing(), ['pending', 429, 'status']);
    const [work] = events.seen.slice(-1);
    assert.ok(work?.outcome === 'requeued' && work.error instanceof AppError);
    assert.equal(work.error.params.retryAfterSeconds, 120);
  });

  test('that leads elsewhere is not followed', async () => {
    const before = receiver.asked.length;
    answer = () => ({ status: 307, headers: { location: `${receiver.origin}/elsewhere` } });
    assert.deepEqual(await failing(), ['pending', 307, 'redirected']);
    assert.equal(receiver.asked.length, before + 1);
  });

  test('that takes too long is given up for now', async () => {
    const released = Promise.withResolvers<Told>();
    answer = () => released.promise;
    assert.deepEqual(await failing(), ['pending', null, 'timeout']);
    released.resolve({});
  });

  test('that is down', async () => {
    const closed = await freePort();
    assert.deepEqual(await failing({ url: `http://127.0.0.1:${closed}/` }), ['pending', null, 'unreachable']);
  });

  test('that speaks no HTTP', async (t) => {
    const port = await nonsense(t);
    assert.deepEqual(await failing({ url: `http://127.0.0.1:${port}/` }), ['pending', null, 'unreachable']);
  });

  test('that never takes it is given up with the last try, and nobody has to clean up', async () => {
    answer = () => ({ status: 503 });
    const webhook = await newWebhook();
    await tell();
    const [{ deliveryUuid }] = await deliveriesOf(webhook);
    const [{ work } = assert.fail('It was tried.')] = events.seen.slice(-1);
    const lastTry = { ...work, attempt: work.maxAttempts };
    const outcome = await deliverEvent(service.ctx).run(lastTry, { signal: AbortSignal.timeout(60_000) });
    await service.ctx.storage.withTenant(work.orgUuid, (tx) => outcome.write(tx));
    const [delivery] = await deliveriesOf(webhook);
    assert.deepEqual(
      [delivery.deliveryUuid, delivery.state, delivery.attempts.length],
      [deliveryUuid, 'failed', 2],
    );
    await remove(webhook);
  });

  test('whose name means another address by now is not called', async () => {
    names.set('moving.example', '93.184.216.34');
    const webhook = await newWebhook({ url: 'https://moving.example/hook' });
    names.set('moving.example', '10.0.0.7');
    await tell();
    const [{ attempts }] = await deliveriesOf(webhook);
    assert.deepEqual([attempts[0].status, attempts[0].failure], [null, 'address_refused']);
    await remove(webhook);
  });

  test('that says it is gone is disabled, and that is told', async () => {
    answer = () => ({ status: 410 });
    const webhook = await newWebhook();
    await tell();
    assert.equal((await read(`/${webhook.webhookUuid}`)).state, 'disabled');
    const [{ state, attempts }] = await deliveriesOf(webhook);
    assert.deepEqual([state, attempts[0].status], ['failed', 410]);
    const told = await service.send({
      url: `/api/v1/events?subject=webhooks/${webhook.webhookUuid}`,
      token: owner,
    });
    assert.equal(told.json().items[0].type, 'plumbline.webhook.disabled');
    const before = receiver.asked.length;
    await invite(service, owner);
    assert.equal(receiver.asked.length, before);
    assert.equal((await deliveriesOf(webhook)).length, 1);
    await remove(webhook);
  });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('It listens on a port.');
  return address.port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function nonsense(t: { after(fn: () => void): void }): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('220 mail.example ESMTP\r\n');
  });
  t.after(() => server.close());
  return listening(server);
}
