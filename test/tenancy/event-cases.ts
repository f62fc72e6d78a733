import * as events from '../../src/storage/queries/events.ts';
import * as observed from '../../src/storage/queries/observed-states.ts';
import { lockPreparedSchema } from '../../src/storage/queries/prepared-schemas.ts';
import { verdictBefore } from '../../src/storage/queries/runs-verdicts.ts';
import { newUuid, testStart } from '../support/tenants.ts';
import type { Case } from './wrong-tenant.test.ts';

const something = (answer: unknown) => answer !== undefined;
const some = (answer: unknown) => Array.isArray(answer) && answer.length > 0;

const event = () =>
  ({
    eventUuid: newUuid(),
    type: 'plumbline.entitlement.changed',
    subject: 'entitlement',
    occurredAt: testStart,
    data: {},
  }) as const;

/** The queries of events and of what they tell of, asked with what belongs to somebody else. */
export const eventCases: Record<string, Case> = {
  // Everybody counts for themselves: the seeded tenant has one event already.
  appendEvent: {
    ask: async (tx) => (await events.appendEvent(tx, event())).sequence,
    stranger: 1,
    owner: (answer) => answer === 2,
  },
  listEvents: {
    ask: (tx) => events.listEvents(tx, { limit: 50, direction: 'asc', after: null }),
    stranger: [],
    owner: some,
  },
  getEvent: { ask: (tx) => events.getEvent(tx, 1), stranger: undefined, owner: something },
  eventBounds: {
    ask: (tx) => events.eventBounds(tx),
    stranger: { first: 0, last: 0 },
    owner: (answer) => (answer as { last: number }).last === 1,
  },
  lockObservedStates: {
    ask: (tx) => observed.lockObservedStates(tx),
    stranger: undefined,
    owner: something,
  },
  keepObservedStates: {
    ask: async (tx) => {
      await observed.keepObservedStates(tx, { executorState: 'absent', entitlementState: 'expired' });
      return (await observed.lockObservedStates(tx))?.entitlementState;
    },
    stranger: 'expired',
    owner: (answer) => answer === 'expired',
  },
  lockPreparedSchema: {
    ask: (tx, { preparationUuid }) => lockPreparedSchema(tx, preparationUuid),
    stranger: undefined,
    owner: something,
  },
  verdictBefore: {
    ask: (tx, { finishedRunUuid: retryOf }) =>
      verdictBefore(tx, { runUuid: newUuid(), scopeKey: '', submittedAt: testStart, retryOf }),
    stranger: undefined,
    owner: something,
  },
};
