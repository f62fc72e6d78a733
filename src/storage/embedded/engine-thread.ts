import { parentPort, workerData } from 'node:worker_threads';
import { Engine } from './engine.ts';
import {
  type EngineMessage,
  type NumberedRequest,
  type RawError,
  SessionMisuse,
} from './session-protocol.ts';

/**
 * The thread in which the engine runs (started by EngineHandle). It answers requests in the order in which they come.
 */
const port = parentPort;
if (port === null) throw new TypeError('engine-thread.ts runs in a worker thread.');
const say = (message: EngineMessage): void => port.postMessage(message);

/** What the engine wrote while it started: the only account of why it did not. */
const startLog: string[] = [];
let started = false;
let running: Promise<void> = Promise.resolve();

try {
  const engine = await Engine.start(workerData, (line) => {
    // Later lines may quote statements and their values, which belong in no log.
    if (!started && startLog.length < 50) startLog.push(line);
  });
  started = true;
  engine.onAbort((reason) => {
    say({ kind: 'aborted', message: String(reason) });
    process.exit(1);
  });
  port.on('message', (message: NumberedRequest) => {
    running = running.then(() => answer(engine, message));
  });
  say({ kind: 'ready' });
} catch (error) {
  say({
    kind: 'failedToStart',
    message: error instanceof Error ? error.message : String(error),
    log: startLog,
  });
  process.exit(1);
}

async function answer(engine: Engine, { id, request }: NumberedRequest): Promise<void> {
  try {
    say({ kind: 'result', id, result: await engine.perform(request) });
  } catch (error) {
    say({ kind: 'error', id, error: asData(error) });
  }
  if (request.kind === 'close') process.exit(0);
  // Nobody waits for it, and it is tried again after a later request: a failure here harms no one.
  await engine.rest().catch(() => {});
}

function asData(error: unknown): RawError {
  if (error instanceof SessionMisuse) return { kind: 'misuse', message: error.message };
  if (!(error instanceof Error)) return { kind: 'defect', message: String(error), stack: undefined };
  if (!('severity' in error)) return { kind: 'defect', message: error.message, stack: error.stack };
  const own = Object.entries(error).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  // `query` is PGlite's own addition, and with it the text of the statement: `pg` has no such member.
  const fields = Object.fromEntries(own.filter(([name]) => name !== 'query' && name !== 'name'));
  return { kind: 'database', message: error.message, fields };
}
