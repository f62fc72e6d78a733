import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Finished, plumbline, scratch } from '../../support/command.ts';

const folder = scratch();
const example = ['examples/orders-source.csv', 'examples/orders-target.csv'] as const;

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function compare(...args: readonly string[]): Promise<Finished> {
  return plumbline(['compare', ...args]).finished;
}

const one = file('one.csv', 'id,v\n1,a\n2,b\n');
const other = file('other.csv', 'id,v\n1,a\n2,c\n');
const typed = file('typed.csv', 'id,v\n1,a\n2,\n');
const clash = file('clash.csv', 'id,v\n1,1\n2,2\n');
const ragged = file('ragged.csv', 'id,v\n1,a\n2\n');

/** How it ends, where the words come out, and where none do. */
const calls: Readonly<
  Record<string, { args: readonly string[]; code: number; stdout?: RegExp; stderr?: RegExp }>
> = {
  'equal sides': { args: [one, one], code: 0, stdout: /^● EQUAL/ },
  'a difference': { args: [one, other], code: 1, stdout: /^◆ DIFFERENT/ },
  'a difference and a column left out': {
    args: [one, file('more.csv', 'id,v,w\n1,a,x\n2,c,y\n')],
    code: 1,
    stdout: /^◆ DIFFERENT .* 1 column could not be compared/,
  },
  'nothing different, but not all compared': {
    args: [one, clash],
    code: 2,
    stdout: /^▲ NOT FULLY COMPARED.*--as v=text/s,
  },
  'nothing that can be compared': {
    args: [file('texts.csv', 'v\na\n'), file('numbers.csv', 'v\n1\n')],
    code: 2,
    stdout: /^▲ NOT COMPARED.*--as v=numeric/s,
  },
  'a difference that is allowed': {
    args: [clash, file('near.csv', 'id,v\n1,1.01\n2,2\n'), '--tolerance', 'v=1%'],
    code: 0,
  },
  'a filter': { args: [one, other, '--where', 'id = 1'], code: 0 },
  'a filter that cannot be read': {
    args: [one, other, '--where', 'id ='],
    code: 2,
    stderr: /At character 5 a value/,
  },
  'a filter on a field that is not there': {
    args: [one, other, '--where', 'x = 1'],
    code: 2,
    stderr: /no field `x`/,
  },
  'a file that is not there': {
    args: [one, 'nothing.csv'],
    code: 2,
    stderr: /no file or folder nothing\.csv/,
  },
  'a broken file': { args: [one, ragged], code: 2, stderr: /ragged\.csv, line 3, byte 9/ },
  'a database without a table': {
    args: ['mysql://u:hunter2@h/d', one],
    code: 2,
    stderr: /^(?!.*hunter2).*mysql:\/\/h:3306\/d names no table/,
  },
  'a metadata service': {
    args: [one, 'postgresql://u:hunter2@169.254.169.254/d?table=t'],
    code: 2,
    stderr: /^(?!.*hunter2).*169\.254\.169\.254:5432 are not allowed/,
  },
  'an address of no database': {
    args: ['redis://u:hunter2@h', one],
    code: 2,
    stderr: /^(?!.*hunter2).*redis/,
  },
  'no target': { args: [one], code: 2, stderr: /missing required argument 'target'/ },
  'a flag that does not exist': { args: [one, one, '--fast'], code: 2, stderr: /unknown option/ },
  'a format that does not exist': {
    args: [one, one, '--format', 'pdf'],
    code: 2,
    stderr: /Give one of text, json/,
  },
  'a key that does not exist': {
    args: [one, one, '--key', 'nr'],
    code: 2,
    stderr: /The key names the column "nr"/,
  },
  'a key that needs a choice': {
    args: [clash, file('padded.csv', 'id,v\n01,1\n02,2\n'), '--key', 'id'],
    code: 2,
    stderr: /--as id=numeric {3}/,
  },
  help: { args: ['--help'], code: 0, stdout: /Exit code: 0 equal, 1 different/ },
};

