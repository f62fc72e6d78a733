import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirectory } from '../../src/providers/identity/embedded/directories.ts';
import { insertMember } from '../../src/storage/queries/members.ts';
import { activateContoso, startTestService, stranger, type TestService } from '../support/service.ts';

const url = '/api/v1/organization-members';

async function addMembers(service: TestService, orgUuid: string, count: number): Promise<void> {
  const { directoryId = '' } = findDirectory('contoso') ?? {};
  await service.ctx.storage.withTenant(orgUuid, async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const { objectId, email, displayName } = stranger(directoryId, `member-${index}`);
      const memberUuid = service.ctx.ids.uuid();
      const joinedAt = service.ctx.clock.now();
      await insertMember(tx, {
        memberUuid,
        directoryId,
        objectId,
        email,
        displayName,
        role: 'reader',
        joinedAt,
      });
    }
  });
}

test('pages follow each other without a gap, an overlap or an end too early', async (t) => {
  const service = await startTestService(t);
  const { owner, organizationUuid } = await activateContoso(service);
  await addMembers(service, organizationUuid, 22);
  const all = (await service.send({ url: `${url}?limit=100`, token: owner })).json();
  assert.equal(all.items.length, 25);
  assert.equal(all.nextCursor, null);
  for (const limit of [1, 5, 7, 25, 26]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await service.send({ url: `${url}?limit=${limit}${query}`, token: owner })).json();
      assert.ok(page.items.length > 0 && page.items.length <= limit);
      seen.push(...page.items.map(({ memberUuid }: { memberUuid: string }) => memberUuid));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(
      seen,
      all.items.map(({ memberUuid }: { memberUuid: string }) => memberUuid),
    );
  }
});

test('a cursor is good only where it was issued', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const cursor: string = (await service.send({ url: `${url}?limit=1`, token: owner })).json().nextCursor;
  const frank = service.issuer.delegated('frank@fabrikam.example');
  await service.send({
    method: 'POST',
    url: '/api/v1/organization:activate',
    token: frank,
    body: { name: 'Fabrikam' },
  });

  const list = (token: string, path: string, value: string) =>
    service.send({ url: `${path}cursor=${encodeURIComponent(value)}`, token });
  assert.equal((await list(owner, `${url}?limit=1&`, cursor)).statusCode, 200);

  const flipped = Buffer.from(cursor, 'base64url');
  flipped[flipped.length - 3] = (flipped.at(-3) ?? 0) ^ 1;
  const invalid: readonly [string, string, string, string][] = [
    ['another limit', owner, `${url}?limit=2&`, cursor],
    ['the default limit', owner, `${url}?`, cursor],
    ['another Organization', frank, `${url}?limit=1&`, cursor],
    ['another list', owner, '/api/v1/organization-invitations?limit=1&', cursor],
    ['a flipped bit', owner, `${url}?limit=1&`, flipped.toString('base64url')],
    ['cut short', owner, `${url}?limit=1&`, cursor.slice(0, -2)],
    ['something appended', owner, `${url}?limit=1&`, `${cursor}=`],
    ['spaces', owner, `${url}?limit=1&`, `${cursor} `],
    ['made up', owner, `${url}?limit=1&`, Buffer.from('["x"]').toString('base64url')],
    ['a single letter', owner, `${url}?limit=1&`, 'a'],
  ];
  for (const [name, token, path, value] of invalid) {
    const answer = await list(token, path, value);
    assert.equal(answer.statusCode, 422, `${name}: ${answer.body}`);
    assert.equal(answer.json().code, 'cursor_invalid', name);
    assert.equal(answer.json().errors[0].parameter, 'cursor');
  }
});

test('a cursor is bound to its filter', async (t) => {
  const service = await startTestService(t);
  const { owner } = await activateContoso(service);
  const invitations = '/api/v1/organization-invitations';
  const { nextCursor } = (
    await service.send({ url: `${invitations}?limit=1&status=accepted`, token: owner })
  ).json();
  assert.ok(nextCursor);
  const cursor = encodeURIComponent(nextCursor);
  const same = await service.send({
    url: `${invitations}?limit=1&status=accepted&cursor=${cursor}`,
    token: owner,
  });
  assert.equal(same.statusCode, 200);
  for (const filter of ['', 'status=pending&']) {
    const answer = await service.send({
      url: `${invitations}?limit=1&${filter}cursor=${cursor}`,
      token: owner,
    });
    assert.equal(answer.json().code, 'cursor_invalid', filter);
  }
});
