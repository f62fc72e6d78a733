import * as ticks from '../../src/storage/queries/schedule-ticks.ts';
import * as schedules from '../../src/storage/queries/schedules.ts';
import { testStart } from '../support/tenants.ts';
import { seededSchedule } from './seeded-events.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const done = (answer: unknown) => answer === true;

/** The queries of schedules, asked with what belongs to somebody else. */
export const scheduleCases: Record<string, Case> = {
  insertSchedule: {
    ask: async (tx, { scheduleUuid }) => {
      await schedules.insertSchedule(tx, seededSchedule(scheduleUuid));
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getSchedule: {
    ask: (tx, { scheduleUuid }) => schedules.getSchedule(tx, scheduleUuid),
    stranger: undefined,
    owner: something,
  },
  lockSchedule: {
    ask: (tx, { scheduleUuid }) => schedules.lockSchedule(tx, scheduleUuid),
    stranger: undefined,
    owner: something,
  },
  listSchedules: {
    ask: (tx) => schedules.listSchedules(tx, { limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  countSchedules: { ask: schedules.countSchedules, stranger: 0, owner: (answer) => answer === 1 },
  updateSchedule: {
    ask: (tx, { scheduleUuid }) =>
      schedules.updateSchedule(tx, { ...seededSchedule(scheduleUuid), expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  deleteSchedule: {
    ask: (tx, { scheduleUuid }) => schedules.deleteSchedule(tx, { scheduleUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  insertTick: {
    ask: async (tx, { scheduleUuid }) => {
      await ticks.insertTick(tx, scheduleUuid, {
        tickAt: new Date(testStart.getTime() + 1),
        outcome: 'skipped',
        reason: 'too_late',
        runUuid: null,
        passedOver: 0,
        decidedAt: testStart,
      });
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  listTicks: {
    ask: (tx, { scheduleUuid }) => ticks.listTicks(tx, { scheduleUuid, limit: 50, after: null }),
    stranger: [],
    owner: some,
  },
  moveSchedule: {
    ask: (tx, { scheduleUuid }) =>
      ticks.moveSchedule(tx, { scheduleUuid, nextTickAt: testStart, dueAt: testStart }),
    stranger: false,
    owner: done,
  },
};
