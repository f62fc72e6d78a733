import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { duration, share } from '../../../domain/reports/numbers.ts';
import type { ComparisonSummary } from '../../../executor/one-shot/comparison-summary.ts';
import { type ReportFormat, renderReport } from '../render-report.ts';
import { exampleColumn, exampleSummary } from './testing/example-summary.ts';

function render(summary: ComparisonSummary, format: ReportFormat): string {
  return renderReport(summary, format, 200 * 2 ** 20, { colour: false, width: 100 });
}

const equalSummary: ComparisonSummary = {
  ...exampleSummary,
  equal: true,
  different: false,
  complete: true,
  rows: { source: 10, target: 10 },
  comparison: {
    matchedRows: 10,
    mismatchedRows: 0,
    missingInSource: 0,
    missingInTarget: 0,
    duplicateKeys: { source: 0, target: 0 },
  },
  columns: [exampleColumn('order_id', { isKey: true }), exampleColumn('status')],
  onlyInSource: [],
  unmatched: {
    source: { count: 0, columns: [], examples: [] },
    target: { count: 0, columns: [], examples: [] },
  },
  notes: [],
  evidence: null,
};

/** Names and values that would be markup, or worse, if they were not escaped. */
const hostile = `<script>alert("x")</script>&'|\`*\u001b[31m\u0000]]>`;
const hostileSummary: ComparisonSummary = {
  ...exampleSummary,
  datasets: {
    source: { ...exampleSummary.datasets.source, name: hostile },
    target: { ...exampleSummary.datasets.target, name: hostile },
  },
  columns: [
    exampleColumn(hostile, {
      status: 'different',
      mismatches: 1,
      examples: [{ key: [hostile], source: hostile, target: `${hostile}!` }],
    }),
    exampleColumn(`${hostile}2`, { status: 'incompatible', error: hostile, comparisonType: null }),
  ],
  onlyInTarget: [hostile],
  functions: [
    {
      functionCode: 'MIN',
      column: { source: hostile, target: hostile },
      status: 'fail',
      source: hostile,
      target: null,
      missingInSource: null,
      missingInTarget: null,
      detail: null,
    },
  ],
  notes: [hostile],
};

for (const [format, file] of [
  ['text', 'expected.txt'],
  ['markdown', 'expected.md'],
  ['junit', 'expected.xml'],
] as const) {
  test(`the ${format} report of everything reads as expected`, () => {
    const path = new URL(`testing/${file}`, import.meta.url);
    const report = render(exampleSummary, format);
    // To take over a wanted change, run once with PLUMBLINE_EXPECTED=write and look at the difference.
    if (process.env.PLUMBLINE_EXPECTED === 'write') writeFileSync(path, report);
    assert.equal(report, readFileSync(path, 'utf8'));
  });
}

test('the verdict comes first, in a word and a shape', () => {
  assert.match(render(equalSummary, 'text'), /^● EQUAL {2}All 10 rows agree in all 2 columns\./);
  assert.match(render(exampleSummary, 'text'), /^◆ DIFFERENT/);
  const incomplete = { ...equalSummary, complete: false, onlyInTarget: ['x'] };
  assert.match(
    render(incomplete, 'text'),
    /^▲ NOT FULLY COMPARED {2}What was compared is equal\. 1 column could not/,
  );
});

test('JSON has the promised members, in numbers that survive', () => {
  const big = 2 ** 60;
  const summary: ComparisonSummary = { ...exampleSummary, rows: { source: big, target: 5 } };
  const object = JSON.parse(render(summary, 'json'));
  assert.deepEqual(Object.keys(object), [
    'equal',
    'complete',
    'source',
    'target',
    'matchedRows',
    'missingInSource',
    'missingInTarget',
    'mismatchedRows',
    'duplicateKeys',
    'columns',
    'onlyInSource',
    'onlyInTarget',
    'durationMs',
    'peakMemoryBytes',
  ]);
  assert.deepEqual([object.source.rows, object.target.rows], ['1152921504606846976', 5]);
  assert.deepEqual(object.columns[2], {
    source: 'amount',
    target: 'total',
    status: 'different',
    mismatches: 2400,
    unconvertible: { source: 1, target: 0 },
  });
  assert.equal(object.peakMemoryBytes, 200 * 2 ** 20);
});

test('no report carries markup of the data', () => {
  const html = render(hostileSummary, 'html');
  assert.ok(!html.includes('<script'));
  assert.ok(!html.includes('\u0000') && !html.includes('\u001b'));
  const markdown = render(hostileSummary, 'markdown');
  assert.ok(!markdown.includes('<script'));
  assert.ok(!/[^\\]\|\|/.test(markdown));
  const xml = render(hostileSummary, 'junit');
  assert.ok(!xml.includes('<script') && !xml.includes(']]>'));
  assert.ok(!xml.includes('\u0000') && !xml.includes('\u001b'));
  const text = render(hostileSummary, 'text');
  assert.ok(!text.includes('\u001b') && !text.includes('\u0000'));
});

test('HTML and XML close what they open', () => {
  for (const summary of [exampleSummary, equalSummary, hostileSummary]) {
    assertWellFormed(render(summary, 'html').replace(/<style>.*<\/style>/s, ''));
    assertWellFormed(render(summary, 'junit').replace(/^<\?xml [^?]*\?>/, ''));
  }
});

test('HTML needs nothing from elsewhere', () => {
  const html = render(exampleSummary, 'html');
  assert.ok(!/\s(src|href)\s*=|url\(/i.test(html));
  assert.match(html, /default-src 'none'/);
});

test('colour is there only when asked for, and marks without it', () => {
  const coloured = renderReport(exampleSummary, 'text', 0, { colour: true, width: 100 });
  assert.ok(coloured.includes('\u001b[31m50\u001b[0m'));
  assert.ok(!render(exampleSummary, 'text').includes('\u001b'));
  assert.match(render(exampleSummary, 'text'), / {2}\^\^/);
});

test('shares below a tenth of a percent are said as one in so many', () => {
  assert.equal(share(223, 10_000_000), '1 in 44,843');
  assert.equal(share(1, 1000), '0.1 %');
  assert.equal(share(3, 10), '30 %');
  assert.equal(share(9999, 10_000), '99.9 %');
  assert.equal(share(5, 5), '100 %');
  assert.equal(share(0, 0), '0 %');
});

test('durations in their own unit', () => {
  assert.deepEqual([duration(12), duration(1234), duration(61_000)], ['12 ms', '1.2 s', '1 min 1 s']);
});

const tag = /<(\/?)([!\w-]+)((?:\s[^<>]*?)?)(\/?)>/g;

function assertWellFormed(markup: string): void {
  const open: string[] = [];
  for (const [, closing, name = '', , selfClosing] of markup.matchAll(
    /<(\/?)([!?\w]+)((?:\s[^<>]*?)?)(\/?)>/g,
  )) {
    if (name === 'meta' || name === '!DOCTYPE' || selfClosing === '/') continue;
    if (closing === '') open.push(name);
    else assert.equal(open.pop(), name);
  }
  assert.deepEqual(open, []);
  // Whatever looks like markup was a tag: nothing else may hold these.
  assert.ok(!/[<>]/.test(markup.replaceAll(tag, '')));
}
