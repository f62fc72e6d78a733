import type { Task, TaskResult } from '../../domain/execution/protocol.ts';
import type { OpenSource } from './opened-source.ts';
import type { RunTask, TaskContext } from './run-task.ts';

/** Does every kind of task, over whatever kind of source it names. */
export function runTasks(openSource: OpenSource): RunTask {
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
      case 'evidence.read':
      case 'evidence.delete':
        throw new TypeError(`This executor does no work of kind ${task.kind}.`);
    }
  };
}
