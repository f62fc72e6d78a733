import { setTimeout as sleep } from 'node:timers/promises';
import { checkOrphans } from './check-orphans.ts';
import { executorPoints, servicePoints } from './failpoint.ts';
import { type Installation, install } from './installation.ts';
import type { MortalProcess } from './mortal-process.ts';
import { startReceiver } from './receiver.ts';
import { type Submission, Workload } from './workload.ts';

export interface StormReport {
  readonly kills: number;
  /** At their failpoint; the others were killed at a random moment, because their way did not lead past it. */
  readonly atFailpoint: number;
  readonly runs: number;
  /** Three kills had met the same work; the Run said so, and a retry settled it. */
  readonly retried: number;
  readonly evidenceRead: number;
  /** Ticks of schedules that started a Run, one each. */
  readonly ticks: number;
  /** Events that were written, each of which reached the receiver. */
  readonly told: number;
}

/** Longer than a Run of this size takes on a busy machine. */
const reachedWithinMs = 6_000;

/**
 * Kills the service and the executor, in turns, `kills` times at every failpoint there is, while Runs are submitted,
 * cancelled and retried. At the end everything is started once more, and nothing may be missing.
 */
export async function storm(databaseUrl: string | null, kills: number): Promise<StormReport> {
  const points = interleave(
    servicePoints.map((point) => ({ victim: 'service' as const, point })),
    executorPoints.map((point) => ({ victim: 'executor' as const, point })),
  );
  const receiver = await startReceiver();
  const installation = await install(databaseUrl);
  try {
    await installation.startService();
    await installation.startExecutor();
    const workload = await Workload.prepare(installation);
    await workload.tell(receiver.url);
    let atFailpoint = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { victim, point } = points[kill % points.length] ?? { victim: 'service', point: '' };
      const died = await killAt(installation, workload, victim, point, Math.floor(kill / points.length) + 1);
      if (died) atFailpoint += 1;
    }
    const ticks = await workload.adoptTicks();
    const retried = await workload.check();
    const evidenceRead = await workload.checkEvidence();
    const told = await workload.checkEvents(receiver.told);
    await checkOrphans(installation, databaseUrl);
    return { kills, atFailpoint, runs: workload.accepted, retried, evidenceRead, ticks, told };
  } finally {
    await installation.remove();
    receiver.close();
  }
}

async function killAt(
  installation: Installation,
  workload: Workload,
  victim: 'service' | 'executor',
  point: string,
  round: number,
): Promise<boolean> {
  // Later rounds die at a later hit, so that a Run is caught at another stage.
  const armed = { FAILPOINT: point, FAILPOINT_HIT: String(1 + (round % 2)) };
  const start = victim === 'service' ? installation.startService : installation.startExecutor;
  await installation[victim]().kill();
  const mortal = await start(armed);
  const submitting = submitFor(workload, point, mortal);
  const died = await Promise.race([
    mortal.ended.then((how) => how === 'SIGKILL'),
    sleep(reachedWithinMs).then(() => false),
  ]);
  if (mortal.isAlive()) await mortal.kill();
  await start();
  await submitting;
  return died;
}

/** Leads the victim past the point. */
async function submitFor(workload: Workload, point: string, victim: MortalProcess): Promise<void> {
  if (point.startsWith('tick')) return await workload.schedule();
  const what: readonly Submission[] = point.includes('cancel')
    ? ['cancelled', 'cancelled']
    : point.includes('retry')
      ? ['cancelled']
      : point.includes('/runs/all')
        ? ['all', 'all']
        : ['pair', 'test'];
  for (const submission of what) {
    const runUuid = await workload.submit(submission);
    if (submission === 'cancelled' && point.includes('retry')) await workload.retry(runUuid);
    if (!victim.isAlive()) return;
  }
}

/** Two lists as one, each spread evenly. */
function interleave<A, B>(long: readonly A[], short: readonly B[]): readonly (A | B)[] {
  const every = Math.ceil(long.length / short.length);
  return long.flatMap((item, index) => {
    const other = index % every === 0 ? short[index / every] : undefined;
    return other === undefined ? [item] : [item, other];
  });
}
