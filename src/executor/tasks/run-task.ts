import type { Task, TaskProgress, TaskReport, TaskResult } from '../../domain/execution/protocol.ts';

/** What a task may use while it runs. */
export interface TaskContext {
  /** Aborted when the result is not wanted any more: the lease is lost, the work cancelled, the executor stopping. */
  readonly signal: AbortSignal;
  /** How far the task is; told to the service with the next sign of life. */
  progress(progress: TaskProgress): void;
  /** Hands over what is known already. Never fails the task: what is not received comes with the result. */
  report(report: TaskReport): Promise<void>;
  /** What to undo where the result does not count: another has the work, or it was called off as it ended. */
  ifVoid(undo: () => Promise<void>): void;
}

/** Does one task. Rejects with an `AppError` that is meant for the person who asked; anything else is a defect. */
export type RunTask = (task: Task, context: TaskContext) => Promise<TaskResult>;
