import { CompiledQuery } from 'kysely';
import type { BillingProvider } from '../../domain/billing.ts';
import type { Database } from '../databases/database.ts';

/** The tenant that a subscription belongs to; null when nobody has claimed it. */
export async function findSubscriber(
  database: Database,
  input: { readonly provider: BillingProvider; readonly subscriptionId: string },
): Promise<string | null> {
  const [found] = await database.read<{ orgUuid: string | null }>(
    CompiledQuery.raw('SELECT plumbline.find_subscriber($1, $2) AS "orgUuid"', [
      input.provider,
      input.subscriptionId,
    ]),
  );
  return found?.orgUuid ?? null;
}
