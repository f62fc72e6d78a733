import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** One numbered script of this folder. It is never changed once released: the next change is the next script. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the script, in hex. */
  readonly checksum: string;
}

const scriptName = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** Every migration of this version of the service, in order. */
export const migrations: readonly Migration[] = Object.freeze(readMigrations(new URL('./', import.meta.url)));

function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((file) => scriptName.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, folder), 'utf8');
      return Object.freeze({
        number: Number(scriptName.exec(file)?.[1]),
        name: file.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      });
    });
}
