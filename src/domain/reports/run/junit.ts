import { xmlAttribute, xmlContent } from '../xml-text.ts';
import { fieldsInWords, findingsOf } from './describe-result.ts';
import type { ReportedResult, ReportedRun, ResultStream } from './run-report.ts';

/** JUnit XML: a suite for each pair, a case for each test. Results come in the order of the Run, pair by pair. */
export async function* renderJunit(run: ReportedRun, results: ResultStream): AsyncGenerator<string> {
  const { counts, testCount } = run;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="${xmlAttribute(run.name)}" tests="${testCount}" failures="${counts.fail}" errors="${counts.error}" skipped="${counts.noResults}" time="${seconds(run)}">\n`;
  let suite: ReportedResult[] = [];
  for await (const result of results) {
    if (suite.length > 0 && suite[0]?.pairName !== result.pairName) {
      yield suiteOf(suite);
      suite = [];
    }
    suite.push(result);
  }
  if (suite.length > 0) yield suiteOf(suite);
  yield '</testsuites>\n';
}

function suiteOf(results: readonly ReportedResult[]): string {
  const of = (status: string) => results.filter((result) => result.status === status).length;
  const skipped = results.length - of('pass') - of('fail') - of('error');
  const [first] = results;
  const times = `time="${seconds(spanOf(results))}"`;
  return [
    `  <testsuite name="${xmlAttribute(first?.pairName ?? '')}" tests="${results.length}" failures="${of('fail')}" errors="${of('error')}" skipped="${skipped}" ${times}>`,
    ...results.map(caseOf),
    '  </testsuite>',
    '',
  ].join('\n');
}

function caseOf(result: ReportedResult): string {
  const { name, pairName, functionCode, definition, status, error } = result;
  const open = `    <testcase classname="${xmlAttribute(pairName)}" name="${xmlAttribute(name)}"`;
  if (status === 'pass') return `${open}/>`;
  const findings = findingsOf(result);
  const message = xmlAttribute(findings.join('; '));
  if (status === null || status === 'no_results') return `${open}><skipped message="${message}"/></testcase>`;
  const element = status === 'fail' ? 'failure' : 'error';
  const about = [
    `${functionCode} of ${fieldsInWords(definition.fields) || 'rows'}`,
    ...findings,
    `result ${result.resultUuid}, test ${result.validationTestUuid}`,
  ].join('\n');
  const type = error?.code ?? functionCode;
  return `${open}>\n      <${element} type="${xmlAttribute(type)}" message="${message}">${xmlContent(about)}</${element}>\n    </testcase>`;
}

/** Tests of a pair share what they read, so that only together they have taken a time. */
function spanOf(results: readonly ReportedResult[]): Pick<ReportedRun, 'startedAt' | 'finishedAt'> {
  const moments = results.flatMap(({ startedAt, finishedAt }) =>
    startedAt === null || finishedAt === null ? [] : [{ startedAt, finishedAt }],
  );
  const [first] = moments.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const [last] = moments.toSorted((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime());
  return { startedAt: first?.startedAt ?? null, finishedAt: last?.finishedAt ?? null };
}

function seconds({ startedAt, finishedAt }: Pick<ReportedRun, 'startedAt' | 'finishedAt'>): string {
  const milliseconds =
    startedAt === null || finishedAt === null ? 0 : finishedAt.getTime() - startedAt.getTime();
  return (Math.max(0, milliseconds) / 1000).toFixed(3);
}
