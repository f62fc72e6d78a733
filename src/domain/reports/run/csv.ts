import { csvRecord } from '../csv-text.ts';
import { fieldsInWords, findingsOf } from './describe-result.ts';
import type { ReportedResult, ReportedRun, ResultStream } from './run-report.ts';

type Cell = string | number | boolean | null;

/** In the order in which one reads them: what it is, how it ended, the counts, where to find it. */
const columns: Readonly<Record<string, (result: ReportedResult) => Cell>> = {
  pair: ({ pairName }) => pairName,
  test: ({ name }) => name,
  function: ({ functionCode }) => functionCode,
  fields: ({ definition }) => fieldsInWords(definition.fields),
  keys: ({ definition }) => fieldsInWords(definition.keys),
  status: ({ status }) => status,
  found: (result) => findingsOf(result).join('; '),
  sourceValue: ({ report }) => report?.source.value ?? null,
  targetValue: ({ report }) => report?.target.value ?? null,
  sourceRows: ({ report }) => report?.source.rows ?? null,
  targetRows: ({ report }) => report?.target.rows ?? null,
  matchedRows: ({ report }) => report?.matchedRows ?? null,
  mismatchedRows: ({ report }) => report?.mismatchedRows ?? null,
  missingInSource: ({ report }) => report?.missingInSource ?? null,
  missingInTarget: ({ report }) => report?.missingInTarget ?? null,
  duplicateKeysInSource: ({ report }) => report?.duplicateKeys?.source ?? null,
  duplicateKeysInTarget: ({ report }) => report?.duplicateKeys?.target ?? null,
  unconvertibleInSource: ({ report }) => report?.unconvertible.source ?? null,
  unconvertibleInTarget: ({ report }) => report?.unconvertible.target ?? null,
  evidenceRows: ({ evidenceRows }) => evidenceRows,
  evidenceCapped: ({ evidenceCapped }) => evidenceCapped,
  errorCode: ({ error }) => error?.code ?? null,
  startedAt: ({ startedAt }) => startedAt?.toISOString() ?? null,
  finishedAt: ({ finishedAt }) => finishedAt?.toISOString() ?? null,
  validationTestUuid: ({ validationTestUuid }) => validationTestUuid,
  resultUuid: ({ resultUuid }) => resultUuid,
};

/** A line for each test, in the order of the Run. */
export async function* renderCsv(_run: ReportedRun, results: ResultStream): AsyncGenerator<string> {
  yield csvRecord(Object.keys(columns));
  for await (const result of results) {
    yield csvRecord(Object.values(columns).map((cell) => cell(result)));
  }
}
