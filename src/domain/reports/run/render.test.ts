import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FunctionCode } from '../../comparison/binding.ts';
import type { ResultReport } from '../../runs/result.ts';
import type { ResultStatus } from '../../runs/run.ts';
import { findingsOf } from './describe-result.ts';
import { type RunReportFormat, runReports } from './render-run-report.ts';
import { changesInWords, headlineOf, type ReportedResult, type ReportedRun } from './run-report.ts';

const nothing: ResultReport = {
  source: { value: null, rows: 10 },
  target: { value: null, rows: 9 },
  matchedRows: null,
  mismatchedRows: null,
  missingInSource: null,
  missingInTarget: null,
  duplicateKeys: null,
  unconvertible: { source: 0, target: 0 },
  diagnostics: [],
};

function result(
  functionCode: FunctionCode,
  status: ResultStatus | null,
  report: Partial<ResultReport> = {},
  more: Partial<ReportedResult> = {},
): ReportedResult {
  return {
    resultUuid: '11111111-1111-7111-8111-111111111111',
    validationTestUuid: '22222222-2222-7222-8222-222222222222',
    name: `${functionCode} of amount`,
    pairName: 'orders → orders_v2',
    functionCode,
    definition: { fields: [{ sourceField: 'amount', targetField: 'AMOUNT' }], keys: [] },
    status,
    report: { ...nothing, ...report },
    error: null,
    evidenceState: 'none',
    evidenceRows: 0,
    evidenceCapped: false,
    startedAt: new Date('2026-03-01T09:00:00Z'),
    finishedAt: new Date('2026-03-01T09:00:01.500Z'),
    ...more,
  };
}

const nasty = '=cmd()|"<b>&\u0000]]>\n`*';
const failed = result(
  'VALUE',
  'fail',
  { matchedRows: 9, mismatchedRows: 2, missingInTarget: 1 },
  { name: nasty, evidenceState: 'written', evidenceRows: 2, evidenceCapped: true },
);
const errored = result(
  'SUM',
  'error',
  {},
  {
    report: null,
    error: { code: 'test_outdated', detail: 'The field is gone.' },
  },
);
const passed = result('COUNT', 'pass', {
  source: { value: '9', rows: 9 },
  target: { value: '9', rows: 9 },
});
const elsewhere = result('SET_A_IN_B', 'pass', { missingInTarget: 0 }, { pairName: 'customers' });

const run: ReportedRun = {
  runUuid: '33333333-3333-7333-8333-333333333333',
  name: 'Nightly <1>',
  scopeLabel: 'All active tests',
  status: 'error',
  testCount: 4,
  counts: { pass: 2, fail: 1, error: 1, noResults: 0 },
  submittedBy: 'Olivia & Co',
  startedAt: new Date('2026-03-01T09:00:00Z'),
  finishedAt: new Date('2026-03-01T09:00:12.300Z'),
  url: 'https://plumbline.example/runs/33333333-3333-7333-8333-333333333333',
  changes: {
    previousRunUuid: '44444444-4444-7444-8444-444444444444',
    counts: { broke: 1, stillFailing: 0, repaired: 2, new: 0, gone: 0 },
    items: [{ change: 'broke', name: nasty, pairName: 'orders → orders_v2' }],
  },
};

async function* stream(results: readonly ReportedResult[]) {
  yield* results;
}

async function rendered(
  format: RunReportFormat,
  results: readonly ReportedResult[] = [errored, failed, passed, elsewhere],
  of: ReportedRun = run,
): Promise<string> {
  let text = '';
  for await (const part of runReports[format].render(of, stream(results))) text += part;
  return text;
}

test('what was found is said in words, whatever the function', () => {
  const cases: readonly [ReportedResult, string][] = [
    [failed, '2 of 9 matched rows differ; 1 row only in the source'],
    [result('VALUE', 'pass', { matchedRows: 1, mismatchedRows: 0 }), 'all 1 matched row agree'],
    [
      result('OUTER_VALUE', 'fail', { matchedRows: 0, missingInSource: 4 }),
      'no rows match; 4 rows only in the target',
    ],
    [result('SET_A_EQUALS_B', 'pass'), 'the values are the same'],
    [result('SET_B_IN_A', 'fail', { missingInSource: 3 }), '3 values only in the target'],
    [passed, '9 on both sides'],
    [
      result('SUM', 'fail', { source: { value: '1.50', rows: 1 }, target: { value: null, rows: 0 } }),
      '1.50 in the source, NULL in the target',
    ],
    [result('MIN', 'fail'), 'the sides differ; the evidence shows the values'],
    [errored, 'The field is gone.'],
    [
      result('SUM', 'fail', { unconvertible: { source: 2, target: 0 }, source: { value: '1', rows: 1 } }),
      '1 in the source, NULL in the target; 2 unconvertible values in the source',
    ],
    [result('COUNT', null, {}, { report: null }), 'There is no result.'],
  ];
  for (const [one, words] of cases) assert.equal(findingsOf(one).join('; '), words);
});

