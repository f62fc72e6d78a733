import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../cli/configuration/settings.ts';
import { StartRefusal } from '../domain/start-refusal.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** The address for processes on this machine: the public one may lead over a proxy. */
  readonly localUrl: string;
}

/** Where the service will be reached. Known before it listens, because the identity's issuer is part of it. */
export async function chooseAddress(settings: Settings): Promise<Address> {
  const host = settings.PLUMBLINE_HOST;
  const port = settings.PLUMBLINE_PORT === 0 ? await freePort(host) : settings.PLUMBLINE_PORT;
  const localUrl = `http://${reachableHost(host)}:${port}`;
  return { host, port, publicUrl: originOf(settings.PLUMBLINE_PUBLIC_URL ?? localUrl), localUrl };
}

export async function listen(app: FastifyInstance, { host, port }: Address): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartRefusal(
        `Port ${port} on ${host} is in use. Stop what uses it, or choose another: PLUMBLINE_PORT=8081 npm start`,
      );
    case 'EACCES':
      return new StartRefusal(`Port ${port} needs more rights than this user has. Choose one above 1023.`);
    case 'EADDRNOTAVAIL':
      return new StartRefusal(`This machine has no address ${host}. Set PLUMBLINE_HOST to one that it has.`);
    default:
      return error;
  }
}

function originOf(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
    return url.origin;
  throw new StartRefusal(
    `PLUMBLINE_PUBLIC_URL must be an http or https address without a path, not ${text}.`,
  );
}

/** A wildcard is an address to bind, not one to call. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function freePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explain(error, host, 0))).listen(0, host, resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new TypeError('The probe has no port.');
  return address.port;
}
