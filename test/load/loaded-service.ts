import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface LoadedTenant {
  readonly token: string;
  readonly datasetPairUuid: string;
  readonly sourceDatasetUuid: string;
  readonly targetDatasetUuid: string;
}

export interface ServiceReady {
  readonly port: number;
  readonly executorToken: string;
  readonly tenants: readonly LoadedTenant[];
}

export interface ServiceFigures {
  /** After a collection. */
  readonly heapBytes: number;
  readonly connections: number;
}

export interface LoadedService extends ServiceReady {
  figures(): Promise<ServiceFigures>;
  stop(): Promise<void>;
}

export async function startLoadedService(): Promise<LoadedService> {
  const script = fileURLToPath(new URL('service-process.ts', import.meta.url));
  const child = fork(script, [], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const died = ended.then(([code]) => {
    throw new Error(`The service ended with ${code}.`);
  });
  died.catch(() => {});
  const told = async <T>(): Promise<T> => (await Promise.race([once(child, 'message'), died]))[0] as T;
  const ready = await told<ServiceReady>();
  return {
    ...ready,
    figures() {
      const answer = told<ServiceFigures>();
      child.send('figures');
      return answer;
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
