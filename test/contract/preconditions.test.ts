import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activateContoso, startTestService } from '../support/service.ts';

const url = '/api/v1/organization-members';

test('If-Match takes one exact strong ETag and nothing else', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const carl = (await service.send({ url, token: owner })).json().items[1];
  const patch = (ifMatch: string | string[] | undefined, role = 'reader') =>
    service.send({
      method: 'PATCH',
      url: `${url}/${carl.memberUuid}`,
      token: owner,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      body: { role },
    });

  const missing = await patch(undefined);
  assert.equal(missing.statusCode, 428);
  assert.equal(missing.json().code, 'if_match_required');

  const malformed = [
    '*',
    `W/${carl.etag}`,
    `${carl.etag}, "other"`,
    `${carl.etag},${carl.etag}`,
    [carl.etag, carl.etag],
    carl.etag.slice(1, -1),
    '""',
    '"',
    '',
    '"a b"',
    '"é"',
    `"${'x'.repeat(1023)}"`,
  ];
  for (const value of malformed) {
    const answer = await patch(value);
    assert.equal(answer.statusCode, 422, `${value}: ${answer.body}`);
    assert.equal(answer.json().code, 'if_match_invalid', `${value}`);
    assert.equal(answer.json().errors[0].header, 'If-Match');
  }
  assert.equal((await patch(`"${'x'.repeat(1022)}"`)).statusCode, 412, 'the longest one that is accepted');
  assert.equal((await patch('"other"')).json().code, 'etag_mismatch');

  const changed = await patch(carl.etag);
  assert.equal(changed.statusCode, 200);
  assert.equal(changed.json().role, 'reader');
  assert.equal(changed.headers.etag, changed.json().etag);
  assert.notEqual(changed.headers.etag, carl.etag);
  assert.equal((await patch(carl.etag, 'owner')).statusCode, 412, 'the old ETag is of no use any more');
  const read = await service.send({ url: `${url}/${carl.memberUuid}`, token: owner });
  assert.equal(read.headers.etag, changed.headers.etag);
});

test('of two changes with the same ETag at once exactly one succeeds', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const carl = (await service.send({ url, token: owner })).json().items[1];
  const answers = await Promise.all(
    ['reader', 'owner', 'reader', 'owner'].map((role) =>
      service.send({
        method: 'PATCH',
        url: `${url}/${carl.memberUuid}`,
        token: owner,
        headers: { 'if-match': carl.etag },
        body: { role },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 412, 412, 412]);
});
