import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedVersionMismatch } from './embedded-errors.ts';

/** The engine that this folder was written for and tested with. It leans on internals: another may lose data. */
export const testedEngine: VersionStamp = Object.freeze({ pglite: '0.5.16', postgresMajor: 18 });

/** What made a cluster: written into it before it is put in place, so a cluster always has one. */
export interface VersionStamp {
  readonly pglite: string;
  readonly postgresMajor: number;
}

const stampFile = 'plumbline-version.json';

export function stampOf(cluster: string): string {
  return join(cluster, stampFile);
}

/** The folder of the installed PGlite package. */
export function enginePackage(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
}

export function requireTestedEngine(installed: string = installedEngine()): void {
  if (installed === testedEngine.pglite) return;
  throw new EmbeddedVersionMismatch(
    `The installed @electric-sql/pglite is ${installed}; the embedded database is tested with ${testedEngine.pglite} ` +
      'and leans on its internals. Install the pinned version with npm ci.',
  );
}

function installedEngine(): string {
  return String(JSON.parse(readFileSync(join(enginePackage(), 'package.json'), 'utf8')).version);
}

/** A cluster of another major version cannot be opened, whatever it contains. */
export function requireReadableCluster(cluster: string): void {
  const stamp = readStamp(cluster);
  if (stamp?.postgresMajor === testedEngine.postgresMajor) return;
  const written =
    stamp === undefined ? 'an unknown version' : `PostgreSQL ${stamp.postgresMajor} (PGlite ${stamp.pglite})`;
  throw new EmbeddedVersionMismatch(
    `The embedded database in ${cluster} was written by ${written}, and this release reads PostgreSQL ` +
      `${testedEngine.postgresMajor}. With the release that wrote it run \`plumbline export FILE\`, then with this one ` +
      '`plumbline import FILE` into a new directory (PLUMBLINE_DATA_DIR) or into PostgreSQL (DATABASE_URL).',
  );
}

function readStamp(cluster: string): VersionStamp | undefined {
  try {
    const stamp = JSON.parse(readFileSync(stampOf(cluster), 'utf8'));
    return typeof stamp.postgresMajor === 'number' ? stamp : undefined;
  } catch {
    return undefined;
  }
}
