import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** A host as a connection names it, read once and in one spelling. */
export type Host =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly address: string };

export type ReadHost =
  | { readonly ok: true; readonly host: Host }
  | { readonly ok: false; readonly reason: string };

/** A label of a host name. Underscores are no part of the rules, but container networks use them. */
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Reads a host without asking anyone. Addresses have one spelling: resolvers also take `2130706433`, `0177.0.0.1` and
 * `127.1` for 127.0.0.1, and whoever checks a list must not have to know that.
 */
export function readHost(text: string): ReadHost {
  const bare = /^\[.*\]$/.test(text) ? text.slice(1, -1) : text;
  if (bare.includes('%')) return refused('an address with a zone belongs to one machine and cannot be used');
  if (isIP(bare) !== 0) {
    const usable = isIP(bare) === 6 || bare === text;
    return usable ? address(bare) : refused('only an IPv6 address stands in brackets');
  }
  if (bare !== text) return refused('there is no IPv6 address in the brackets');
  if (/[\s/\\@:?#,']/.test(text)) {
    return refused('it must be one host name or address, without port, path, user or further hosts');
  }
  return readName(text);
}

function readName(text: string): ReadHost {
  // `db.example.com.` is the same name, spelt as absolute.
  const name = domainToASCII(text).replace(/\.$/, '');
  const labels = name.split('.');
  if (name.length > 253 || !labels.every((part) => label.test(part))) {
    return refused('it is no host name');
  }
  // The host parser of URLs turns numbers into addresses, and so do resolvers.
  const asWritten = text.toLowerCase().replace(/\.$/, '').split('.').at(-1) ?? '';
  if (isNumber(asWritten) || isNumber(labels.at(-1) ?? '')) {
    return refused('an IPv4 address has four decimal numbers without leading zeros');
  }
  return { ok: true, host: { kind: 'name', name } };
}

function isNumber(part: string): boolean {
  return /^(\d+|0x[0-9a-f]*)$/.test(part);
}

/** IPv4 addresses mapped into IPv6 are the IPv4 addresses that they mean. */
function address(text: string): ReadHost {
  return { ok: true, host: { kind: 'address', address: plainAddress(text) } };
}

export function plainAddress(text: string): string {
  if (isIP(text) !== 6 || text.includes('%')) return text;
  // The URL parser writes the shortest form: `::ffff:7f00:1`.
  const shortest = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest);
  if (mapped === null) return shortest;
  const [high = 0, low = 0] = mapped.slice(1).map((digits) => Number.parseInt(digits, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function refused(reason: string): ReadHost {
  return { ok: false, reason };
}
