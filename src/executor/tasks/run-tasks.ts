import type { Task, TaskResult } from '../../domain/execution/protocol.ts';
import type { OpenSource } from './opened-source.ts';
import type { RunTask, TaskContext } from './run-task.ts';

/** Does every kind of task, over whatever kind of source it names. */
export function runTasks(openSource: OpenSource): RunTask {
  return async (task: Task, context: TaskContext): Promise<TaskResult> => {
    const source = openSource(task.source);
    switch (task.kind) {
      case 'source.test':
        return { kind: task.kind, ...(await source.test(context)) };
      case 'source.browse':
        return { kind: task.kind, ...(await source.browse(task, context)) };
      case 'dataset.prepare':
        return { kind: task.kind, ...(await source.prepare(task.dataset.locator, context)) };
    }
  };
}
