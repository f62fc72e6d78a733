import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventRecord } from '../events/cloud-event.ts';
import { mailOf, messageOf, slackOf, teamsOf } from './messages.ts';
import { occasionOf } from './occasion-of.ts';

const finished = (details: object = {}): EventRecord => ({
  sequence: 1,
  eventUuid: 'e',
  type: 'plumbline.run.finished',
  subject: 'runs/r',
  occurredAt: new Date(0),
  data: {
    runUuid: 'r',
    name: '<Orders> & [more] | all',
    overallStatus: 'fail',
    cancelled: false,
    counts: { pass: 3, fail: 2, error: 1, noResults: 0 },
    ...details,
  },
});

test('only failures and changes are occasions', () => {
  assert.equal(occasionOf(finished()), 'failures');
  assert.equal(occasionOf(finished({ overallStatus: 'error' })), 'failures');
  assert.equal(occasionOf(finished({ overallStatus: 'pass' })), null);
  assert.equal(occasionOf(finished({ cancelled: true })), null);
  assert.equal(occasionOf({ type: 'plumbline.run.verdict_changed', data: {} }), 'changes');
  assert.equal(occasionOf({ type: 'plumbline.member.added', data: {} }), null);
});

test('a name cannot break out of any of the messages', () => {
  const message = messageOf([finished()], 'https://plumbline.example');
  assert.equal(
    message.subject,
    'Plumbline: <Orders> & [more] | all failed (2 tests failed, 1 with an error)',
  );
  assert.match(mailOf(message).html, /&lt;Orders&gt; &amp; \[more\]/);
  const [block] = (slackOf(message) as { blocks: { text: { text: string } }[] }).blocks;
  assert.equal(
    block?.text.text,
    '<https://plumbline.example/runs/r|&lt;Orders&gt; &amp; [more] ¦ all failed (2 tests failed, 1 with an error)>',
  );
  assert.match(JSON.stringify(teamsOf(message)), /\[<Orders> & {2}more {2}\| all failed/);
});
