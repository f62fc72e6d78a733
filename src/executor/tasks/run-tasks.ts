import type { Task, TaskResult } from '../../domain/execution/protocol.ts';
import { type EvidenceReading, readEvidence } from '../evidence/read-evidence.ts';
import { type RunComparisons, runCompare } from '../runs/run-compare.ts';
import type { RunTask, TaskContext } from './run-task.ts';

/** Does every kind of task, over whatever kind of source it names. */
export function runTasks(parts: RunComparisons & EvidenceReading): RunTask {
  const { openSource, store } = parts;
  return async (task: Task, context: TaskContext): Promise<TaskResult> => {
    switch (task.kind) {
      case 'source.test':
        return { kind: task.kind, ...(await openSource(task.source).test(context)) };
      case 'source.browse':
        return { kind: task.kind, ...(await openSource(task.source).browse(task, context)) };
      case 'dataset.prepare': {
        const { source, dataset } = task;
        return { kind: task.kind, ...(await openSource(source).prepare(dataset.locator, context)) };
      }
      case 'run.compare':
        return runCompare(parts, task, context);
      case 'evidence.read':
        await readEvidence(parts, task, context.signal);
        return { kind: task.kind };
      case 'evidence.delete':
        for (const folder of task.folders) await store.remove(folder);
        return { kind: task.kind };
    }
  };
}
