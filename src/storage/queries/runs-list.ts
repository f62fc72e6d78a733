import { type RawBuilder, sql } from 'kysely';
import { type RunScope, type RunStatus, runScopes, runStatuses } from '../../domain/runs/run.ts';
import type { TenantTx } from '../tenant-tx.ts';
import { foldCase, type RunRecord, runColumns } from './runs.ts';

/** What Runs can be sorted by, and the column that each goes by. Runs that are equal in it stand in order of their ids. */
const sortColumns = {
  name: 'name_key',
  status: 'status',
  tests: 'test_count',
  results: 'result_count',
  startedAt: 'listed_at',
} as const;
export type RunSort = keyof typeof sortColumns;
export const runSorts = Object.freeze(Object.keys(sortColumns)) as readonly RunSort[];

export interface RunFilter {
  readonly validationTestUuid: string | null;
  readonly status: RunStatus | null;
  readonly scope: RunScope | null;
}

export interface RunListRequest extends RunFilter {
  readonly limit: number;
  readonly sortBy: RunSort;
  readonly direction: 'asc' | 'desc';
  /** Where the page before ended. */
  readonly after: RunPosition | null;
  /** Found as it is written, but for its case, in the name, the scope label, the single-test function or the id. */
  readonly search: string | null;
}

/** The place of a Run in a list. */
export interface RunPosition {
  readonly value: string | number | Date;
  readonly runUuid: string;
}

export interface ListedRun extends RunRecord {
  /** What the list is sorted by. */
  readonly sortValue: RunPosition['value'];
}

/**
 * A search looks at this many Runs first, in the order of the list: a text that many have fills a page from them. One
 * that few have is then looked up in an index, and few are soon sorted.
 */
const walkedRuns = 500;

/** One page of Runs. Every page of a list costs the same, whatever it is filtered and sorted by. */
export async function listRuns(tx: TenantTx, request: RunListRequest): Promise<readonly ListedRun[]> {
  const { search, limit } = request;
  if (search === null) return await run(tx, ordered(ranges(request), request));
  const text = foldCase(search);
  const walked = ordered(ranges(request, holds(text)), { ...request, limit: walkedRuns });
  const found = await run(tx, ordered(sql`SELECT * FROM (${walked}) AS walked WHERE "isFound"`, request));
  return found.length === limit ? found : await run(tx, ordered(lookedUp(request, text), request));
}

type Fragment = RawBuilder<unknown>;

async function run(tx: TenantTx, query: Fragment): Promise<readonly ListedRun[]> {
  const { rows } = await (query as RawBuilder<ListedRun>).execute(tx);
  return rows;
}

function ordered(
  runs: Fragment,
  { direction, limit }: Pick<RunListRequest, 'direction' | 'limit'>,
): Fragment {
  const way = sql.raw(direction);
  return sql`SELECT * FROM (${runs}) AS list ORDER BY "sortValue" ${way}, "runUuid" ${way} LIMIT ${limit}`;
}

/**
 * The Runs after a position. With a filter, a range for each scope and status that it leaves: each is in order in an
 * index, and PostgreSQL merges them as they are read.
 */
function ranges(request: RunListRequest, extra: Fragment = sql``): Fragment {
  const { validationTestUuid, scope, status } = request;
  const base = sql`SELECT ${columns(request)}${extra} FROM plumbline.runs WHERE ${afterPosition(request)}`;
  if (validationTestUuid === null && scope === null && status === null) return base;
  const scopes = scope === null ? runScopes : [scope];
  const statuses = status === null ? runStatuses : [status];
  const each = scopes.flatMap((ofScope) =>
    statuses.map((ofStatus) => sql`${base} AND ${matches({ ...request, scope: ofScope, status: ofStatus })}`),
  );
  return sql.join(each, sql` UNION ALL `);
}

/** The Runs after a position that hold a text, in no order. */
function lookedUp(request: RunListRequest, text: string): Fragment {
  return sql`SELECT ${columns(request)} FROM plumbline.runs
    WHERE ${afterPosition(request)} AND ${matches(request)}
      AND run_uuid IN (SELECT run_uuid FROM plumbline.search_runs(${text}))`;
}

const shownColumns = sql.join(
  runColumns.map((column) => {
    const [name = column, shown = name] = column.split(' as ');
    return sql`${sql.ref(name)} AS ${sql.ref(shown)}`;
  }),
);

function columns({ sortBy }: RunListRequest): Fragment {
  return sql`${shownColumns}, ${sql.ref(sortColumns[sortBy])} AS "sortValue"`;
}

function afterPosition({ after, sortBy, direction }: RunListRequest): Fragment {
  if (after === null) return sql`true`;
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return sql`(${sql.ref(sortColumns[sortBy])}, run_uuid) ${beyond} (${after.value}, ${after.runUuid})`;
}

function matches({ validationTestUuid, scope, status }: RunFilter): Fragment {
  const conditions = [
    ...(validationTestUuid === null ? [] : [sql`validation_test_uuid = ${validationTestUuid}`]),
    ...(scope === null ? [] : [sql`scope = ${scope}`]),
    ...(status === null ? [] : [sql`status = ${status}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/** LIKE would take some characters of the text for patterns. */
function holds(text: string): Fragment {
  const within = ['name_key', 'scope_label_key', 'lower(function_code)', 'run_uuid::text'].map(
    (place) => sql`position(${text}::text IN ${sql.raw(place)}) > 0`,
  );
  return sql`, coalesce(${sql.join(within, sql` OR `)}, false) AS "isFound"`;
}
