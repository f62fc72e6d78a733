import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testReport } from '../support/runs.ts';
import { Answers, LoadClient, type LoadRequest } from './drive.ts';
import { type LoadedTenant, type ServiceFigures, startLoadedService } from './loaded-service.ts';

export interface LoadReport {
  readonly steady: Answers;
  readonly runsSubmitted: number;
  readonly runsFinished: number;
  /** Of one quiet tenant: among all others at their steady rate, and with one of them at full speed. */
  readonly quietAlone: Answers;
  readonly quietBesideHog: Answers;
  readonly hog: Answers;
  readonly overload: Answers;
  /** Refusals that did not say when to come again. */
  readonly silentRefusals: number;
  readonly recovered: Answers;
  readonly figures: { readonly early: ServiceFigures; readonly late: ServiceFigures };
}

/** A client of each tenant sends a request and waits so long: 50 tenants come to some hundred a second. */
const pauseMs = 100;
const overloadClients = 500;
const hogClients = 32;

/**
 * Steady load, then one tenant at full speed, then more clients than there are places, then calm again. `tell` hears of
 * each phase when it is over, so that one that fails does not take those before it along.
 */
export async function runLoad(
  { steadySeconds }: { readonly steadySeconds: number },
  tell: (phase: Partial<LoadReport>) => void = () => {},
): Promise<LoadReport> {
  const service = await startLoadedService();
  const client = new LoadClient(service.port);
  const [quiet, hog, ...others] = service.tenants;
  if (quiet === undefined || hog === undefined) throw new TypeError('There are fifty tenants.');
  const work = startWork(client, service.executorToken);
  const runs = { submitted: 0 };
  const mix = (tenant: LoadedTenant) => steadyMix(tenant, runs);
  const ask = (tenants: readonly LoadedTenant[], seconds: number, pause: number) =>
    driveAll(client, tenants.map(mix), seconds, pause);
  const told = <Phase extends Partial<LoadReport>>(phase: Phase): Phase => {
    tell(phase);
    return phase;
  };
  try {
    await ask(service.tenants, Math.max(5, steadySeconds / 10), pauseMs);
    const early = await service.figures();
    const steady = await ask(service.tenants, steadySeconds, pauseMs);
    const steadyPhase = told({ steady, figures: { early, late: await service.figures() } });

    const sharedPhase = told(
      await askBeside(
        {
          quiet: (seconds) => driveAll(client, [mix(quiet)], seconds, pauseMs / 5),
          others: (seconds) => ask(others, seconds, pauseMs),
          hog: (seconds) => driveAll(client, Array(hogClients).fill(mix(hog)), seconds, 0),
        },
        Math.max(5, steadySeconds / 6),
      ),
    );

    let silentRefusals = 0;
    const clients = Array.from({ length: overloadClients }, (_, index) =>
      mix(service.tenants[index % service.tenants.length] ?? quiet),
    );
    const overload = await driveAll(client, clients, Math.max(3, steadySeconds / 20), 0, (answer) => {
      if ((answer.status === 429 || answer.status === 503) && answer.retryAfter < 1) silentRefusals += 1;
    });
    const overloadPhase = told({ overload, silentRefusals });
    // What was taken of the rate while it pressed comes back by the second.
    await sleep(3_000);
    const recovered = await ask(service.tenants, Math.max(3, steadySeconds / 20), pauseMs);
    const runsFinished = await work.stop();
    const lastPhase = told({ recovered, runsSubmitted: runs.submitted, runsFinished });
    return { ...steadyPhase, ...sharedPhase, ...overloadPhase, ...lastPhase };
  } finally {
    await work.stop();
    client.close();
    await service.stop();
  }
}

type Mix = () => LoadRequest;
type Drive = (seconds: number) => Promise<Answers>;

/** What else the machine does changes by the minute: with short rounds in turns it meets both alike. */
const roundSeconds = 5;

