/**
 * How long the answer to an id of another Organization takes beside that to one that nothing has, for every request that
 * can carry ids: in turns, so that what else the machine does meets both alike.
 */
import { activateContoso, type TestService } from '../support/service.ts';
import { idsOf, nowhere, requestsWith, withIds } from './id-requests.ts';
import { type RankTest, rankTest } from './rank-test.ts';
import { seedTenant } from './seeded-tenant.ts';

export interface IdTiming extends RankTest {
  readonly request: string;
}

/** So many pairs, after some that warm both up. */
export async function measureIds(service: TestService, pairs: number): Promise<readonly IdTiming[]> {
  const { owner } = await activateContoso(service);
  const victim = await seedTenant(service.ctx.storage);
  const timings: IdTiming[] = [];
  for (const row of withIds) {
    const ids = idsOf(row, victim);
    const variants = requestsWith(row, ids).length;
    for (let variant = 0; variant < variants; variant += 1) {
      const times = { foreign: [] as number[], unknown: [] as number[] };
      const time = async (kind: keyof typeof times) => {
        const request = requestsWith(row, kind === 'foreign' ? ids : nowhere(ids))[variant];
        if (request === undefined) throw new TypeError('Ids do not change how many requests there are.');
        const started = performance.now();
        await service.send({ ...request, token: owner });
        times[kind].push(performance.now() - started);
      };
      for (let pair = 0; pair < pairs; pair += 1) {
        // Which of them comes first is drawn: the second may find something warm.
        const kinds =
          Math.random() < 0.5 ? (['foreign', 'unknown'] as const) : (['unknown', 'foreign'] as const);
        for (const kind of kinds) await time(kind);
      }
      const warm = Math.ceil(pairs / 10);
      const request = variants === 1 ? row.operationId : `${row.operationId} (${variant + 1})`;
      timings.push({ request, ...rankTest(times.foreign.slice(warm), times.unknown.slice(warm)) });
    }
  }
  return timings;
}
