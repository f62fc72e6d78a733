import type { ComparisonSummary, SummaryColumn } from '../../../../executor/one-shot/comparison-summary.ts';

/** A column that agrees, to be changed where a test needs another. */
export function exampleColumn(name: string, changes: Partial<SummaryColumn> = {}): SummaryColumn {
  return {
    source: name,
    target: name,
    isKey: false,
    status: 'equal',
    mismatches: 0,
    unconvertible: { source: 0, target: 0 },
    types: { source: 'string', target: 'string' },
    comparisonType: { kind: 'text' },
    tolerance: null,
    choices: [],
    diagnostics: [],
    error: null,
    examples: [],
    ...changes,
  };
}

/** A comparison in which everything happened that a report can tell of. */
export const exampleSummary: ComparisonSummary = {
  equal: false,
  different: true,
  complete: false,
  datasets: {
    source: { name: 'export/orders-source.csv', format: 'csv', files: 1, rows: 12_000 },
    target: { name: 'lake/orders', format: 'parquet', files: 3, rows: 12_001 },
  },
  matching: { kind: 'keys', columns: [{ source: 'order_id', target: 'order_id' }], chosenBy: 'search' },
  rows: { source: 12_000, target: 12_001 },
  comparison: {
    matchedRows: 11_998,
    mismatchedRows: 2403,
    missingInSource: 3,
    missingInTarget: 2,
    duplicateKeys: { source: 0, target: 1 },
  },
  columns: [
    exampleColumn('order_id', { isKey: true }),
    exampleColumn('customer', {
      status: 'different',
      mismatches: 5,
      examples: [
        { key: ['1001'], source: 'Zoë Müller', target: 'Zoe Müller' },
        { key: ['1002'], source: 'Ann', target: 'Ann ' },
        { key: ['1003'], source: '', target: null },
      ],
    }),
    exampleColumn('amount', {
      target: 'total',
      status: 'different',
      mismatches: 2400,
      comparisonType: { kind: 'exactNumeric', precision: 12, scale: 2, carrier: 'decimal' },
      tolerance: { kind: 'absolute', amount: '0.01' },
      unconvertible: { source: 1, target: 0 },
      examples: [
        { key: ['1001'], source: '120.50', target: '120.05' },
        { key: ['1004'], source: '1250.00', target: '-1250.00' },
      ],
    }),
    exampleColumn('placed', {
      status: 'selectionRequired',
      comparisonType: null,
      types: { source: 'string', target: 'date' },
      choices: [
        {
          choiceId: 'asPeerDateTime',
          label: 'Read the text as a date',
          source: { transform: 'to_date', format: '' },
          target: { transform: 'none', format: '' },
          formatRequired: true,
          formatExamples: ['dd.MM.yyyy'],
          lossy: false,
        },
        {
          choiceId: 'asText',
          label: 'Compare as text',
          source: { transform: 'none', format: '' },
          target: { transform: 'to_string', format: '' },
          formatRequired: false,
          formatExamples: [],
          lossy: false,
        },
      ],
      diagnostics: [
        {
          code: 'selection_required',
          severity: 'error',
          side: 'both',
          detail: 'Say how the text is to be read.',
        },
      ],
    }),
    exampleColumn('status'),
    exampleColumn('country'),
  ],
  onlyInSource: ['legacy_code'],
  onlyInTarget: [],
  ignored: ['loaded_at'],
  functions: [],
  unmatched: {
    source: {
      count: 2,
      columns: ['customer', 'amount', 'status'],
      examples: [
        { key: ['1007'], values: ['Bob', '10.00', 'open'], copies: 1 },
        { key: ['1008'], values: [null, '12.00', 'open'], copies: 1 },
      ],
    },
    target: {
      count: 3,
      columns: ['customer', 'total', 'status'],
      examples: [{ key: ['2001'], values: ['Eve\u202e', '1.00', 'NULL'], copies: 3 }],
    },
  },
  filtered: { source: false, target: false },
  notes: ['Source: NULL is read as NULL in amount: every other value of that column is a decimal.'],
  evidence: { file: 'evidence.parquet', rows: 1003, capped: true },
  engine: 'DuckDB 1.5.5',
  durationMs: 1234,
};
