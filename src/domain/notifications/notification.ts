export const channels = ['email', 'slack', 'teams'] as const;
export type Channel = (typeof channels)[number];

/** What somebody wants to hear of: each Run that fails, or only that a verdict is another than before. */
export const occasions = ['changes', 'failures'] as const;
export type Occasion = (typeof occasions)[number];

export type RuleState = 'active' | 'paused';

/** Long enough to gather the Runs of one night job, short enough to act upon. */
export const usualGroupMinutes = 5;
export const maxGroupMinutes = 24 * 60;

export const maxRules = 100;
/** As many as somebody reads in one message; the next has the rest. */
export const mostInMessage = 20;
