import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, Uuid } from '../schema.ts';
import {
  V1CreateSchedule,
  V1Schedule,
  V1SchedulePage,
  V1ScheduleTickPage,
  V1UpdateSchedule,
} from '../schemas/schedules.ts';

const schedulePath = Type.Object({ scheduleUuid: Uuid });

const reading = {
  tag: 'Schedules',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
} as const;

const changing = {
  ...reading,
  minimumRole: 'SVC.APIContributor',
  sideEffects: ['configurationWrite'],
  safety: 'ifMatch',
} as const;

export const createSchedule = operation({
  operationId: 'create_schedule',
  method: 'POST',
  path: '/api/v1/schedules',
  summary: 'Create a schedule',
  description:
    'Starts a Run at each tick of a cron expression, read in a time zone. Of ticks that were missed, the last is made up for if `catchUpMinutes` have not passed. A tick that comes while the Run of the one before still goes is skipped, and the list of ticks says so.',
  ...changing,
  sideEffects: ['configurationWrite', 'validationExecution', 'customerCompute'],
  safety: 'idempotencyKey',
  body: V1CreateSchedule,
  responses: {
    201: {
      description: 'The schedule is active.',
      schema: V1Schedule,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'schedules_exhausted'],
});

export const listSchedules = operation({
  operationId: 'list_schedules',
  method: 'GET',
  path: '/api/v1/schedules',
  summary: 'List schedules',
  description: 'Newest first, each with the ticks that come next.',
  ...reading,
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of schedules.', schema: V1SchedulePage } },
  problems: ['cursor_invalid'],
});

export const getSchedule = operation({
  operationId: 'get_schedule',
  method: 'GET',
  path: '/api/v1/schedules/{scheduleUuid}',
  summary: 'Read a schedule',
  description: 'Returns one schedule with the ETag that changing it needs.',
  ...reading,
  params: schedulePath,
  responses: { 200: { description: 'The schedule.', schema: V1Schedule, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const updateSchedule = operation({
  operationId: 'update_schedule',
  method: 'PATCH',
  path: '/api/v1/schedules/{scheduleUuid}',
  summary: 'Change a schedule',
  description: 'Goes on with the first tick after the change. What is left out stays as it is.',
  ...changing,
  params: schedulePath,
  body: V1UpdateSchedule,
  responses: { 200: { description: 'The schedule.', schema: V1Schedule, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const pauseSchedule = operation({
  operationId: 'pause_schedule',
  method: 'POST',
  path: '/api/v1/schedules/{scheduleUuid}:pause',
  summary: 'Pause a schedule',
  description: 'Starts nothing until it is resumed. A Run that goes already goes on.',
  ...changing,
  params: schedulePath,
  responses: { 200: { description: 'The paused schedule.', schema: V1Schedule, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const resumeSchedule = operation({
  operationId: 'resume_schedule',
  method: 'POST',
  path: '/api/v1/schedules/{scheduleUuid}:resume',
  summary: 'Resume a schedule',
  description: 'Goes on with the next tick; those that came meanwhile are not made up for.',
  ...changing,
  params: schedulePath,
  responses: { 200: { description: 'The active schedule.', schema: V1Schedule, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const deleteSchedule = operation({
  operationId: 'delete_schedule',
  method: 'DELETE',
  path: '/api/v1/schedules/{scheduleUuid}',
  summary: 'Delete a schedule',
  description: 'Forgets the schedule and its ticks. The Runs that it started stay.',
  ...changing,
  params: schedulePath,
  responses: { 204: { description: 'The schedule is deleted.' } },
  problems: ['not_found'],
});

export const listScheduleTicks = operation({
  operationId: 'list_schedule_ticks',
  method: 'GET',
  path: '/api/v1/schedules/{scheduleUuid}/ticks',
  summary: 'List the ticks of a schedule',
  description: 'What was decided about each tick, newest first: the Run that was started, or why none was.',
  ...reading,
  params: schedulePath,
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of ticks.', schema: V1ScheduleTickPage } },
  problems: ['not_found', 'cursor_invalid'],
});
