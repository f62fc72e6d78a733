import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrdinaryUser } from '../../support/temporary-server.ts';

export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** What a client declares to trust it. */
  readonly pem: string;
}

/** A certificate that has signed itself, for one host name, in a folder of the server's own. */
export function makeCertificate(folder: string, hostName: string, owner: OrdinaryUser): Certificate {
  const certificateFile = join(folder, 'server.crt');
  const keyFile = join(folder, 'server.key');
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${hostName}`, '-addext', `subjectAltName=DNS:${hostName}`],
      ...['-keyout', keyFile, '-out', certificateFile],
    ],
    { stdio: 'ignore' },
  );
  for (const file of [certificateFile, keyFile]) {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(file, owner.uid, owner.gid);
  }
  return { certificateFile, keyFile, pem: readFileSync(certificateFile, 'utf8') };
}
