import { promises as dns, type LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';
import { AppError } from '../../domain/app-error.ts';
import { decideAddress, decideLookup, type OutboundPolicy } from './outbound-policy.ts';
import { plainAddress, readHost } from './read-host.ts';

/** How the executor reaches databases: where it may, how names are looked up, and how long it waits. */
export interface Outbound {
  readonly policy: OutboundPolicy;
  readonly lookup: Lookup;
  readonly connectTimeoutMs: number;
}

export type Lookup = (name: string) => Promise<readonly Pick<LookupAddress, 'address'>[]>;

/** The machine's own resolution, its hosts file included; every address, not only the first. */
export const systemLookup: Lookup = (name) => dns.lookup(name, { all: true, verbatim: true });

/** A server that may be connected to. Its name has been looked up once; only these addresses are ever used. */
export interface Endpoint {
  readonly name: string;
  readonly port: number;
  /** The name for TLS; null where the server was given by its address. */
  readonly serverName: string | null;
  readonly addresses: readonly string[];
}

/** Looks a host up and checks all that it resolves to. One address that is not allowed spoils the whole name. */
export async function locateEndpoint(outbound: Outbound, host: string, port: number): Promise<Endpoint> {
  const read = readHost(host);
  if (!read.ok) {
    throw new AppError('connection_settings_invalid', {
      detail: `${JSON.stringify(host)} cannot be connected to: ${read.reason}.`,
    });
  }
  if (!decideLookup(outbound.policy, read.host, port).allowed) throw hostRefused(host, port);
  if (read.host.kind === 'address') {
    const { address } = read.host;
    return Object.freeze({ name: address, port, serverName: null, addresses: [address] });
  }
  const { name } = read.host;
  const addresses = await lookUp(outbound.lookup, name);
  for (const address of addresses) {
    if (!decideAddress(outbound.policy, read.host, port, address).allowed) throw hostRefused(host, port);
  }
  return Object.freeze({ name, port, serverName: name, addresses });
}

async function lookUp(lookup: Lookup, name: string): Promise<readonly string[]> {
  const found = await lookup(name).catch((cause: unknown) => {
    throw lookupFailed(name, cause);
  });
  if (found.length === 0) throw lookupFailed(name, undefined);
  return Object.freeze(found.map(({ address }) => plainAddress(address)));
}

function lookupFailed(name: string, cause: unknown): AppError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EAI_AGAIN') {
    const detail = `The name server did not answer for ${name}. Retry in a while.`;
    return new AppError('connection_failed', { detail }, { cause });
  }
  const detail = `The host ${name} is not known. Check its spelling, and that it can be resolved where the executor runs.`;
  return new AppError('connection_host_unknown', { detail }, { cause });
}

/** Which address a name has is nobody's business who may not connect to it, so neither it nor its kind is told. */
function hostRefused(host: string, port: number): AppError {
  return new AppError('connection_host_refused', {
    detail: `Connections to ${host}:${port} are not allowed here. Check the host, or ask the operator to add it to the allowed database hosts; one inside a private network also needs its address range there.`,
  });
}

/** A connected socket, and which address it went to. The addresses are tried in their order. */
export async function openSocket(
  { name, port, addresses }: Endpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ readonly socket: Socket; readonly address: string }> {
  let last: unknown;
  for (const address of addresses) {
    try {
      return { socket: await connectTo(address, port, timeoutMs, signal), address };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      last = cause;
    }
  }
  throw new AppError(
    'connection_failed',
    {
      detail: `${name}:${port} does not accept the connection (${codeOf(last)}). Check that the server runs, listens on this port and lets the executor in.`,
    },
    { cause: last },
  );
}

function connectTo(address: string, port: number, timeoutMs: number, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true });
    const giveUp = () => socket.destroy(either.reason);
    either.addEventListener('abort', giveUp);
    if (either.aborted) giveUp();
    const settle = () => {
      either.removeEventListener('abort', giveUp);
      socket.removeListener('error', fail);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
  });
}

function codeOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no answer in time';
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
}
