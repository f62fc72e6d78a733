import { CompiledQuery } from 'kysely';
import type { Database } from '../databases/database.ts';

export interface ExpiredEvidence {
  readonly orgUuid: string;
  readonly runUuid: string;
}

/** Runs whose evidence was written before then and is kept still, the oldest first. */
export async function expiredEvidence(
  database: Database,
  input: { readonly before: Date; readonly limit: number },
): Promise<ExpiredEvidence[]> {
  return await database.run<ExpiredEvidence>(
    CompiledQuery.raw(
      'SELECT org_uuid AS "orgUuid", run_uuid AS "runUuid" FROM plumbline.expired_evidence($1, $2)',
      [input.before, input.limit],
    ),
  );
}