/** How the quiet one fares beside the others, and beside them and one who asks without a pause; so long each. */
async function askBeside(
  drive: { readonly quiet: Drive; readonly others: Drive; readonly hog: Drive },
  seconds: number,
): Promise<Pick<LoadReport, 'quietAlone' | 'quietBesideHog' | 'hog'>> {
  const [quietAlone, quietBesideHog, hog] = [new Answers(), new Answers(), new Answers()];
  for (let round = 0; round < seconds / roundSeconds; round += 1) {
    const [alone] = await Promise.all([drive.quiet(roundSeconds), drive.others(roundSeconds)]);
    quietAlone.addAll(alone);
    const [beside, , pressing] = await Promise.all([
      drive.quiet(roundSeconds),
      drive.others(roundSeconds),
      drive.hog(roundSeconds),
    ]);
    quietBesideHog.addAll(beside);
    hog.addAll(pressing);
  }
  return { quietAlone, quietBesideHog, hog };
}

/** What a console, a pipeline and people ask, in turns. */
function steadyMix(tenant: LoadedTenant, runs: { submitted: number }): Mix {
  const { token, datasetPairUuid, ...datasets } = tenant;
  const get = (path: string): LoadRequest => ({ method: 'GET', path, token });
  const turns: readonly Mix[] = [
    () => get('runs?limit=20'),
    () => get('organization-members'),
    () => get(`dataset-pairs/${datasetPairUuid}`),
    () => ({
      method: 'POST',
      path: 'comparison-resolutions',
      token,
      body: {
        context: { kind: 'datasets', ...datasets },
        surface: 'valueField',
        sourceField: 'amount',
        targetField: 'amount',
      },
    }),
    () => get('validation-tests?limit=20'),
    () => get('datasets'),
    () => get('runs?limit=5&sortBy=status'),
    () => get('operations?limit=5'),
    () => get('events?limit=10'),
    () => {
      runs.submitted += 1;
      const scope = { kind: 'dataset_pair', datasetPairUuid };
      return { method: 'POST', path: 'runs', token, key: randomUUID(), body: { scope } };
    },
  ];
  let turn = Math.floor(Math.random() * turns.length);
  return () => {
    turn += 1;
    const next = turns[turn % turns.length];
    if (next === undefined) throw new TypeError('A turn is one of the list.');
    return next();
  };
}

/** Each mix by a client of its own, one request after the other, for a time. */
async function driveAll(
  client: LoadClient,
  mixes: readonly Mix[],
  seconds: number,
  pause: number,
  look: (answer: Awaited<ReturnType<LoadClient['send']>>) => void = () => {},
): Promise<Answers> {
  const answers = new Answers();
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    mixes.map(async (next) => {
      await sleep(Math.random() * pause);
      while (performance.now() < until) {
        const answer = await client.send(next());
        answers.add(answer);
        look(answer);
        if (pause > 0) await sleep(pause);
      }
    }),
  );
  return answers;
}

/** Executors that find everything as it should be: what is loaded is the service, not the engine. */
function startWork(client: LoadClient, token: string) {
  const stopped = new AbortController();
  let finished = 0;
  const post = (path: string, body: unknown) =>
    client.send({ method: 'POST', path: `execution/${path}`, token, body });
  const claim = {
    executorUuid: randomUUID(),
    protocolVersions: [1],
    software: 'load/1.0',
    connectors: ['files', 'postgresql', 'mysql'],
    capacity: 16,
  };
  const execute = async () => {
    const { status, body } = await post('claims', claim);
    const { leases } = status === 200 ? JSON.parse(body) : { leases: [] };
    for (const { workUuid, fencingNumber, task } of leases) {
      const tests = task.specification.tests.map(({ id }: { id: string }) => testReport(id));
      const engine = { name: 'load', version: '1' };
      const result = { kind: 'run.compare', tests, engine, storeUuid: null, durationMs: 1 };
      const outcome = { status: 'succeeded', result };
      const ended = await post(`leases/${workUuid}:complete`, { fencingNumber, outcome });
      if (ended.status === 200) finished += 1;
    }
    return leases.length;
  };
  const working = (async () => {
    while (!stopped.signal.aborted) if ((await execute()) === 0) await sleep(50);
    // What still waits is done too: nothing that was accepted is left.
    while ((await execute()) > 0);
  })();
  return {
    /** Resolves to how many Runs were brought to their end. */
    async stop(): Promise<number> {
      stopped.abort();
      await working;
      return finished;
    },
  };
}
