import { one, text } from '../../search-params.ts';

const statuses = ['pending', 'running', 'pass', 'fail', 'no_results', 'error'] as const;
const scopes = ['all', 'dataset_pair', 'dataset_pairs', 'validation_test', 'retry'] as const;
const sorts = ['name', 'status', 'tests', 'results', 'startedAt'] as const;
const directions = ['asc', 'desc'] as const;

export type RunSort = (typeof sorts)[number];

/** The address of a list of Runs: every filter and order that the API has. */
export interface RunsSearch {
  readonly status?: (typeof statuses)[number];
  readonly scope?: (typeof scopes)[number];
  readonly search?: string;
  readonly test?: string;
  readonly sortBy?: RunSort;
  readonly direction?: (typeof directions)[number];
}

/** Reads the address; what it does not know it leaves out, so that an old link still leads somewhere. */
export function readRunsSearch(raw: Record<string, unknown>): RunsSearch {
  return {
    ...one('status', statuses, raw),
    ...one('scope', scopes, raw),
    ...text('search', raw),
    ...text('test', raw),
    ...one('sortBy', sorts, raw),
    ...one('direction', directions, raw),
  };
}
