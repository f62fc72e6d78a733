import type { DuckDbSession } from '../../connectors/duckdb/duckdb-session.ts';
import { TaskFolder } from './task-folder.ts';

/** What all tasks of an executor share. */
export interface EngineResources {
  /** An existing folder for copies and spill files. */
  readonly workFolder: string;
  /** Of all tasks together. */
  readonly memoryLimitBytes: number;
  /** The most tasks at once. */
  readonly tasks: number;
  /** Of one task; 0: one for each processor. */
  readonly threads: number;
}

export interface TaskEngine extends AsyncDisposable {
  readonly session: DuckDbSession;
  readonly folder: TaskFolder;
}

/** DuckDB needs some tens of megabytes to read a file at all. */
const leastMemoryBytes = 64 * 1024 * 1024;

/** An engine for one task, which can open these files and folders and the folder of the task, and nothing else. */
export async function openTaskEngine(
  { workFolder, memoryLimitBytes, tasks, threads }: EngineResources,
  files: readonly string[],
  folders: readonly string[] = [],
): Promise<TaskEngine> {
  // The engine's library is large; an executor that only browses never loads it.
  const { DuckDbSession } = await import('../../connectors/duckdb/duckdb-session.ts');
  const folder = await TaskFolder.create(workFolder);
  try {
    const session = await DuckDbSession.open({
      allowedDirectories: [folder.path, ...folders],
      allowedPaths: files,
      memoryLimitBytes: Math.max(leastMemoryBytes, Math.floor(memoryLimitBytes / tasks)),
      spillDirectory: folder.spill,
      maxSpillBytes: await folder.spillableBytes(tasks),
      threads,
    });
    return {
      session,
      folder,
      async [Symbol.asyncDispose]() {
        await session.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}
