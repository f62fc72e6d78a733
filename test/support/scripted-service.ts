import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { Compile } from 'typebox/compile';
import { V1ClaimWork, V1Completion, V1Heartbeat, V1Report } from '../../src/contract/schemas/execution.ts';
import type { TaskOutcome } from '../../src/domain/execution/protocol.ts';

/** What the service answers with: a status and a body, or a connection that breaks. */
export type Answer = { readonly status: number; readonly body: unknown } | 'broken';

/** What a call of the protocol asked for. */
export interface Call {
  readonly verb: 'claims' | 'heartbeat' | 'report' | 'complete';
  readonly workUuid: string | null;
  readonly authorization: string;
  // biome-ignore lint/suspicious/noExplicitAny: it was checked against the schema of its verb
  readonly body: any;
}

const schemas = {
  claims: Compile(V1ClaimWork),
  heartbeat: Compile(V1Heartbeat),
  report: Compile(V1Report),
  complete: Compile(V1Completion),
};

export interface ScriptedService {
  readonly url: string;
  readonly calls: readonly Call[];
  outcomes(): readonly TaskOutcome[];
  /** Resolves with the first call, past or to come, that fits. */
  called(fits: (call: Call) => boolean): Promise<Call>;
}

/** A service that says what a test wants it to say, over real HTTP; whatever it is asked must fit the contract. */
export async function startScriptedService(
  t: TestContext,
  answer: (call: Call, nth: number) => Answer,
): Promise<ScriptedService> {
  const calls: Call[] = [];
  const waiting = new Set<{ fits: (call: Call) => boolean; found: (call: Call) => void }>();
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    const nth = (counts.get(call.verb) ?? 0) + 1;
    counts.set(call.verb, nth);
    calls.push(call);
    for (const waiter of waiting) if (waiter.fits(call)) waiter.found(call);
    const said = answer(call, nth);
    if (said === 'broken') return void request.socket.destroy();
    response.writeHead(said.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(said.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    outcomes: () => calls.filter(({ verb }) => verb === 'complete').map(({ body }) => body.outcome),
    called: (fits) => {
      const past = calls.find(fits);
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((found) => waiting.add({ fits, found }));
    },
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const path = decodeURIComponent(request.url ?? '');
  const [, workUuid = null, verb = 'claims'] =
    /^\/api\/v1\/execution\/leases\/([0-9a-f-]{36}):(heartbeat|report|complete)$/.exec(path) ?? [];
  if (workUuid === null) assert.equal(path, '/api/v1/execution/claims');
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const schema = schemas[verb as Call['verb']];
  assert.ok(schema.Check(body), `${verb} ${JSON.stringify(schema.Errors(body))}`);
  return { verb: verb as Call['verb'], workUuid, authorization: request.headers.authorization ?? '', body };
}

export const noWork: Answer = { status: 200, body: { protocolVersion: 1, leases: [], pollAfterSeconds: 1 } };
export const received: Answer = { status: 200, body: { received: true } };
export const alive: Answer = { status: 200, body: { leaseSeconds: 1, cancelRequested: false } };

export function problem(status: number, code: string, detail = code): Answer {
  const body = { type: 'about:blank', title: code, status, detail, instance: 'x', code, requestId: 'x' };
  return { status, body };
}

export function workUuid(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** Leases on tests of a source, one for each number. */
export function leases(numbers: readonly number[], leaseSeconds = 1): Answer {
  const body = {
    protocolVersion: 1,
    pollAfterSeconds: 1,
    leases: numbers.map((number) => ({
      workUuid: workUuid(number),
      fencingNumber: number,
      kind: 'source.test',
      attempt: 1,
      leaseSeconds,
      task: {
        kind: 'source.test',
        source: { sourceUuid: workUuid(0), settings: { kind: 'files', root: '/data' }, password: null },
      },
    })),
  };
  return { status: 200, body };
}
