import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import type { DatabricksSettings } from '../../src/domain/catalog/source.ts';
import { dataFolder } from './data-folder.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';
import { testedSpark } from './spark.ts';

/** The Spark of the suite as a connection leads to a workspace: by HTTPS, at port 443. */
export interface SparkWorkspace {
  readonly settings: DatabricksSettings;
  readonly secret: string;
  /** What an executor is started with, to trust the certificate of the workspace. */
  readonly environment: { readonly NODE_EXTRA_CA_CERTS: string };
}

/** All of 127.0.0.0/8 is this machine: with an address of its own, a process finds port 443 free. */
function ownAddress(pid: number): string {
  return [127, (pid >> 16) & 255, (pid >> 8) & 255, pid & 255].join('.');
}

export async function openSparkWorkspace(t: { after(fn: () => void): void }): Promise<SparkWorkspace> {
  const { port, token } = testedSpark();
  const host = ownAddress(process.pid);
  const certificate = selfSignedCertificate(host, host);
  const server = createServer(certificate, (encrypted) => {
    const plain = connect(port, '127.0.0.1');
    encrypted.pipe(plain).pipe(encrypted);
    encrypted.on('error', () => plain.destroy());
    plain.on('error', () => encrypted.destroy());
  });
  // Ports below 1024 are root's, unless net.ipv4.ip_unprivileged_port_start says otherwise.
  server.listen(443, host);
  await once(server, 'listening');
  t.after(() => void server.close());
  return {
    settings: {
      kind: 'databricks',
      host,
      httpPath: '/sql/1.0/warehouses/interpreting',
      catalog: 'spark_catalog',
      authentication: 'token',
      clientId: null,
    },
    secret: token,
    environment: {
      NODE_EXTRA_CA_CERTS: `${dataFolder({ 'authority.pem': certificate.cert })}/authority.pem`,
    },
  };
}
