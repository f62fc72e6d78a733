import { AppError } from '../../domain/app-error.ts';
import type { SourceKind, SourceSettings } from '../../domain/catalog/source.ts';
import { violates } from '../databases/failures.ts';
import type { TenantRead, TenantTx } from '../tenant-tx.ts';

export interface SourceRecord {
  readonly sourceUuid: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly settings: SourceSettings;
  /** Encrypted; null where the source has no password. */
  readonly secret: string | null;
  readonly createdAt: Date;
  readonly version: number;
}

export interface NewSource {
  readonly sourceUuid: string;
  readonly name: string;
  readonly settings: SourceSettings;
  readonly secret: string | null;
  readonly createdAt: Date;
}

const columns = [
  'source_uuid as sourceUuid',
  'name',
  'kind',
  'settings',
  'secret',
  'created_at as createdAt',
  'version',
] as const;

export async function insertSource(tx: TenantTx, input: NewSource): Promise<void> {
  await tx
    .insertInto('plumbline.sources')
    .values({
      source_uuid: input.sourceUuid,
      name: input.name,
      kind: input.settings.kind,
      settings: JSON.stringify(input.settings),
      secret: input.secret,
      created_at: input.createdAt,
    })
    .execute();
}

export async function getSource(tx: TenantRead, sourceUuid: string): Promise<SourceRecord | undefined> {
  return await tx
    .selectFrom('plumbline.sources')
    .select(columns)
    .where('source_uuid', '=', sourceUuid)
    .executeTakeFirst();
}

/** Newest first; `after` is the last id of the page before. */
export async function listSources(
  tx: TenantRead,
  page: { limit: number; after: string | null; kind?: SourceKind },
): Promise<SourceRecord[]> {
  let query = tx.selectFrom('plumbline.sources').select(columns);
  if (page.kind !== undefined) query = query.where('kind', '=', page.kind);
  if (page.after !== null) query = query.where('source_uuid', '<', page.after);
  return await query.orderBy('source_uuid', 'desc').limit(page.limit).execute();
}

/** False when it has changed or is gone; a dataset that was made of it at the same moment is `source_in_use`. */
export async function deleteSource(
  tx: TenantTx,
  input: { sourceUuid: string; expectedVersion: number },
): Promise<boolean> {
  try {
    const { numDeletedRows } = await tx
      .deleteFrom('plumbline.sources')
      .where('source_uuid', '=', input.sourceUuid)
      .where('version', '=', input.expectedVersion)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  } catch (error) {
    if (!violates(error, 'datasets_source')) throw error;
    const detail = 'A dataset of the source was created at the same moment. Delete it first.';
    throw new AppError('source_in_use', { detail }, { cause: error });
  }
}
