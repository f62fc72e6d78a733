import Type from 'typebox';
import { maxCatchUpMinutes, tickOutcomes, usualCatchUpMinutes } from '../../domain/schedules/schedule.ts';
import { Count, Etag, list, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { RunStatus, V1PairScope, V1PairsScope, V1TestScope } from './runs.ts';

const V1AllScope = V1('V1AllScope', 'All active tests.', { kind: Type.Literal('all') });

const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Every morning'] });
const CronText = Type.String({
  minLength: 9,
  maxLength: 200,
  description:
    'A cron expression of five parts: minute, hour, day of the month, month, day of the week. Names of months and days, ranges, lists and steps are understood.',
  examples: ['0 6 * * 1-5'],
});
const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The IANA time zone in which the expression is read.',
  examples: ['Europe/Berlin'],
});
const ScheduledScope = Type.Union([V1AllScope, V1PairScope, V1PairsScope, V1TestScope]);
const CatchUpMinutes = Type.Integer({
  minimum: 1,
  maximum: maxCatchUpMinutes,
  format: 'int32',
  description: `How long after a tick its Run may still begin, where the service or the executors were away; ${usualCatchUpMinutes} if left out.`,
});

export const V1CreateSchedule = V1('V1CreateSchedule', 'Runs by the clock.', {
  name: Name,
  cron: CronText,
  timeZone: TimeZone,
  scope: ScheduledScope,
  catchUpMinutes: Type.Optional(nullable(CatchUpMinutes)),
});

export const V1UpdateSchedule = V1('V1UpdateSchedule', 'What is left out stays as it is.', {
  name: Type.Optional(nullable(Name)),
  cron: Type.Optional(nullable(CronText)),
  timeZone: Type.Optional(nullable(TimeZone)),
  scope: Type.Optional(nullable(ScheduledScope)),
  catchUpMinutes: Type.Optional(nullable(CatchUpMinutes)),
});

export const V1Schedule = V1('V1Schedule', 'Runs by the clock.', {
  scheduleUuid: Uuid,
  name: Text(200),
  cron: Text(200),
  timeZone: Text(64),
  scope: ScheduledScope,
  catchUpMinutes: CatchUpMinutes,
  state: Type.Enum(['active', 'paused']),
  nextTicks: list(Timestamp, { maxItems: 5 }),
  lastRunUuid: nullable({ ...Uuid, description: 'The Run that it started last.' }),
  lastRunStatus: nullable({ ...RunStatus, description: 'What that Run came to so far.' }),
  createdAt: Timestamp,
  etag: Etag,
});

export const V1SchedulePage = page('V1SchedulePage', 'One page of schedules.', V1Schedule);

export const V1ScheduleTick = V1('V1ScheduleTick', 'What was decided about a tick.', {
  tickAt: Timestamp,
  outcome: Type.Enum([...tickOutcomes]),
  reason: nullable(
    Text(
      100,
      'Why it was skipped: `previous_run_open`, `too_late`, or the code of the problem that a submission would have met.',
    ),
  ),
  runUuid: nullable({ ...Uuid, description: 'The Run that was started.' }),
  overallStatus: nullable({ ...RunStatus, description: 'What that Run came to so far.' }),
  passedOver: { ...Count, description: 'Earlier ticks that were missed, and that this one stands for.' },
  decidedAt: Timestamp,
});

export const V1ScheduleTickPage = page('V1ScheduleTickPage', 'One page of ticks.', V1ScheduleTick);