test('the outcome of a Run and what changed are a sentence each', () => {
  assert.equal(headlineOf(run), 'Of 4 tests, 1 failed, 1 could not be decided and 2 passed.');
  const counts = { pass: 1200, fail: 0, error: 0, noResults: 0 };
  assert.equal(headlineOf({ testCount: 1200, counts }), 'All 1,200 tests passed.');
  assert.equal(changesInWords(run.changes), '1 broke, 2 repaired');
  assert.equal(changesInWords({ ...run.changes, previousRunUuid: null }), null);
  const same = { broke: 0, stillFailing: 0, repaired: 0, new: 0, gone: 0 };
  assert.equal(changesInWords({ ...run.changes, counts: same }), 'nothing changed');
});

test('JUnit: a suite for each pair, and nothing in it that XML cannot carry', async () => {
  const xml = await rendered('junit');
  assert.equal(
    xml,
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Nightly &lt;1&gt;" tests="4" failures="1" errors="1" skipped="0" time="12.300">
  <testsuite name="orders → orders_v2" tests="3" failures="1" errors="1" skipped="0" time="1.500">
    <testcase classname="orders → orders_v2" name="SUM of amount">
      <error type="test_outdated" message="The field is gone.">SUM of amount → AMOUNT
The field is gone.
result 11111111-1111-7111-8111-111111111111, test 22222222-2222-7222-8222-222222222222</error>
    </testcase>
    <testcase classname="orders → orders_v2" name="=cmd()|&quot;&lt;b&gt;&amp;\ufffd]]&gt;&#10;\`*">
      <failure type="VALUE" message="2 of 9 matched rows differ; 1 row only in the source">VALUE of amount → AMOUNT
2 of 9 matched rows differ
1 row only in the source
result 11111111-1111-7111-8111-111111111111, test 22222222-2222-7222-8222-222222222222</failure>
    </testcase>
    <testcase classname="orders → orders_v2" name="COUNT of amount"/>
  </testsuite>
  <testsuite name="customers" tests="1" failures="0" errors="0" skipped="0" time="1.500">
    <testcase classname="customers" name="SET_A_IN_B of amount"/>
  </testsuite>
</testsuites>
`,
  );
  const open = await rendered('junit', [result('COUNT', null, {}, { report: null })]);
  assert.match(open, /<skipped message="There is no result."\/>/);
});

test('CSV: a line for each test, and no formula', async () => {
  const [header = '', ...lines] = (await rendered('csv', [failed, passed])).split('\r\n');
  assert.match(header, /^pair,test,function,fields,keys,status,found,sourceValue,targetValue/);
  const quoted = `"'${nasty.replaceAll('"', '""')}"`;
  assert.ok(lines[0]?.startsWith(`orders → orders_v2,${quoted},VALUE,`), lines[0]);
  assert.match(lines[1] ?? '', /,COUNT,amount → AMOUNT,,pass,9 on both sides,9,9,9,9,/);
  const negative = await rendered('csv', [
    result('SUM', 'pass', { source: { value: '-12.5', rows: 1 }, target: { value: '-12.5', rows: 1 } }),
  ]);
  assert.match(negative, /,-12\.5,-12\.5,/, 'a number is no formula');
});

test('Markdown: what did not pass, and no more than a comment holds', async () => {
  const text = await rendered('markdown');
  assert.match(text, /^### ▲ Not decided: Nightly &#60;1&#62;\n/);
  assert.match(text, /Since the Run before: 1 broke, 2 repaired/);
  assert.match(text, /\| ◆ \| =cmd\(\)&#124;&#34;&#60;b&#62;/);
  assert.match(text, /the first 2 rows of evidence/);
  assert.doesNotMatch(text, /COUNT of amount/, 'what passed is counted');
  const many = Array.from({ length: 60 }, () => failed);
  const counts = { pass: 0, fail: 60, error: 0, noResults: 0 };
  const cut = await rendered('markdown', many, { ...run, testCount: 60, counts });
  assert.equal(cut.split('\n').filter((line) => line.startsWith('| ◆ |')).length, 50);
  assert.match(cut, /… and 10 more tests\./);
});

test('HTML: a section for each outcome, everything escaped, nothing loaded', async () => {
  const page = await rendered('html');
  assert.match(page, /<title>Not decided: Nightly &lt;1&gt;<\/title>/);
  assert.deepEqual(
    [...page.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title),
    ['Since the Run before', 'Could not be decided', 'Failed', 'Passed'],
  );
  assert.match(page, /=cmd\(\)\|&quot;&lt;b&gt;&amp;\ufffd\]\]&gt; `\*/);
  assert.doesNotMatch(page, /<b>|<script|src=/);
  for (const element of ['table', 'section', 'main', 'tbody', 'header']) {
    const opened = page.match(new RegExp(`<${element}[ >]`, 'g'))?.length;
    assert.equal(opened, page.match(new RegExp(`</${element}>`, 'g'))?.length, element);
  }
});
