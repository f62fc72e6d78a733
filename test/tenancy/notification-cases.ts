import * as items from '../../src/storage/queries/notification-items.ts';
import * as rules from '../../src/storage/queries/notification-rules.ts';
import { testStart } from '../support/tenants.ts';
import { seededRule } from './seeded-events.ts';
import type { Case } from './wrong-tenant.test.ts';

const made = 'a row of its own';
const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
const done = (answer: unknown) => answer === true;

/** The queries of notifications, asked with what belongs to somebody else. */
export const notificationCases: Record<string, Case> = {
  insertRule: {
    ask: async (tx, { ruleUuid }) => {
      await rules.insertRule(tx, seededRule(ruleUuid));
      return made;
    },
    stranger: made,
    owner: (answer) => answer === 'conflict',
  },
  getRule: { ask: (tx, { ruleUuid }) => rules.getRule(tx, ruleUuid), stranger: undefined, owner: something },
  lockRule: {
    ask: (tx, { ruleUuid }) => rules.lockRule(tx, ruleUuid),
    stranger: undefined,
    owner: something,
  },
  lockRulesFor: { ask: (tx) => rules.lockRulesFor(tx, 'changes'), stranger: [], owner: some },
  listRules: { ask: (tx) => rules.listRules(tx, { limit: 50, after: null }), stranger: [], owner: some },
  countRules: { ask: rules.countRules, stranger: 0, owner: (answer) => answer === 1 },
  updateRule: {
    ask: (tx, { ruleUuid }) =>
      rules.updateRule(tx, { ...seededRule(ruleUuid), state: 'paused', expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  deleteRule: {
    ask: (tx, { ruleUuid }) => rules.deleteRule(tx, { ruleUuid, expectedVersion: 1 }),
    stranger: false,
    owner: done,
  },
  addNotificationItems: {
    ask: async (tx, { ruleUuid }) => {
      await items.removeNotificationItems(tx, { ruleUuid, sequences: [1] });
      await items.addNotificationItems(tx, { ruleUuids: [ruleUuid], sequence: 1 });
      return made;
    },
    stranger: 'no such row',
    owner: (answer) => answer === made,
  },
  waitingEvents: {
    ask: (tx, { ruleUuid }) => items.waitingEvents(tx, { ruleUuid, limit: 50 }),
    stranger: [],
    owner: some,
  },
  removeNotificationItems: {
    ask: async (tx, { ruleUuid }) => {
      const before = await items.waitingEvents(tx, { ruleUuid, limit: 50 });
      await items.removeNotificationItems(tx, { ruleUuid, sequences: [1] });
      return before.length - (await items.waitingEvents(tx, { ruleUuid, limit: 50 })).length;
    },
    stranger: 0,
    owner: (answer) => answer === 1,
  },
  setWaitingSince: {
    ask: (tx, { ruleUuid }) => items.setWaitingSince(tx, { ruleUuid, since: testStart }),
    stranger: false,
    owner: done,
  },
};
