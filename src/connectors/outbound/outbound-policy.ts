import { BlockList, isIP } from 'node:net';
import { type AddressKind, addressKind, familyOf } from './address-kind.ts';
import { type Host, readHost } from './read-host.ts';

/** Where connections to databases may go; everything else is refused. */
export interface OutboundPolicy {
  readonly names: readonly AllowedName[];
  readonly ranges: readonly AllowedRange[];
  /** Every public address is allowed as well: for receivers that people outside the operator's team choose. */
  readonly anyPublic?: true;
}

interface AllowedName {
  readonly name: string;
  /** `*.example.com`: every name below, not the name itself. */
  readonly below: boolean;
  readonly port: number | null;
}

interface AllowedRange {
  readonly list: BlockList;
  readonly port: number | null;
}

export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'notListed' | Exclude<AddressKind, 'public'> };

const allowed: Decision = Object.freeze({ allowed: true });

/**
 * Reads the list of a deployment: `db.example.com`, `*.example.com`, `10.1.0.0/16`, `192.0.2.7`, `[fd12::7]`, each with
 * or without `:port`. Throws a TypeError that names the entry, for whoever starts the service.
 */
export function readOutboundPolicy(entries: readonly string[]): OutboundPolicy {
  const names: AllowedName[] = [];
  const ranges: AllowedRange[] = [];
  for (const entry of entries) {
    const { host, prefix, port } = splitEntry(entry.trim());
    const below = host.startsWith('*.');
    const read = readHost(below ? host.slice(2) : host);
    if (!read.ok) throw notAnEntry(entry, read.reason);
    if (read.host.kind === 'name') {
      if (prefix !== null) throw notAnEntry(entry, 'only an address takes a prefix length');
      names.push({ name: read.host.name, below, port });
    } else {
      if (below) throw notAnEntry(entry, 'only a name takes a wildcard');
      ranges.push({ list: rangeOf(read.host.address, prefix, entry), port });
    }
  }
  return Object.freeze({ names: Object.freeze(names), ranges: Object.freeze(ranges) });
}

/**
 * Whether a host may be looked up at all. A name that is not listed may still be allowed by each of its addresses; with
 * no range for the port none can be, and nobody is asked.
 */
export function decideLookup(policy: OutboundPolicy, host: Host, port: number): Decision {
  if (host.kind === 'address') return decideAddress(policy, host, port, host.address);
  if (policy.anyPublic) return allowed;
  const mayBeInRange = policy.ranges.some((range) => isFor(range, port));
  return isListedName(policy, host.name, port) || mayBeInRange ? allowed : refusal('notListed');
}

/**
 * Whether an address that a host has may be connected to. One that is not public must be in a listed range, whatever
 * name led to it: the owner of a name decides which address it has.
 */
export function decideAddress(policy: OutboundPolicy, host: Host, port: number, address: string): Decision {
  const kind = addressKind(address);
  if (kind === 'forbidden') return refusal(kind);
  const inRange = policy.ranges.some(
    (range) => isFor(range, port) && range.list.check(address, familyOf(address)),
  );
  if (inRange) return allowed;
  if (kind !== 'public') return refusal(kind);
  if (policy.anyPublic) return allowed;
  return host.kind === 'name' && isListedName(policy, host.name, port) ? allowed : refusal('notListed');
}

function isListedName(policy: OutboundPolicy, name: string, port: number): boolean {
  return policy.names.some(
    (entry) => isFor(entry, port) && (entry.below ? name.endsWith(`.${entry.name}`) : name === entry.name),
  );
}

function isFor(entry: { readonly port: number | null }, port: number): boolean {
  return entry.port === null || entry.port === port;
}

function refusal(reason: (Decision & { allowed: false })['reason']): Decision {
  return { allowed: false, reason };
}

interface Entry {
  readonly host: string;
  readonly prefix: number | null;
  readonly port: number | null;
}

/** A bare IPv6 address has colons of its own, so its port needs brackets: `[fd12::]/64:5432`. */
function splitEntry(entry: string): Entry {
  const [, bareHost, barePrefix] =
    /^([0-9a-fA-F:.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(?:\/(\d+))?$/.exec(entry) ?? [];
  if (bareHost !== undefined) return { host: bareHost, prefix: numberOf(barePrefix), port: null };
  const match = /^(\[[^\]]*\]|[^:/]+)(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(entry);
  if (match === null) throw notAnEntry(entry, 'write host, host:port, address/prefix or address/prefix:port');
  const [, host = '', prefix, port] = match;
  const portNumber = numberOf(port);
  if (portNumber !== null && (portNumber < 1 || portNumber > 65_535)) throw notAnEntry(entry, 'no such port');
  return { host, prefix: numberOf(prefix), port: portNumber };
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function rangeOf(address: string, prefix: number | null, entry: string): BlockList {
  const bits = isIP(address) === 6 ? 128 : 32;
  if (prefix !== null && prefix > bits) throw notAnEntry(entry, `the prefix has at most ${bits} bits`);
  const list = new BlockList();
  list.addSubnet(address, prefix ?? bits, familyOf(address));
  return list;
}

function notAnEntry(entry: string, reason: string): TypeError {
  return new TypeError(`${JSON.stringify(entry)} is no host to allow: ${reason}.`);
}
