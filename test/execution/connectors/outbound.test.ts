import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  type Lookup,
  locateEndpoint,
  type Outbound,
  openSocket,
} from '../../../src/connectors/outbound/endpoint.ts';
import { readOutboundPolicy } from '../../../src/connectors/outbound/outbound-policy.ts';
import { isProblem } from './tested-database.ts';

describe('connections go where the policy looked, and nowhere else', () => {
  let server: Server;
  let port: number;
  const connections: string[] = [];

  before(async () => {
    // Listens on every address of this machine, and notes by which it was reached.
    server = createServer((socket) => {
      connections.push(socket.localAddress ?? '');
      socket.destroy();
    }).listen(0, '0.0.0.0');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    port = address.port;
  });

  after(() => server.close());

  const outbound = (entries: readonly string[], lookup: Lookup): Outbound => ({
    policy: readOutboundPolicy(entries),
    lookup,
    connectTimeoutMs: 2_000,
  });

  test('a name is looked up once, and the address that was checked is the one connected to', async () => {
    let lookups = 0;
    // As an attacker's name server answers: the allowed address first, another one from then on.
    const lookup: Lookup = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2' }];
    };
    const endpoint = await locateEndpoint(outbound(['127.0.0.1/32'], lookup), 'rebinding.example', port);
    assert.deepEqual(endpoint, {
      name: 'rebinding.example',
      port,
      serverName: 'rebinding.example',
      addresses: ['127.0.0.1'],
    });
    for (let attempt = 0; attempt < 2; attempt++) {
      const { socket, address } = await openSocket(endpoint, 2_000);
      assert.equal(address, '127.0.0.1');
      assert.equal(socket.remoteAddress, '127.0.0.1');
      await once(socket.resume(), 'close');
    }
    assert.equal(lookups, 1);
    assert.deepEqual(connections.splice(0), ['127.0.0.1', '127.0.0.1']);
  });

  test('one address that is not allowed spoils the name, and nothing is connected to', async () => {
    const answers = [
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.1', '169.254.169.254'],
      ['::ffff:127.0.0.2'],
      ['::ffff:a9fe:a9fe'],
      ['fd00:ec2::254'],
      ['64:ff9b::7f00:1'],
      ['0.0.0.0'],
      ['fe80::1%lo'],
      ['127.0.0.2'],
    ];
    for (const addresses of answers) {
      const lookup: Lookup = async () => addresses.map((address) => ({ address }));
      const opening = locateEndpoint(outbound(['127.0.0.1/32', 'db.example'], lookup), 'db.example', port);
      await assert.rejects(opening, isProblem('connection_host_refused'), addresses.join());
    }
    assert.deepEqual(connections, []);
  });

  test('a name that cannot be allowed is not even looked up', async () => {
    const lookup: Lookup = () => assert.fail('looked up');
    await assert.rejects(
      locateEndpoint(outbound(['db.example:1', '10.0.0.0/8:1'], lookup), 'db.example', port),
      isProblem('connection_host_refused'),
    );
    await assert.rejects(
      locateEndpoint(outbound(['10.0.0.0/8'], lookup), '2130706433', port),
      isProblem('connection_settings_invalid'),
    );
  });

  test('the message tells neither the address nor what kind it is', async () => {
    const lookup: Lookup = async () => [{ address: '10.20.30.40' }];
    await assert.rejects(locateEndpoint(outbound(['db.example'], lookup), 'db.example', port), (error) => {
      assert.ok(error instanceof Error && !error.message.includes('10.20'));
      return true;
    });
  });

  test('no answer of the name server is no unknown name', async () => {
    const failing =
      (code: string): Lookup =>
      async () => {
        throw Object.assign(new Error(code), { code });
      };
    const locate = (lookup: Lookup) => locateEndpoint(outbound(['db.example'], lookup), 'db.example', port);
    await assert.rejects(locate(failing('ENOTFOUND')), isProblem('connection_host_unknown'));
    await assert.rejects(locate(failing('EAI_AGAIN')), isProblem('connection_failed'));
    await assert.rejects(
      locate(async () => []),
      isProblem('connection_host_unknown'),
    );
  });

  test('further addresses are tried where the first does not answer', async () => {
    const only = createServer((socket) => socket.destroy()).listen(0, '127.0.0.3');
    await once(only, 'listening');
    const address = only.address();
    assert.ok(address !== null && typeof address === 'object');
    const lookup: Lookup = async () => [{ address: '127.0.0.1' }, { address: '127.0.0.3' }];
    const endpoint = await locateEndpoint(outbound(['127.0.0.0/8'], lookup), 'db.example', address.port);
    const { socket, address: reached } = await openSocket(endpoint, 2_000);
    assert.equal(reached, '127.0.0.3');
    socket.destroy();
    only.close();
    await once(only, 'close');
    await assert.rejects(openSocket(endpoint, 2_000), isProblem('connection_failed'));
  });

  test('nothing of the environment says where to connect', async () => {
    const lookup: Lookup = () => assert.fail('looked up');
    process.env.PGHOST = '127.0.0.1';
    try {
      await assert.rejects(
        locateEndpoint(outbound(['127.0.0.1/32'], lookup), '', port),
        isProblem('connection_settings_invalid'),
      );
    } finally {
      delete process.env.PGHOST;
    }
  });
});
