import { type RawBuilder, sql } from 'kysely';
import { type RunScope, type RunStatus, runScopes, runStatuses } from '../../domain/runs/run.ts';
import { foldCase } from '../fold-case.ts';
import type { TenantTx } from '../tenant-tx.ts';
import { type RunRecord, runColumns } from './runs.ts';

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

/** A search looks at this many Runs first, in the order of the list: a text that many have fills a page from them. */
const walkedRuns = 500;

/**
 * A text that no more Runs than this have is looked up in an index, and what is found is sorted: about 10 µs for each. A
 * text that more have is soon met by reading on in the order of the list, at about 2 µs for each Run on the way.
 */
const lookedUpRuns = 5_000;

/** One page of Runs. Every page of a list costs the same, whatever it is filtered and sorted by. */
export async function listRuns(tx: TenantTx, request: RunListRequest): Promise<readonly ListedRun[]> {
  if (request.search === null) return await run(tx, pageOf(request));
  const text = foldCase(request.search);
  const near = await run(tx, nearby(request, text));
  if (near.length === request.limit) return near;
  const { found, runs } = await lookUp(tx, request, text);
  return found <= lookedUpRuns ? runs : await run(tx, pageOf(request, holds(text)));
}

type Fragment = RawBuilder<unknown>;

async function run<Row = ListedRun>(tx: TenantTx, query: Fragment): Promise<readonly Row[]> {
  const { rows } = await (query as RawBuilder<Row>).execute(tx);
  return rows;
}

/**
 * The first Runs after the position that meet a condition. With a filter there is a range for each scope and status that
 * it leaves: each is read in the order of its index, and no further than a page.
 */
function pageOf(request: RunListRequest, condition: Fragment = sql`true`, extra: Fragment = sql``): Fragment {
  const { direction, limit, sortBy } = request;
  const way = sql.raw(direction);
  const ranges = rangesOf(request).map(
    (filter) => sql`(SELECT ${columns(request)}${extra} FROM plumbline.runs
      WHERE ${afterPosition(request)} AND ${matches(filter)} AND ${condition}
      ORDER BY ${sql.ref(sortColumns[sortBy])} ${way}, run_uuid ${way} LIMIT ${sql.lit(limit)})`,
  );
  return inOrder(sql.join(ranges, sql` UNION ALL `), request);
}

/**
 * The limit is written out: as a parameter it might be anything to a plan that is kept, so that PostgreSQL would rather
 * plan every page anew, which takes about as long as reading it.
 */
function inOrder(runs: Fragment, { direction, limit }: RunListRequest): Fragment {
  const way = sql.raw(direction);
  return sql`SELECT * FROM (${runs}) AS list ORDER BY "sortValue" ${way}, "runUuid" ${way} LIMIT ${sql.lit(limit)}`;
}

function rangesOf({ validationTestUuid, scope, status }: RunListRequest): readonly RunFilter[] {
  if (validationTestUuid === null && scope === null && status === null) return [noFilter];
  // Only Runs of these scopes are of one test.
  const possible = validationTestUuid === null ? runScopes : (['validation_test', 'retry'] as const);
  const scopes = scope === null ? possible : [scope];
  const statuses = status === null ? runStatuses : [status];
  return scopes.flatMap((ofScope) =>
    statuses.map((ofStatus) => ({ validationTestUuid, scope: ofScope, status: ofStatus })),
  );
}

const noFilter: RunFilter = { validationTestUuid: null, scope: null, status: null };

/** Those of the next Runs that hold the text. */
function nearby(request: RunListRequest, text: string): Fragment {
  const walked = Math.max(request.limit, Math.ceil(walkedRuns / rangesOf(request).length));
  const next = pageOf({ ...request, limit: walked }, sql`true`, sql`, ${holds(text)} AS "isFound"`);
  return inOrder(sql`SELECT * FROM (${next}) AS next WHERE "isFound"`, request);
}

/** How many Runs hold the text, as far as they are counted, and the first of them after the position. */
async function lookUp(
  tx: TenantTx,
  request: RunListRequest,
  text: string,
): Promise<{ readonly found: number; readonly runs: readonly ListedRun[] }> {
  // One by one, by its id (LIMIT 1 keeps it so): few are found, and what else a filter would leave may be many.
  const listed = sql`SELECT each.* FROM found CROSS JOIN LATERAL (
      SELECT ${columns(request)} FROM plumbline.runs
      WHERE run_uuid = found.run_uuid AND ${afterPosition(request)} AND ${matches(request)} LIMIT 1) AS each`;
  const rows = await run<ListedRun & { found: number }>(
    tx,
    sql`WITH found AS MATERIALIZED (SELECT run_uuid FROM plumbline.search_runs(${text}, ${lookedUpRuns + 1}))
      SELECT counted.found, list.* FROM (SELECT count(*) AS found FROM found) AS counted
      LEFT JOIN (${inOrder(listed, request)}) AS list ON true
      ORDER BY "sortValue" ${sql.raw(request.direction)}, "runUuid" ${sql.raw(request.direction)}`,
  );
  return { found: Number(rows[0]?.found ?? 0), runs: rows.filter(({ runUuid }) => runUuid !== null) };
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
  return sql`coalesce(${sql.join(within, sql` OR `)}, false)`;
}
