import assert from 'node:assert/strict';
import type { TestReport, TestStatus } from '../../../src/domain/comparison/pair-report.ts';
import type { RanCase, RanCheck } from './engines.ts';
import { type Check, type Outcome, rowFunctions, setFunctions, type TrapCase } from './trap.ts';

/** Holds every check of a case to what it must answer, and prints the statements where one does not. */
export function judgeCase(trapCase: TrapCase, ran: RanCase): void {
  try {
    assert.equal(ran.status, worst(ran.checks.flatMap(({ report }) => report?.status ?? [])));
    // A report goes through JSON on its way, and nothing may be lost there.
    for (const { report } of ran.checks) assert.deepEqual(JSON.parse(JSON.stringify(report)), report);
    if (trapCase.loneColumns) assert.deepEqual(ran.loneColumns, trapCase.loneColumns);
    assert.deepEqual(
      ran.checks.map(answerOf),
      ran.checks.map((check) => expectedOf(trapCase, check)),
    );
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reports = ran.checks.map(({ report }) => JSON.stringify(report)).join('\n');
    error.message = `${error.message}\n\nReports:\n${reports}\n\nStatements:\n${ran.statements.join(';\n')}`;
    throw error;
  }
}

/** A pair passes only if nothing failed and nothing erred. */
function worst(statuses: readonly TestStatus[]): TestStatus {
  return (['error', 'fail'] as const).find((status) => statuses.includes(status)) ?? 'pass';
}

function describe({ functionCode, on }: Check): string {
  return on === undefined ? functionCode : `${functionCode} ${JSON.stringify(on)}`;
}

function answerOf({ check, resolutions, report }: RanCheck) {
  const name = describe(check);
  if (report === null) {
    const statuses = resolutions.map(({ status }) => status);
    const resolution = statuses.includes('incompatible') ? 'incompatible' : 'selectionRequired';
    return { name, resolution };
  }
  const { expected } = check;
  const outcome: Outcome | null = 'status' in expected ? expected : null;
  const said = report.diagnostics.map(({ code }) => code);
  const resolutionSaid = resolutions.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  return {
    name,
    ...(report.status === 'error' ? { status: report.status, error: report.error?.code } : countsOf(report)),
    ...(outcome?.values && { values: [report.source.value, report.target.value] }),
    ...(outcome?.says && { says: outcome.says.filter((code) => said.includes(code)) }),
    ...(outcome?.resolutionSays && {
      resolutionSays: outcome.resolutionSays.filter((code) => resolutionSaid.includes(code)),
    }),
    ...(outcome?.evidence && { evidence: { rows: report.evidence.rows, capped: report.evidence.capped } }),
  };
}

function countsOf(report: TestReport) {
  const {
    status,
    matchedRows,
    mismatchedRows,
    missingInSource,
    missingInTarget,
    duplicateKeys,
    unconvertible,
  } = report;
  return {
    status,
    matchedRows,
    mismatchedRows,
    missingInSource,
    missingInTarget,
    duplicateKeys,
    unconvertible,
  };
}

function expectedOf(trapCase: TrapCase, { check, report }: RanCheck) {
  const { expected } = check;
  const name = describe(check);
  if ('resolution' in expected) return { name, resolution: expected.resolution };
  const { status, values, says, resolutionSays, error, evidence } = expected;
  return {
    name,
    ...(status === 'error'
      ? { status, error }
      : { status, ...expectedCounts(trapCase, check, expected, report) }),
    ...(values && { values }),
    ...(says && { says }),
    ...(resolutionSays && { resolutionSays }),
    ...(evidence && { evidence }),
  };
}

function expectedCounts(trapCase: TrapCase, check: Check, expected: Outcome, report: TestReport | null) {
  const { mismatched = 0, missingInSource = 0, missingInTarget = 0, duplicates = [0, 0] } = expected;
  const [source, target] = expected.unconvertible ?? [0, 0];
  const unconvertible = { source, target };
  if (rowFunctions.includes(check.functionCode)) {
    // Items are counted by the engine alone; rows are known.
    const rows = check.scope === undefined ? trapCase.source.rows.length : (report?.source.rows ?? 0);
    return {
      matchedRows: rows - missingInTarget,
      mismatchedRows: mismatched,
      missingInSource,
      missingInTarget,
      duplicateKeys: { source: duplicates[0], target: duplicates[1] },
      unconvertible,
    };
  }
  const missing = setFunctions.includes(check.functionCode)
    ? { missingInSource, missingInTarget }
    : { missingInSource: null, missingInTarget: null };
  return { matchedRows: null, mismatchedRows: null, ...missing, duplicateKeys: null, unconvertible };
}
