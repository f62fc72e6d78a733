import type { Database } from './databases/database.ts';
import { mayRunAgain } from './databases/failures.ts';
import { connectionForOneRead } from './databases/plain-read.ts';
import { type TenantRead, type TenantTx, tenantReadOver, tenantTxOver } from './tenant-tx.ts';

/** Two transactions that fail each other thrice in a row are not unlucky but wrong. */
const mostRuns = 3;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `Storage.withTenant`. */
export async function runInTenant<T>(
  database: Database,
  orgUuid: string,
  fn: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  assertUuid(orgUuid);
  for (let run = 1; ; run += 1) {
    const steps: (() => Promise<void>)[] = [];
    const hooks: (() => void)[] = [];
    const end = {
      beforeCommit: (step: () => Promise<void>) => void steps.push(step),
      afterCommit: (hook: () => void) => void hooks.push(hook),
    };
    try {
      const result = await database.inTenant(orgUuid, async (connection) => {
        const answer = await fn(tenantTxOver(connection, end));
        // A step may add another.
        for (const step of steps) await step();
        return answer;
      });
      for (const hook of hooks) hook();
      return result;
    } catch (error) {
      if (run === mostRuns || !mayRunAgain(error)) throw error;
    }
  }
}

/** `Storage.readTenant`. */
export async function readInTenant<T>(
  database: Database,
  orgUuid: string,
  fn: (read: TenantRead) => Promise<T>,
): Promise<T> {
  assertUuid(orgUuid);
  return fn(tenantReadOver(connectionForOneRead((query) => database.readInTenant(orgUuid, query))));
}

function assertUuid(orgUuid: string): void {
  if (!uuid.test(orgUuid)) throw new TypeError(`${orgUuid} is not the UUID of an Organization.`);
}
