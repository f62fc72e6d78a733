/**
 * `node scripts/write-sbom.ts`: writes what the package is made of into lib/, which `npm pack` does too: `sbom.json`
 * (CycloneDX, by npm) and `licences.md`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dependencies, licenceReport } from './licences.ts';

export function writeSbom(folder = 'lib'): void {
  mkdirSync(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const sbom = execFileSync(
    npm,
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--omit=dev',
      '--package-lock-only',
      '--loglevel=error',
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  );
  writeFileSync(`${folder}/sbom.json`, sbom);
  writeFileSync(`${folder}/licences.md`, licenceReport(dependencies()));
}

if (import.meta.main) writeSbom();
