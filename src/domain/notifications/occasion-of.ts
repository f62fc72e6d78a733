import type { EventData, EventType } from '../events/event-data.ts';
import type { Occasion } from './notification.ts';

/** Who is to hear of an event; null: nobody, for most of what happens is not worth a message. */
export function occasionOf({
  type,
  data,
}: {
  readonly type: EventType;
  readonly data: object;
}): Occasion | null {
  if (type === 'plumbline.run.verdict_changed') return 'changes';
  if (type !== 'plumbline.run.finished') return null;
  const { overallStatus, cancelled } = data as EventData['plumbline.run.finished'];
  return !cancelled && (overallStatus === 'fail' || overallStatus === 'error') ? 'failures' : null;
}
