import { BlockList, isIP } from 'node:net';

/**
 * What an address is for, from the registries of special-purpose addresses (IANA, RFC 6890). `public` is the rest.
 * `forbidden` can be no database server and is never connected to: metadata services of clouds, this host by "any"
 * address, groups.
 */
export const addressKinds = ['forbidden', 'loopback', 'linkLocal', 'private', 'special', 'public'] as const;
export type AddressKind = (typeof addressKinds)[number];

type Range = readonly [address: string, prefix: number];

/** In the order in which they are looked at. */
const ranges: Readonly<Record<Exclude<AddressKind, 'public'>, readonly Range[]>> = {
  forbidden: [
    // Instance metadata: AWS, Azure, GCP and most others; AWS over IPv6; AWS containers; Alibaba; Oracle.
    ['169.254.169.254', 32],
    ['fd00:ec2::254', 128],
    ['169.254.170.2', 32],
    ['fd00:ec2::23', 128],
    ['100.100.100.200', 32],
    ['192.0.0.192', 32],
    ['0.0.0.0', 8],
    ['::', 128],
    // Multicast, reserved and broadcast.
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    ['ff00::', 8],
  ],
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  linkLocal: [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['fc00::', 7],
    ['fec0::', 10],
  ],
  // Assigned for protocols, documentation and benchmarks, or carrying an IPv4 address that may be any of the above.
  special: [
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['::', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    ['5f00::', 16],
  ],
};

const lists = Object.entries(ranges).map(([kind, members]) => {
  const list = new BlockList();
  for (const [address, prefix] of members) list.addSubnet(address, prefix, familyOf(address));
  return { kind: kind as AddressKind, list };
});

/** An address that cannot be read counts as forbidden. */
export function addressKind(address: string): AddressKind {
  if (isIP(address) === 0 || address.includes('%')) return 'forbidden';
  return lists.find(({ list }) => list.check(address, familyOf(address)))?.kind ?? 'public';
}

export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
