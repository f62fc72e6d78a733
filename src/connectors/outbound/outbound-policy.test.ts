import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AddressKind, addressKind } from './address-kind.ts';
import { decideAddress, decideLookup, readOutboundPolicy } from './outbound-policy.ts';
import { type Host, plainAddress, readHost } from './read-host.ts';

describe('a host has one spelling', () => {
  const read: Readonly<Record<string, Host>> = {
    'db.example.com': name('db.example.com'),
    'DB.Example.COM': name('db.example.com'),
    'db.example.com.': name('db.example.com'),
    'bücher.example': name('xn--bcher-kva.example'),
    'ＤＢ.example': name('db.example'),
    postgres: name('postgres'),
    my_db: name('my_db'),
    '3com.example': name('3com.example'),
    '10.0.0.1': address('10.0.0.1'),
    '::1': address('::1'),
    '[::1]': address('::1'),
    '0:0:0:0:0:0:0:1': address('::1'),
    '::ffff:127.0.0.1': address('127.0.0.1'),
    '::ffff:7f00:1': address('127.0.0.1'),
    '[0:0:0:0:0:FFFF:A9FE:A9FE]': address('169.254.169.254'),
    '2001:DB8::0001': address('2001:db8::1'),
  };
  for (const [text, host] of Object.entries(read)) {
    test(text, () => assert.deepEqual(readHost(text), { ok: true, host }));
  }

  const refused = [
    '',
    '.',
    '..',
    'a..b',
    '-a.example',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.01',
    '127.0.0.1.',
    '256.0.0.1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    'db.example.com:5432',
    'user@db.example.com',
    'db.example.com@evil.example',
    'a,b',
    'a b',
    ' db.example.com',
    '/var/run/postgresql',
    '%2Fvar%2Frun',
    'file:///etc/passwd',
    'db.example.com/../x',
    'db\\evil',
    'db#evil',
    'db?host=evil',
    'fe80::1%eth0',
    '[fe80::1%25eth0]',
    '[db.example.com]',
    '[127.0.0.1]',
    '::1]',
    'db\n.example',
    'db\0.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ];
  for (const text of refused) {
    test(`${JSON.stringify(text)} is none`, () => assert.equal(readHost(text).ok, false));
  }
});

describe('an address is known for what it is', () => {
  const kinds: Readonly<Record<string, AddressKind>> = {
    '8.8.8.8': 'public',
    '172.15.255.255': 'public',
    '172.32.0.0': 'public',
    '100.63.255.255': 'public',
    '2606:4700::1111': 'public',
    '169.254.169.254': 'forbidden',
    'fd00:ec2::254': 'forbidden',
    '169.254.170.2': 'forbidden',
    '100.100.100.200': 'forbidden',
    '0.0.0.0': 'forbidden',
    '0.1.2.3': 'forbidden',
    '::': 'forbidden',
    '224.0.0.1': 'forbidden',
    '255.255.255.255': 'forbidden',
    'ff02::1': 'forbidden',
    'fe80::1%eth0': 'forbidden',
    'not an address': 'forbidden',
    '127.0.0.1': 'loopback',
    '127.255.255.254': 'loopback',
    '::1': 'loopback',
    '169.254.0.1': 'linkLocal',
    'fe80::1': 'linkLocal',
    'febf::1': 'linkLocal',
    '10.0.0.1': 'private',
    '172.16.0.1': 'private',
    '172.31.255.255': 'private',
    '192.168.255.255': 'private',
    '100.64.0.1': 'private',
    'fd12:3456::1': 'private',
    '192.0.2.1': 'special',
    '198.19.0.1': 'special',
    '::127.0.0.1': 'special',
    '64:ff9b::a00:1': 'special',
    '2002:a00:1::': 'special',
    '2001:0:a00:1::': 'special',
    '2001:db8::1': 'special',
  };
  for (const [text, kind] of Object.entries(kinds)) {
    test(`${text} is ${kind}`, () => assert.equal(addressKind(text), kind));
  }

  test('an address mapped into IPv6 is the IPv4 address that it means', () => {
    assert.equal(addressKind(plainAddress('::ffff:a9fe:a9fe')), 'forbidden');
    assert.equal(addressKind(plainAddress('::ffff:10.0.0.1')), 'private');
    // Even unread, it is no public address.
    assert.notEqual(addressKind('::ffff:10.0.0.1'), 'public');
  });
});

describe('the allowed hosts decide', () => {
  const listed = [
    'db.example.com',
    'only.example.com:5432',
    '*.lake.example.com',
    '10.1.0.0/16',
    '[fd12::]/64:5432',
  ];
  const cases: readonly (readonly [host: string, port: number, address: string, allowed: boolean])[] = [
    ['db.example.com', 5432, '203.0.114.9', true],
    ['db.example.com', 3306, '203.0.114.9', true],
    ['DB.example.com.', 5432, '203.0.114.9', true],
    ['only.example.com', 5432, '203.0.114.9', true],
    ['only.example.com', 5433, '203.0.114.9', false],
    ['evil.example.com', 5432, '203.0.114.9', false],
    ['xdb.example.com', 5432, '203.0.114.9', false],
    ['db.example.com.evil.example', 5432, '203.0.114.9', false],
    ['a.lake.example.com', 5432, '203.0.114.9', true],
    ['a.b.lake.example.com', 5432, '203.0.114.9', true],
    ['lake.example.com', 5432, '203.0.114.9', false],
    ['evillake.example.com', 5432, '203.0.114.9', false],
    // A listed name that resolves into a private network needs the range as well.
    ['db.example.com', 5432, '10.1.2.3', true],
    ['db.example.com', 5432, '10.2.0.1', false],
    ['db.example.com', 5432, '127.0.0.1', false],
    ['db.example.com', 5432, '169.254.1.1', false],
    ['db.example.com', 5432, '169.254.169.254', false],
    ['db.example.com', 5432, '0.0.0.0', false],
    ['db.example.com', 5432, '64:ff9b::a00:1', false],
    // A name that is not listed may be in a listed range.
    ['inside.example', 5432, '10.1.2.3', true],
    ['inside.example', 5432, '10.2.0.1', false],
    ['10.1.255.255', 1, '10.1.255.255', true],
    ['10.2.0.0', 1, '10.2.0.0', false],
    ['8.8.8.8', 5432, '8.8.8.8', false],
    ['fd12::9', 5432, 'fd12::9', true],
    ['fd12::9', 5433, 'fd12::9', false],
    ['fd12:0:0:1::9', 5432, 'fd12:0:0:1::9', false],
  ];
  const policy = readOutboundPolicy(listed);
  for (const [text, port, addressText, allowed] of cases) {
    test(`${text}:${port} at ${addressText} is ${allowed ? 'allowed' : 'refused'}`, () => {
      const host = hostOf(text);
      const decision = decideAddress(policy, host, port, addressText);
      assert.equal(decision.allowed && decideLookup(policy, host, port).allowed, allowed);
    });
  }

  test('no range allows a metadata service', () => {
    const everything = readOutboundPolicy(['0.0.0.0/0', '::/0']);
    for (const text of ['169.254.169.254', 'fd00:ec2::254', '0.0.0.0', '::']) {
      assert.equal(decideAddress(everything, hostOf(text), 5432, text).allowed, false);
    }
    assert.equal(decideAddress(everything, hostOf('127.0.0.1'), 5432, '127.0.0.1').allowed, true);
  });

  test('with nothing listed nothing is allowed, nor looked up', () => {
    const nothing = readOutboundPolicy([]);
    assert.equal(decideLookup(nothing, hostOf('db.example.com'), 5432).allowed, false);
    assert.equal(decideAddress(nothing, hostOf('8.8.8.8'), 5432, '8.8.8.8').allowed, false);
  });

  for (const entry of [
    '',
    '*',
    '*.*.example',
    'db.example.com/24',
    '10.0.0.0/33',
    '10.0.0/8',
    '*.10.0.0.1',
    'db:0',
    'db:65536',
    'db:x',
    'http://db',
    '[fd12::',
    'fd12::/129',
  ]) {
    test(`${JSON.stringify(entry)} is no entry`, () => {
      assert.throws(() => readOutboundPolicy([entry]), TypeError);
    });
  }
});

function name(text: string): Host {
  return { kind: 'name', name: text };
}

function address(text: string): Host {
  return { kind: 'address', address: text };
}

function hostOf(text: string): Host {
  const read = readHost(text);
  assert.ok(read.ok);
  return read.host;
}
