import { eventTypeNames } from '../domain/events/event-types.ts';

/** The types of events that a webhook can choose, without any schema. A test goes to who is tested, whatever it chose. */
export const choosableEventTypes = eventTypeNames.filter((type) => type !== 'plumbline.webhook.test');
