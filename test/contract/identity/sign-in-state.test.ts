import assert from 'node:assert/strict';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { SignInState } from '../../../src/providers/identity/embedded/sign-in-state.ts';
import { temporaryFolder } from './identity-server.ts';

const folders: string[] = [];
let dataDir = '';
const time = { now: 0 };
const clock = { now: () => new Date(time.now) };

beforeEach(async () => {
  dataDir = await temporaryFolder();
  folders.push(dataDir);
  await mkdir(join(dataDir, 'identity'));
  time.now = Date.parse('2026-03-01T12:00:00Z');
});
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe('the sign-in state', () => {
  test('finds what was stored, by id and by uid, until it expires or is destroyed', async () => {
    const state = new SignInState(dataDir, { clock });
    const sessions = state.adapter('Session');
    await sessions.upsert('s1', { uid: 'u1', accountId: 'a' }, 60);
    assert.deepEqual(await sessions.find('s1'), { uid: 'u1', accountId: 'a' });
    assert.deepEqual(await sessions.findByUid('u1'), { uid: 'u1', accountId: 'a' });
    assert.equal(await state.adapter('Grant').find('s1'), undefined);
    await sessions.upsert('s1', { uid: 'u2', accountId: 'b' }, 60);
    assert.equal(await sessions.findByUid('u1'), undefined);
    time.now += 59_000;
    assert.deepEqual(await sessions.find('s1'), { uid: 'u2', accountId: 'b' });
    time.now += 1_000;
    assert.equal(await sessions.find('s1'), undefined);
    await sessions.upsert('s2', { uid: 'u3' }, 60);
    await sessions.destroy('s2');
    assert.equal(await sessions.find('s2'), undefined);
    state.close();
  });

  test('lets a code be consumed once', async () => {
    const state = new SignInState(dataDir, { clock });
    const codes = state.adapter('AuthorizationCode');
    await codes.upsert('c', { grantId: 'g' }, 60);
    await codes.consume('c');
    assert.deepEqual(await codes.find('c'), { grantId: 'g', consumed: time.now / 1000 });
    await assert.rejects(codes.consume('c'), { error: 'invalid_grant' });
    state.close();
  });

  test('revokes the tokens of one grant and of one kind', async () => {
    const state = new SignInState(dataDir, { clock });
    const tokens = state.adapter('RefreshToken');
    const interactions = state.adapter('Interaction');
    await tokens.upsert('t1', { grantId: 'g1' }, 60);
    await tokens.upsert('t2', { grantId: 'g2' }, 60);
    await interactions.upsert('i1', { grantId: 'g1' }, 60);
    await tokens.revokeByGrantId('g1');
    assert.equal(await tokens.find('t1'), undefined);
    assert.notEqual(await tokens.find('t2'), undefined);
    assert.notEqual(await interactions.find('i1'), undefined);
    state.close();
  });

  test('is there again after a restart, without what has expired', async () => {
    const before = new SignInState(dataDir, { clock });
    await before.adapter('Session').upsert('short', { uid: 'u1' }, 10);
    await before.adapter('Session').upsert('long', { uid: 'u2' }, 100);
    before.close();
    time.now += 10_000;
    const state = new SignInState(dataDir, { clock });
    assert.equal(state.size, 1);
    assert.deepEqual(await state.adapter('Session').find('long'), { uid: 'u2' });
    state.close();
  });

  test('is bounded: what has expired goes first, then what would expire soonest', async () => {
    const state = new SignInState(dataDir, { clock, capacity: 3 });
    const sessions = state.adapter('Session');
    await sessions.upsert('expired', {}, 1);
    await sessions.upsert('soon', {}, 20);
    await sessions.upsert('later', {}, 30);
    time.now += 1_000;
    await sessions.upsert('latest', {}, 40);
    assert.equal(state.size, 3);
    assert.notEqual(await sessions.find('soon'), undefined);
    await sessions.upsert('new', {}, 50);
    assert.equal(state.size, 3);
    assert.equal(await sessions.find('soon'), undefined);
    assert.notEqual(await sessions.find('new'), undefined);
    state.close();
  });

  test('lies in files that nobody else reads', async () => {
    const state = new SignInState(dataDir, { clock });
    await state.adapter('Session').upsert('s', {}, 60);
    for (const name of ['state.sqlite', 'state.sqlite-wal']) {
      assert.equal((await stat(join(dataDir, 'identity', name))).mode & 0o777, 0o600, name);
    }
    state.close();
  });

  test('says what to do with a file that is no database', async () => {
    await writeFile(
      join(dataDir, 'identity/state.sqlite'),
      'this is not a database, but long enough to be read as one',
    );
    assert.throws(() => new SignInState(dataDir, { clock }), /Delete it and start again/);
  });
});
