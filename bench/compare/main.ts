/**
 * `node bench/compare/main.ts [--rows N] [--only MEASURE,…] [--repetitions N] [--peers] [--folder DIR]`
 *
 * Measures comparisons against statements written out by hand in DuckDB, on the same files, with the same limits, each
 * in a process of its own and in turn, so that what else the machine does meets all of them alike. The median counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ContenderName, Limits } from './contenders.ts';
import { makeNarrowPair, makePairs, type Pair } from './datasets.ts';
import { type Peer, peers, runPeer } from './peers.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    only: { type: 'string' },
    repetitions: { type: 'string', default: '3' },
    peers: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'plumbline-bench-compare') },
  },
});
const rows = Number(values.rows);
const repetitions = Number(values.repetitions);
const gibibyte = 2 ** 30;

interface Taken {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

interface Line {
  readonly measure: string;
  readonly ours: string;
  readonly rival: string;
  readonly ratio: number;
  readonly wanted: string;
  readonly ok: boolean;
}

const measures: Record<string, () => Promise<readonly Line[]>> = {
  few: async () => {
    const { few } = await makePairs(values.folder, rows);
    const [ours, rival] = inTurn(['compareRows', few], ['fullOuterJoin', few]);
    return [
      timeLine('223 differences: time by one full outer join', ours, rival, 0.85),
      memoryLine('223 differences: memory by the same', ours, rival, 0.35),
    ];
  },
  equal: async () => {
    const { equal } = await makePairs(values.folder, rows);
    const [ours, rival] = inTurn(['compareRows', equal], ['scanBoth', equal]);
    return [timeLine('equal sides: time by merely reading both', ours, rival, 1.35)];
  },
  all: async () => {
    const { all } = await makePairs(values.folder, rows);
    const [ours, rival] = inTurn(['compareRows', all], ['fullOuterJoin', all]);
    return [timeLine('every row different: time by one full outer join', ours, rival, 1.3)];
  },
  functions: async () => {
    const { few } = await makePairs(values.folder, rows);
    const [ours, rival] = inTurn(['compareAllFunctions', few], ['fusedAggregates', few]);
    return [timeLine('eleven functions, every column: time by one fused query a side', ours, rival, 1.5)];
  },
  sharing: async () => {
    const { few } = await makePairs(values.folder, rows);
    const [ours] = inTurn(['compareAllFunctions', few]);
    const rival = run('compareTestByTest', few);
    return [timeLine('eleven functions, every column: time by test after test', ours, rival, 1 / 8)];
  },
  large: async () => {
    const [small, large] = [
      await makeNarrowPair(values.folder, rows),
      await makeNarrowPair(values.folder, rows * 10),
    ];
    const bounded = { memoryBytes: gibibyte };
    const [rival] = inTurn(['compareRows', small, bounded]);
    return [
      timeLine(
        'ten times the rows in 1 GiB: time by the rows',
        run('compareRows', large, bounded),
        rival,
        12,
      ),
    ];
  },
};

const wanted = values.only?.split(',') ?? Object.keys(measures);
const unknown = wanted.filter((name) => measures[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(measures).join(', ')}.`);
  process.exit(2);
}
const lines: Line[] = [];
for (const name of wanted) lines.push(...((await measures[name]?.()) ?? []));
if (values.peers) lines.push(...(await measurePeers()));
print(lines);
process.exit(lines.every(({ ok }) => ok) ? 0 : 1);

type Entry = readonly [ContenderName, Pair, Partial<Limits>?];

/** The medians of all contenders, which take turns. */
function inTurn<const E extends readonly Entry[]>(...entries: E): { readonly [K in keyof E]: Taken } {
  const taken = entries.map((): Taken[] => []);
  for (let turn = 0; turn < repetitions; turn += 1) {
    for (const [index, [name, pair, limits]] of entries.entries())
      taken[index]?.push(run(name, pair, limits));
  }
  return taken.map(median) as { readonly [K in keyof E]: Taken };
}

function run(name: ContenderName, { source, target }: Pair, limits: Partial<Limits> = {}): Taken {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const all: Limits = { memoryBytes: 8 * gibibyte, threads: availableParallelism(), folder, ...limits };
  try {
    const child = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'child.ts'),
        name,
        source,
        target,
        JSON.stringify(all),
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (child.status !== 0) throw new Error(`${name} ended with ${child.status ?? child.signal}.`);
    const taken: Taken = JSON.parse(child.stdout);
    const { wallSeconds, cpuSeconds, peakBytes } = taken;
    console.error(
      `${name}: ${wallSeconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of processors, ${megabytes(peakBytes)}`,
    );
    return taken;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function median(taken: readonly Taken[]): Taken {
  const middle = (read: (one: Taken) => number) =>
    taken.map(read).sort((a, b) => a - b)[taken.length >> 1] ?? 0;
  return {
    wallSeconds: middle(({ wallSeconds }) => wallSeconds),
    cpuSeconds: middle(({ cpuSeconds }) => cpuSeconds),
    peakBytes: middle(({ peakBytes }) => peakBytes),
  };
}

function timeLine(measure: string, ours: Taken, rival: Taken, limit: number): Line {
  const ratio = ours.wallSeconds / rival.wallSeconds;
  const seconds = ({ wallSeconds }: Taken) => `${wallSeconds.toFixed(2)} s`;
  return line(measure, seconds(ours), seconds(rival), ratio, limit);
}

function memoryLine(measure: string, ours: Taken, rival: Taken, limit: number): Line {
  return line(
    measure,
    megabytes(ours.peakBytes),
    megabytes(rival.peakBytes),
    ours.peakBytes / rival.peakBytes,
    limit,
  );
}

function line(measure: string, ours: string, rival: string, ratio: number, limit: number): Line {
  return { measure, ours, rival, ratio, wanted: `≤ ${Number(limit.toFixed(3))}`, ok: ratio <= limit };
}

/** Other tools on the same files: five times as fast, with a quarter of the memory. */
async function measurePeers(): Promise<readonly Line[]> {
  const { few } = await makePairs(values.folder, rows);
  const [ours] = inTurn(['compareRows', few]);
  return peers.flatMap((peer: Peer) => {
    const taken = runPeer(peer, few, values.folder);
    if (taken === null) return [];
    console.error(
      `${peer.name}: ${taken.wallSeconds.toFixed(2)} s, ${taken.cpuSeconds.toFixed(2)} s of processors, ${megabytes(taken.peakBytes)}`,
    );
    return [
      timeLine(`223 differences: time by ${peer.name}`, ours, taken, 0.2),
      memoryLine(`223 differences: memory by ${peer.name}`, ours, taken, 0.25),
    ];
  });
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function print(all: readonly Line[]): void {
  const table = [
    ['measure', 'ours', 'rival', 'ratio', 'wanted', 'ok'],
    ...all.map(({ measure, ours, rival, ratio, wanted: limit, ok }) => [
      measure,
      ours,
      rival,
      ratio.toFixed(3),
      limit,
      ok ? 'yes' : 'NO',
    ]),
  ];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  console.log(`${rows} rows, ${availableParallelism()} processors, median of ${repetitions}`);
  for (const cells of table)
    console.log(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
