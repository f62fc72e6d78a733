import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/command.ts';
import { type MortalProcess, startProcess } from './mortal-process.ts';

/** One service and one executor with their data, which outlive any of their processes. */
export interface Installation {
  readonly url: string;
  readonly dataDir: string;
  /** The folder that sources of files may lie in. */
  readonly files: string;
  readonly service: () => MortalProcess;
  readonly executor: () => MortalProcess;
  startService(further?: Readonly<Record<string, string>>): Promise<MortalProcess>;
  /** Another one may be running already; `executor` is the last that was started. */
  startExecutor(further?: Readonly<Record<string, string>>): Promise<MortalProcess>;
  remove(): Promise<void>;
}

/** `databaseUrl` null: the embedded database. */
export async function install(databaseUrl: string | null): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-faults-'));
  const files = join(dataDir, 'files');
  mkdirSync(files);
  writeTables(files);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PLUMBLINE_DATA_DIR: dataDir,
    PLUMBLINE_PORT: String(port),
    PLUMBLINE_EXECUTOR_URL: url,
    PLUMBLINE_EXECUTOR_MEMORY_MIB: '256',
    PLUMBLINE_WEBHOOK_HOSTS: '127.0.0.1',
    PLUMBLINE_RATE_LIMIT_CAPACITY: '1000000',
    PLUMBLINE_RATE_LIMIT_PER_SECOND: '1000000',
    FAULT_FAST_SINCE: String(Date.now()),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
  const all: MortalProcess[] = [];
  let service: MortalProcess | undefined;
  let executor: MortalProcess | undefined;
  const running = (process: MortalProcess | undefined) => {
    if (process === undefined) throw new TypeError('It was never started.');
    return process;
  };
  return {
    url,
    dataDir,
    files,
    service: () => running(service),
    executor: () => running(executor),
    async startService(further = {}) {
      service = await startProcess('service-process.ts', { ...environment, ...further });
      all.push(service);
      return service;
    },
    async startExecutor(further = {}) {
      executor = await startProcess('executor-process.ts', { ...environment, ...further });
      all.push(executor);
      return executor;
    },
    async remove() {
      await Promise.all(all.map((process) => process.kill()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const rows = 300;

/** Two rows of the target have another amount, and one is missing. */
function writeTables(folder: string): void {
  const line = (id: number, amount: number) => `${id},name ${id},${amount}.25`;
  const ids = Array.from({ length: rows }, (_, index) => index + 1);
  const source = ids.map((id) => line(id, id * 3));
  const target = ids.filter((id) => id !== 77).map((id) => line(id, id % 100 === 5 ? 1 : id * 3));
  writeFileSync(join(folder, 'source.csv'), ['id,name,amount', ...source, ''].join('\n'));
  writeFileSync(join(folder, 'target.csv'), ['id,name,amount', ...target, ''].join('\n'));
}
