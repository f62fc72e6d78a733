import type { Body } from '../../api/queries.ts';

type Schedule = Body<'get_schedule'>;
type Scope = Schedule['scope'];

/** What somebody writes into the form of a schedule. */
export interface ScheduleDraft {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  /** None: all active tests. */
  readonly pairs: readonly string[];
  readonly catchUpMinutes: number;
}

export const rhythms = [
  { value: '0 6 * * 1-5', label: 'Working days at 06:00' },
  { value: '0 6 * * *', label: 'Every day at 06:00' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 3 * * 1', label: 'Mondays at 03:00' },
] as const;

/** The zone of whoever sits before the browser. */
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeZones: readonly string[] = [
  ...new Set(['UTC', here, ...Intl.supportedValuesOf('timeZone')]),
];

/** As the service has it where nothing is said. */
const usualCatchUpMinutes = 60;

export const newDraft: ScheduleDraft = {
  name: '',
  cron: rhythms[0].value,
  timeZone: here,
  pairs: [],
  catchUpMinutes: usualCatchUpMinutes,
};

export function draftOf({ name, cron, timeZone, scope, catchUpMinutes }: Schedule): ScheduleDraft {
  return { name, cron, timeZone, pairs: pairsOf(scope), catchUpMinutes };
}

function pairsOf(scope: Scope): readonly string[] {
  if (scope.kind === 'dataset_pair') return [scope.datasetPairUuid];
  return scope.kind === 'dataset_pairs' ? scope.datasetPairUuids : [];
}

/** What is sent. A schedule of one test, which the API makes, keeps it: `scope` is left out. */
export function settingsOf({ name, cron, timeZone, catchUpMinutes }: ScheduleDraft) {
  return { name: name.trim(), cron: cron.trim(), timeZone, catchUpMinutes };
}

export function scopeOf({ pairs }: ScheduleDraft): Scope {
  const [first, ...others] = pairs;
  if (first === undefined) return { kind: 'all' };
  return others.length === 0
    ? { kind: 'dataset_pair', datasetPairUuid: first }
    : { kind: 'dataset_pairs', datasetPairUuids: [...pairs] };
}
