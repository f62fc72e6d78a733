import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sendNotification } from '../../src/app/notifications/send-notification.ts';
import { createPoster } from '../../src/composition/poster.ts';
import { readOutboundPolicy } from '../../src/connectors/outbound/outbound-policy.ts';
import { createSmtpMailer } from '../../src/providers/mail/smtp-mailer.ts';
import { startTestWorker } from '../support/background.ts';
import { create, newSource } from '../support/catalog.ts';
import { playExecutor } from '../support/executor.ts';
import { startLocalServer } from '../support/local-server.ts';
import { acceptedRun, compared, newTestedPair, submit } from '../support/runs.ts';
import { activateContoso, publicUrl, startTestService } from '../support/service.ts';
import { startMailServer } from './mail/mail-server.ts';

const mail = await startMailServer();
after(() => mail[Symbol.asyncDispose]());
let status = 200;
const chat = await startLocalServer({ after }, () => ({ status }));
const poster = createPoster({
  listed: readOutboundPolicy(['127.0.0.1']),
  lookup: async () => [],
  timeoutMs: 2_000,
  authorities: undefined,
});
const service = await startTestService({ after }, { poster, settings: { mailConfigured: true } });
const { owner, contributor } = await activateContoso(service);
const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${mail.port}`, from: 'plumbline@contoso.example' });
const { sourceUuid } = await newSource(service, owner);
const pair = await newTestedPair(service, { token: contributor, sourceUuid, tests: 1 });
const url = `${chat.origin}/services/T000/B000/XXXX`;

async function newRule(target: object, details: object = {}) {
  const body = { name: 'Data team', target, groupMinutes: 0, ...details };
  const answer = await create(service, contributor, 'notification-rules', body);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

async function read(path = '') {
  return (await service.send({ url: `/api/v1/notification-rules${path}`, token: contributor })).json();
}

async function change(
  method: string,
  { ruleUuid, etag }: { ruleUuid: string; etag: string },
  body?: unknown,
) {
  const headers = { 'if-match': etag };
  return service.send({
    method,
    url: `/api/v1/notification-rules/${ruleUuid}`,
    token: contributor,
    headers,
    body,
  });
}

async function remove({ ruleUuid }: { ruleUuid: string }) {
  assert.equal((await change('DELETE', await read(`/${ruleUuid}`))).statusCode, 204);
}

async function runThat(verdict: 'pass' | 'fail'): Promise<string> {
  const scope = { kind: 'dataset_pair', datasetPairUuid: pair.datasetPairUuid };
  const { runUuid } = acceptedRun(await submit(service, contributor, scope));
  const executor = playExecutor(service);
  const lease = await executor.take();
  await executor.complete(lease, compared(lease, [{ status: verdict }]));
  return runUuid;
}

/** Lets a worker send what waits, `messages` of them. */
async function send(messages: number): Promise<void> {
  const { worker, events } = await startTestWorker(service.ctx.storage, [
    sendNotification(service.ctx, mailer),
  ]);
  await events.count(messages);
  await worker.drain(1_000);
}

describe('a notification rule', () => {
  test('is created, listed, changed and deleted, and does not show its address again', async () => {
    const rule = await newRule({ channel: 'slack', url }, { groupMinutes: null });
    assert.deepEqual(rule, {
      ruleUuid: rule.ruleUuid,
      name: 'Data team',
      channel: 'slack',
      memberUuid: null,
      urlHost: new URL(url).host,
      occasion: 'changes',
      groupMinutes: 5,
      state: 'active',
      waitingSince: null,
      createdAt: rule.createdAt,
      etag: rule.etag,
    });
    assert.deepEqual((await read()).items, [rule]);
    const changed = (await change('PATCH', rule, { occasion: 'failures', state: 'paused' })).json();
    assert.deepEqual([changed.occasion, changed.state, changed.name], ['failures', 'paused', 'Data team']);
    assert.equal((await change('PATCH', rule, { name: 'x' })).statusCode, 412);
    assert.doesNotMatch(JSON.stringify(await read()), /XXXX/);
    await remove(rule);
  });

  test('is refused for an address that is not called, and for strangers', async () => {
    const refusal = async (target: object) =>
      (await create(service, contributor, 'notification-rules', { name: 'x', target })).json();
    assert.equal(
      (await refusal({ channel: 'teams', url: 'https://10.0.0.7/' })).code,
      'webhook_address_refused',
    );
    const stranger = { channel: 'email', memberUuid: '00000000-0000-4000-8000-000000000001' };
    assert.equal((await refusal(stranger)).errors[0].pointer, '/target/memberUuid');
  });
});

describe('a message', () => {
  test('tells of changed verdicts only, several in one, with links', async () => {
    const rule = await newRule({ channel: 'slack', url });
    await runThat('pass');
    await runThat('pass');
    assert.equal((await read(`/${rule.ruleUuid}`)).waitingSince, null, 'nothing has changed');
    const broken = await runThat('fail');
    await runThat('fail');
    const repaired = await runThat('pass');
    assert.notEqual((await read(`/${rule.ruleUuid}`)).waitingSince, null);
    await send(1);
    const { text, blocks } = JSON.parse(chat.asked.at(-1)?.body ?? '');
    assert.equal(text, 'Plumbline: 2 Runs need a look');
    const links = blocks.map((block: { text: { text: string } }) => block.text.text.split('|')[0]);
    assert.deepEqual(links, [`<${publicUrl}/runs/${broken}`, `<${publicUrl}/runs/${repaired}`]);
    assert.equal((await read(`/${rule.ruleUuid}`)).waitingSince, null);
    await remove(rule);
  });

  test('tells of every failure where that is wanted, by mail to who asks', async () => {
    const rule = await newRule({ channel: 'email' }, { occasion: 'failures' });
    const first = await runThat('fail');
    await send(1);
    const [received] = mail.received.slice(-1);
    assert.deepEqual(received?.to, ['carl@contoso.example']);
    assert.match(received?.source ?? '', new RegExp(`${publicUrl}/runs/${first}`.replaceAll('.', '\\.')));
    assert.match(received?.source ?? '', /Auto-Submitted: auto-generated/);
    await remove(rule);
  });

  test('to Teams is a card', async () => {
    const rule = await newRule({ channel: 'teams', url }, { occasion: 'failures' });
    const runUuid = await runThat('fail');
    await send(1);
    const { attachments } = JSON.parse(chat.asked.at(-1)?.body ?? '');
    assert.equal(attachments[0].content.type, 'AdaptiveCard');
    assert.match(attachments[0].content.body[1].text, new RegExp(`/runs/${runUuid}\\)$`));
    await remove(rule);
  });

  test('that a chat does not take is tried again, and nothing that waits is lost', async () => {
    const rule = await newRule({ channel: 'slack', url }, { occasion: 'failures' });
    status = 500;
    await runThat('fail');
    await send(1);
    assert.notEqual((await read(`/${rule.ruleUuid}`)).waitingSince, null);
    status = 200;
    await remove(rule);
  });

  test('is not sent by a rule that is paused', async () => {
    const rule = await newRule({ channel: 'slack', url }, { occasion: 'failures' });
    const paused = (await change('PATCH', rule, { state: 'paused' })).json();
    await runThat('fail');
    assert.equal((await read(`/${rule.ruleUuid}`)).waitingSince, null);
    await change('DELETE', paused);
  });
});
