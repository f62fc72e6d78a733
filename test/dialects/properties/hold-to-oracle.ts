import assert from 'node:assert/strict';
import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import { eachSide } from '../../../src/domain/comparison/by-side.ts';
import type { PairReport, TestReport } from '../../../src/engine/report.ts';
import type { PairSpecification } from '../../../src/engine/specification.ts';
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
