import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import { operations } from '../../src/contract/operations.ts';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';
import { type Running, scratch, startServe } from '../support/command.ts';

/** Values that stand in no other place than the data: a text, a number and a date. */
export const canaries = { text: 'canary-5f0c8e1b', number: '918273645.37', date: '1937-04-23' };
export const planted = Object.values(canaries);

/** A service that logs and traces all that it can, and what its control plane has of it. */
export interface WatchedService extends Running {
  readonly url: string;
  readonly dataDir: string;
  readonly evidenceDir: string;
  /** Stops it; by place, all that the control plane said and kept. The ids fill in the paths of what is read before. */
  seen(ids: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<string, string>>;
}

export async function startWatched(
  t: { after(fn: () => void): void },
  fileRoot: string,
): Promise<WatchedService> {
  const traces = await collectTraces();
  const evidenceDir = scratch();
  // All that the executor keeps lies elsewhere, so that the data folder is the control plane's alone.
  const service = await startServe(
    t,
    {
      PLUMBLINE_FILE_ROOTS: fileRoot,
      PLUMBLINE_LOG_LEVEL: 'debug',
      PLUMBLINE_EVIDENCE_DIR: evidenceDir,
      PLUMBLINE_EXECUTOR_WORK_DIR: scratch(),
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    },
    [],
  );
  return {
    ...service,
    evidenceDir,
    async seen(ids) {
      const answers = await everyAnswer(service, ids);
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      service.child.kill('SIGTERM');
      await service.finished;
      return new Map([
        ['an answer of the API', answers],
        ['the metrics', metrics],
        ['a log', service.said()],
        ['a trace', Buffer.concat(traces.bodies).toString('latin1')],
        ['the data folder', contentOf(service.dataDir)],
      ]);
    },
  };
}

export function assertNoCanary(control: ReadonlyMap<string, string>): void {
  for (const [where, text] of control) {
    assert.ok(text.length > 1_000, `${where} was looked at`);
    for (const value of planted) {
      const at = text.indexOf(value);
      assert.equal(at, -1, `${value} is in ${where}: …${text.slice(Math.max(0, at - 200), at + 100)}…`);
    }
  }
}

/** Whatever is sent to a collector of traces. */
async function collectTraces(): Promise<{ url: string; bodies: Buffer[] }> {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    for await (const chunk of request) bodies.push(chunk);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

/** What every operation that reads answers with, where its path can be filled in; all but the evidence itself. */
async function everyAnswer(
  { url, dataDir }: { url: string; dataDir: string },
  ids: Readonly<Record<string, unknown>>,
): Promise<string> {
  const token = await mintToken(
    { dataDir, as: 'olivia@contoso.example' },
    { clock: { now: () => new Date() } },
  );
  const answers: string[] = [];
  const client = createClient({
    baseUrl: url,
    token: () => token,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const body = await readFor(streamMs, answer);
      answers.push(body, JSON.stringify([...answer.headers]));
      return new Response(body || null, answer);
    },
  });
  const reads = Object.values(operations).filter(
    ({ method, dataClassification }) => method === 'GET' && dataClassification === 'metadata',
  );
  for (const { operationId, path } of reads) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    if (names.some((name) => ids[name] === undefined)) continue;
    const params = Object.fromEntries(names.map((name) => [name, ids[name]]));
    // What it answers with is looked at, whatever that is: a problem can quote something, too.
    await client.call(operationId, { params, query: {} } as never).catch(() => {});
  }
  assert.ok(answers.length > 40, `${answers.length} answers`);
  return answers.join('\n');
}

/** A stream of events never ends by itself. */
const streamMs = 2_000;

async function readFor(ms: number, answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text();
  const reader = answer.body?.getReader();
  const late = setTimeout(() => void reader?.cancel(), ms);
  const chunks: Uint8Array[] = [];
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    chunks.push(part.value);
  }
  clearTimeout(late);
  return Buffer.concat(chunks).toString();
}

function contentOf(directory: string): string {
  return globSync('**/*', { cwd: directory })
    .map((name) => `${directory}/${name}`)
    .filter((name) => statSync(name).isFile())
    .map((name) => readFileSync(name, 'latin1'))
    .join('\n');
}
