import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedIdentity } from '../../../src/providers/identity/embedded/embedded-identity.ts';
import type { EmbeddedIdentity } from '../../../src/providers/identity/embedded/embedded-identity-options.ts';
import type { TokenVerifier } from '../../../src/providers/identity/identity-settings.ts';
import { createTokenVerifier } from '../../../src/providers/identity/token-verifier.ts';

export const clock = { now: () => new Date() };

/** The embedded identity behind a real server on a port of its own. */
export interface IdentityServer extends AsyncDisposable {
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly identity: EmbeddedIdentity;
  readonly verifier: TokenVerifier;
  /** What the identity logged: tests expect nothing. */
  readonly logged: readonly unknown[];
  /** Closes the identity and starts another on the same data, as a restart of the service does. */
  restart(): Promise<void>;
}

export async function startIdentityServer(): Promise<IdentityServer> {
  const dataDir = await temporaryFolder();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logged: unknown[] = [];
  const log = { info: () => {}, warn: (fields: object) => logged.push(fields) };
  const start = () => createEmbeddedIdentity({ publicUrl, dataDir, audience: 'api://plumbline', clock, log });
  let identity = await start();
  server.on('request', (request, response) => identity.handler(request, response));
  return {
    publicUrl,
    dataDir,
    logged,
    get identity() {
      return identity;
    },
    get verifier() {
      return createTokenVerifier(identity.settings, { clock });
    },
    async restart() {
      identity.close();
      identity = await start();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      identity.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'plumbline-identity-'));
}
