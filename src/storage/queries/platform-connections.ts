import { sql } from 'kysely';
import { AppError } from '../../domain/app-error.ts';
import {
  type Dependant,
  maxListedDependants,
  type RemovalPlanState,
} from '../../domain/catalog/removal-plan.ts';
import { type PlatformKind, type PlatformSettings, platformKinds } from '../../domain/catalog/source.ts';
import { violates } from '../databases/failures.ts';
import type { TenantTx } from '../tenant-tx.ts';

export interface ConnectionRecord {
  readonly sourceUuid: string;
  readonly name: string;
  readonly kind: PlatformKind;
  readonly settings: PlatformSettings;
  /** Encrypted; null where the connection has no secret. */
  readonly secret: string | null;
  readonly stagedRemovalPlanUuid: string | null;
  readonly createdAt: Date;
  readonly version: number;
}

function connections(tx: TenantTx) {
  return tx
    .selectFrom('plumbline.sources')
    .leftJoin('plumbline.removal_plans', (join) =>
      join
        .onRef('plumbline.removal_plans.source_uuid', '=', 'plumbline.sources.source_uuid')
        .on('plumbline.removal_plans.state', '=', 'staged'),
    )
    .select([
      'plumbline.sources.source_uuid as sourceUuid',
      'plumbline.sources.name',
      'plumbline.sources.kind',
      'plumbline.sources.settings',
      'plumbline.sources.secret',
      'plumbline.removal_plans.plan_uuid as stagedRemovalPlanUuid',
      'plumbline.sources.created_at as createdAt',
      'plumbline.sources.version',
    ])
    .where('plumbline.sources.kind', 'in', platformKinds)
    .$narrowType<{ kind: PlatformKind; settings: PlatformSettings }>();
}

export async function getConnection(tx: TenantTx, sourceUuid: string): Promise<ConnectionRecord | undefined> {
  return await connections(tx).where('plumbline.sources.source_uuid', '=', sourceUuid).executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listConnections(
  tx: TenantTx,
  page: { limit: number; after: string | null; kind?: PlatformKind },
): Promise<ConnectionRecord[]> {
  let query = connections(tx);
  if (page.kind !== undefined) query = query.where('plumbline.sources.kind', '=', page.kind);
  if (page.after !== null) query = query.where('plumbline.sources.source_uuid', '<', page.after);
  return await query.orderBy('plumbline.sources.source_uuid', 'desc').limit(page.limit).execute();
}

/** What is shown of the connection has changed, and with it its ETag. False when it has another version by now. */
export async function touchConnection(
  tx: TenantTx,
  input: { sourceUuid: string; expectedVersion: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plumbline.sources')
    .set({ version: sql`version + 1` })
    .where('source_uuid', '=', input.sourceUuid)
    .where('version', '=', input.expectedVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** All that cannot be without the source: the first of them by kind and age, and how many there are. */
export async function dependantsOfSource(
  tx: TenantTx,
  sourceUuid: string,
): Promise<{ readonly dependants: readonly Dependant[]; readonly count: number }> {
  const { rows } = await sql<Dependant & { readonly count: number }>`
    WITH used AS (
      SELECT dataset_uuid, name FROM plumbline.datasets WHERE source_uuid = ${sourceUuid}
    ),
    paired AS (
      SELECT dataset_pair_uuid, name FROM plumbline.dataset_pairs
      WHERE source_dataset_uuid IN (SELECT dataset_uuid FROM used)
         OR target_dataset_uuid IN (SELECT dataset_uuid FROM used)
    ),
    dependants AS (
      SELECT 1 AS place, 'dataset' AS kind, dataset_uuid AS uuid, name FROM used
      UNION ALL
      SELECT 2, 'datasetPair', dataset_pair_uuid, name FROM paired
      UNION ALL
      SELECT 3, 'validationTest', t.validation_test_uuid, t.name FROM plumbline.validation_tests AS t
      WHERE t.dataset_pair_uuid IN (SELECT dataset_pair_uuid FROM paired)
    )
    SELECT kind, uuid AS "resourceUuid", name, count(*) OVER () AS count FROM dependants
    ORDER BY place, uuid LIMIT ${maxListedDependants}
  `.execute(tx);
  return {
    dependants: rows.map(({ kind, resourceUuid, name }) => ({ kind, resourceUuid, name })),
    count: rows[0]?.count ?? 0,
  };
}

export interface RemovalPlanRecord {
  readonly planUuid: string;
  readonly sourceUuid: string;
  readonly state: RemovalPlanState;
  readonly dependants: readonly Dependant[];
  readonly dependantCount: number;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
  readonly version: number;
}

const planColumns = [
  'plan_uuid as planUuid',
  'source_uuid as sourceUuid',
  'state',
  'dependants',
  'dependant_count as dependantCount',
  'created_at as createdAt',
  'cancelled_at as cancelledAt',
  'version',
] as const;

/** A connection that has a staged plan already is `removal_staged`. */
export async function insertRemovalPlan(
  tx: TenantTx,
  input: Pick<RemovalPlanRecord, 'planUuid' | 'sourceUuid' | 'dependants' | 'dependantCount' | 'createdAt'>,
): Promise<void> {
  try {
    await tx
      .insertInto('plumbline.removal_plans')
      .values({
        plan_uuid: input.planUuid,
        source_uuid: input.sourceUuid,
        dependants: JSON.stringify(input.dependants),
        dependant_count: input.dependantCount,
        created_at: input.createdAt,
      })
      .execute();
  } catch (error) {
    if (!violates(error, 'removal_plans_staged')) throw error;
    const detail = 'The removal of this connection is staged already. Review that plan, or cancel it first.';
    throw new AppError('removal_staged', { detail }, { cause: error });
  }
}

export async function getRemovalPlan(
  tx: TenantTx,
  input: { sourceUuid: string; planUuid: string },
): Promise<RemovalPlanRecord | undefined> {
  return await tx
    .selectFrom('plumbline.removal_plans')
    .select(planColumns)
    .where('source_uuid', '=', input.sourceUuid)
    .where('plan_uuid', '=', input.planUuid)
    .executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listRemovalPlans(
  tx: TenantTx,
  page: { sourceUuid: string; limit: number; after: string | null },
): Promise<RemovalPlanRecord[]> {
  let query = tx
    .selectFrom('plumbline.removal_plans')
    .select(planColumns)
    .where('source_uuid', '=', page.sourceUuid);
  if (page.after !== null) query = query.where('plan_uuid', '<', page.after);
  return await query.orderBy('plan_uuid', 'desc').limit(page.limit).execute();
}

/** Undefined unless it is staged. */
export async function cancelRemovalPlan(
  tx: TenantTx,
  input: { planUuid: string; at: Date },
): Promise<RemovalPlanRecord | undefined> {
  return await tx
    .updateTable('plumbline.removal_plans')
    .set({ state: 'cancelled', cancelled_at: input.at, version: sql`version + 1` })
    .where('plan_uuid', '=', input.planUuid)
    .where('state', '=', 'staged')
    .returning(planColumns)
    .executeTakeFirst();
}
