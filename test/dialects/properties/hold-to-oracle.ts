import assert from 'node:assert/strict';
import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import { eachSide } from '../../../src/domain/comparison/by-side.ts';
import type { ComparisonReport, PairReport, TestReport } from '../../../src/domain/comparison/pair-report.ts';
import type {
  PairSpecification,
  TestSpecification,
} from '../../../src/domain/comparison/pair-specification.ts';
import type { Relation } from '../../support/relations.ts';
import { type Finding, findAll } from './oracle/oracle.ts';

/** Every count of every test must be what the oracle finds; how the engine came to it does not matter. */
export function holdToOracle(
  specification: PairSpecification,
  relations: BySide<Relation>,
  report: PairReport,
): void {
  const findings = findAll(specification, relations);
  const answers = specification.tests.map((test, index) => {
    const ran = report.tests[index];
    const finding = findings[index];
    assert.ok(ran && finding && ran.testId === test.id, `${test.id} has no report`);
    const name = `${test.id}: ${test.functionCode} of ${test.fields.join(', ')} by ${test.keys.join(', ')}`;
    if (finding.status === 'undecidable') {
      const engine = { name, status: ran.status, code: ran.error?.code };
      return { engine, oracle: { name, status: 'error', code: 'unsupported' } };
    }
    return { engine: { name, ...answered(ran, finding) }, oracle: { name, ...expected(ran, finding) } };
  });
  assert.deepEqual(
    answers.map(({ engine }) => engine),
    answers.map(({ oracle }) => oracle),
  );
  for (const test of specification.tests) holdEvidence(test, report);
  for (const comparison of report.comparisons) holdComparison(comparison, specification, report);
}

/** There is evidence wherever something differs, and it says whether it is all of it. */
function holdEvidence({ id, evidenceRows }: TestSpecification, { tests }: PairReport): void {
  const report = tests.find(({ testId }) => testId === id);
  if (report === undefined || report.status === 'error' || evidenceRows === 0) return;
  const { missingInSource, missingInTarget, mismatchedRows, evidence } = report;
  const differences = (missingInSource ?? 0) + (missingInTarget ?? 0) + (mismatchedRows ?? 0);
  assert.equal(evidence.state, differences > 0 ? 'written' : 'none', `${id}: evidence of ${differences}`);
  assert.equal(evidence.capped, evidence.rows < differences, `${id}: ${evidence.rows} of ${differences}`);
}

/** What a comparison says of itself agrees with what its tests say. */
function holdComparison(
  comparison: ComparisonReport,
  specification: PairSpecification,
  { tests }: PairReport,
): void {
  const served = tests.filter(({ testId }) => comparison.testIds.includes(testId));
  for (const { matchedRows, missingInSource, missingInTarget, duplicateKeys } of served) {
    const {
      matchedRows: matched,
      missingInSource: ofSource,
      missingInTarget: ofTarget,
      duplicateKeys: keys,
    } = comparison;
    assert.deepEqual(
      [matchedRows, missingInSource, missingInTarget, duplicateKeys],
      [matched, ofSource, ofTarget, keys],
    );
  }
  const mismatched = served.map(({ mismatchedRows }) => mismatchedRows ?? 0);
  assert.ok(comparison.mismatchedRows >= Math.max(...mismatched));
  assert.ok(
    comparison.mismatchedRows <=
      Math.min(
        comparison.matchedRows,
        mismatched.reduce((a, b) => a + b, 0),
      ),
  );
  for (const { field, mismatches } of comparison.columns) {
    const alone = specification.tests.find(
      ({ id, fields }) => comparison.testIds.includes(id) && fields.join() === field,
    );
    if (alone)
      assert.equal(mismatches, tests.find(({ testId }) => testId === alone.id)?.mismatchedRows, field);
  }
}

function answered(report: TestReport, { values }: Finding) {
  return {
    status: report.status,
    error: report.error,
    rows: { source: report.source.rows, target: report.target.rows },
    values: values && eachSide(values, (text, _peer, side) => (text === null ? null : report[side].value)),
    matchedRows: report.matchedRows,
    mismatchedRows: report.mismatchedRows,
    missingInSource: report.missingInSource,
    missingInTarget: report.missingInTarget,
    duplicateKeys: report.duplicateKeys,
    unconvertible: report.unconvertible,
  };
}

function expected(report: TestReport, { status, ...finding }: Finding) {
  const { rows, values, ...counts } = finding;
  return { status: status === 'either' ? report.status : status, error: null, rows, values, ...counts };
}
