import { sql } from 'kysely';
import type { SourceKind } from '../../domain/catalog/source.ts';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { anyOf } from '../any-of.ts';
import type { TenantTx } from '../tenant-tx.ts';

/** A test that can be run; what it is like is copied where it lies (`insertResults`). */
export interface RunnableTest {
  readonly validationTestUuid: string;
  readonly name: string;
  readonly functionCode: FunctionCode;
  readonly datasetPairUuid: string;
  /** What kinds of source its datasets are in. */
  readonly sourceKinds: BySide<SourceKind>;
}

/** Which tests: the active ones, of all or some pairs, or some tests, be they active or not. */
export type TestSelection =
  | { readonly active: 'all' }
  | { readonly active: readonly string[] }
  | { readonly validationTestUuids: readonly string[] };

/** Pair by pair. */
export async function listRunnableTests(
  tx: TenantTx,
  input: { readonly selection: TestSelection; readonly limit: number },
): Promise<RunnableTest[]> {
  const { selection } = input;
  let query = withSources(tx)
    .innerJoin('plumbline.validation_tests as t', (join) =>
      join.onRef('t.org_uuid', '=', 'p.org_uuid').onRef('t.dataset_pair_uuid', '=', 'p.dataset_pair_uuid'),
    )
    .select([
      't.validation_test_uuid as validationTestUuid',
      't.name',
      't.function_code as functionCode',
      't.dataset_pair_uuid as datasetPairUuid',
      'source.kind as sourceKind',
      'target.kind as targetKind',
    ]);
  if ('validationTestUuids' in selection) {
    query = query.where('t.validation_test_uuid', '=', anyOf(selection.validationTestUuids));
  } else {
    // Written out, not a parameter: a prepared plan only uses a partial index whose condition it can see.
    query = query.where('t.status', '=', sql.lit('active'));
    if (selection.active !== 'all') query = query.where('t.dataset_pair_uuid', '=', anyOf(selection.active));
  }
  const rows = await query
    .orderBy('t.dataset_pair_uuid')
    .orderBy('t.validation_test_uuid')
    .limit(input.limit)
    .execute();
  return rows.map(({ sourceKind, targetKind, ...test }) => ({
    ...test,
    sourceKinds: { source: sourceKind, target: targetKind },
  }));
}

/** The pairs of these that exist, with their names. */
export async function findPairNames(
  tx: TenantTx,
  datasetPairUuids: readonly string[],
): Promise<{ readonly datasetPairUuid: string; readonly name: string }[]> {
  return await tx
    .selectFrom('plumbline.dataset_pairs')
    .select(['dataset_pair_uuid as datasetPairUuid', 'name'])
    .where('dataset_pair_uuid', '=', anyOf(datasetPairUuids))
    .orderBy('dataset_pair_uuid')
    .execute();
}

/** Which kinds of source the pairs of the Organization bring together. */
export async function pairedSourceKinds(tx: TenantTx): Promise<BySide<SourceKind>[]> {
  return await withSources(tx)
    .select(['source.kind as source', 'target.kind as target'])
    .distinct()
    .execute();
}

function withSources(tx: TenantTx) {
  return tx
    .selectFrom('plumbline.dataset_pairs as p')
    .innerJoin('plumbline.datasets as sd', (join) =>
      join.onRef('sd.org_uuid', '=', 'p.org_uuid').onRef('sd.dataset_uuid', '=', 'p.source_dataset_uuid'),
    )
    .innerJoin('plumbline.datasets as td', (join) =>
      join.onRef('td.org_uuid', '=', 'p.org_uuid').onRef('td.dataset_uuid', '=', 'p.target_dataset_uuid'),
    )
    .innerJoin('plumbline.sources as source', (join) =>
      join.onRef('source.org_uuid', '=', 'sd.org_uuid').onRef('source.source_uuid', '=', 'sd.source_uuid'),
    )
    .innerJoin('plumbline.sources as target', (join) =>
      join.onRef('target.org_uuid', '=', 'td.org_uuid').onRef('target.source_uuid', '=', 'td.source_uuid'),
    );
}