for (const [name, { args, code, stdout, stderr }] of Object.entries(calls)) {
  test(`${name} ends with ${code}`, async () => {
    const finished = await compare(...args);
    assert.equal(finished.code, code, finished.stderr);
    if (stdout) assert.match(finished.stdout, stdout);
    if (stderr) assert.match(finished.stderr, stderr);
    // What is wrong is said on standard error alone, and a pipe sees no progress.
    if (code !== 2 || stdout) assert.equal(finished.stderr, '');
    if (stderr) assert.equal(finished.stdout, '');
  });
}

test('JSON is one object of the promised members', async () => {
  const { code, stdout } = await compare(
    ...example,
    '--map',
    'amount=total',
    '--ignore',
    'loaded_at',
    '--format',
    'json',
  );
  assert.equal(code, 1);
  const { durationMs, peakMemoryBytes, columns, ...rest } = JSON.parse(stdout);
  assert.deepEqual(rest, {
    equal: false,
    complete: true,
    source: { rows: 10 },
    target: { rows: 10 },
    matchedRows: 9,
    missingInSource: 1,
    missingInTarget: 1,
    mismatchedRows: 6,
    duplicateKeys: { source: 0, target: 0 },
    onlyInSource: [],
    onlyInTarget: [],
  });
  assert.ok(Number.isInteger(durationMs) && peakMemoryBytes > 1_000_000);
  assert.deepEqual(
    columns.map(({ source, target, status, mismatches }: Record<string, unknown>) => [
      source,
      target,
      status,
      mismatches,
    ]),
    [
      ['order_id', 'order_id', 'equal', 0],
      ['customer', 'customer', 'different', 1],
      ['placed', 'placed', 'equal', 0],
      ['amount', 'total', 'different', 2],
      ['discount', 'discount', 'equal', 0],
      ['status', 'status', 'different', 2],
      ['note', 'note', 'different', 1],
    ],
  );
});

test('a report goes to a file where one is named', async () => {
  const path = join(folder, 'report.html');
  const { code, stdout } = await compare(one, other, '--format', 'html', '--output', path);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(readFileSync(path, 'utf8'), /^<!DOCTYPE html>/);
  const refused = await compare(one, other, '--output', join(folder, 'no', 'such.txt'));
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /ENOENT/);
});

test('evidence goes to a file where one is named', async () => {
  const path = join(folder, 'evidence.csv');
  const { stdout } = await compare(one, other, '--evidence', path);
  assert.match(stdout, /1 row of evidence in .*evidence\.csv/);
  assert.match(readFileSync(path, 'utf8'), /^kind,check,column,key id,source,target/);
});

test('how to read can be declared for either side', async () => {
  const source = file('semi.csv', 'id;v\n1;a\n2;-\n');
  const { code } = await compare(
    source,
    typed,
    '--read-source',
    'null=-',
    '--read-source',
    'delimiter=;',
    '--read-target',
    'header=yes',
  );
  assert.equal(code, 0);
});

test('Ctrl-C ends it with 130 and leaves nothing behind', async (t) => {
  const temporary = join(folder, 'temp');
  mkdirSync(temporary);
  const rows = Array.from({ length: 400_000 }, (_, row) => `${row},${row * 7},text ${row}`);
  const large = file('large.csv', `id,a,b\n${rows.join('\n')}\n`);
  const watcher = watch(temporary);
  t.after(() => watcher.close());
  const seen = once(watcher, 'change');
  const running = plumbline(['compare', large, large, '--temp', temporary]);
  await seen;
  running.child.kill('SIGINT');
  // A terminal and the wrapper of the command each send it.
  running.child.kill('SIGINT');
  const { code, stderr, stdout } = await running.finished;
  assert.equal(code, 130, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /interrupted/);
  assert.deepEqual(readdirSync(temporary), []);
  assert.ok(existsSync(large));
});

test('a reader that goes away is no error', async () => {
  const running = plumbline(['compare', one, other, '--format', 'html']);
  running.child.stdout?.destroy();
  assert.equal((await running.finished).code, 1);
});
