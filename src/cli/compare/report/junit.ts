import { counted } from '../../../domain/reports/numbers.ts';
import type { Verdict } from '../../../domain/reports/verdict.ts';
import { xmlAttribute, xmlContent } from '../../../domain/reports/xml-text.ts';
import type { Report } from './report-model.ts';
import { showPair, showValue } from './visible-text.ts';

interface Case {
  readonly name: string;
  readonly verdict: Verdict;
  readonly message: string;
  readonly details: readonly string[];
}

/** The report as JUnit XML: one test case for each thing that was checked. A column that was not compared is an error. */
export function renderJunit(report: Report, durationMs: number): string {
  const cases = casesOf(report);
  const of = (verdict: Verdict) => cases.filter((one) => one.verdict === verdict).length;
  const suite = `plumbline compare ${report.sides.source.name} ${report.sides.target.name}`;
  const totals = `tests="${cases.length}" failures="${of('fail')}" errors="${of('error')}" skipped="0" time="${(durationMs / 1000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="plumbline" ${totals}>`,
    `  <testsuite name="${xmlAttribute(suite)}" ${totals}>`,
    ...cases.flatMap(caseLines),
    `    <system-out>${xmlContent(`${report.headline} ${report.matching}`)}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function casesOf(report: Report): readonly Case[] {
  return [
    ...rowCases(report),
    ...report.different.map((column) => ({
      name: `column ${column.name}`,
      verdict: 'fail' as const,
      message: column.findings.join('; '),
      details: column.examples.map(({ key, source, target }) => {
        const pair = showPair(source, target, 60);
        const shown = [pair.source, pair.target].map((parts) => parts.map(({ text }) => text).join(''));
        const keys = column.keyNames.map((name, index) => `${name}=${showValue(key[index] ?? null, 40)}`);
        return `${keys.join(', ')}: source ${shown[0]}, target ${shown[1]}`;
      }),
    })),
    ...report.equal.map((name) => ({
      name: `column ${name}`,
      verdict: 'pass' as const,
      message: '',
      details: [],
    })),
    ...report.uncompared.map(({ name, reason, remedies }) => ({
      name: `column ${name}`,
      verdict: 'error' as const,
      message: reason,
      details: remedies.map(({ flag, meaning }) => `${flag}: ${meaning}`),
    })),
    ...report.functions.map(({ name, verdict, source, target, detail }) => ({
      name,
      verdict,
      message: detail !== '' ? detail : `source ${showValue(source, 60)}, target ${showValue(target, 60)}`,
      details: [],
    })),
  ];
}

function rowCases({ balance, unmatched }: Report): readonly Case[] {
  if (balance === null) return [];
  const found = [
    { name: 'rows only in source', count: balance.onlyInSource, side: 'source' },
    { name: 'rows only in target', count: balance.onlyInTarget, side: 'target' },
  ];
  return found.map(({ name, count, side }) => {
    const section = unmatched.find(({ title }) => title.endsWith(side));
    return {
      name,
      verdict: count === 0 ? 'pass' : 'fail',
      message: `${counted(count, 'row')} only in the ${side}`,
      details: (section?.rows ?? []).map((row) =>
        row.map((value, index) => `${section?.columns[index]}=${showValue(value, 40)}`).join(', '),
      ),
    };
  });
}

function caseLines({ name, verdict, message, details }: Case): readonly string[] {
  const open = `    <testcase classname="plumbline.compare" name="${xmlAttribute(name)}"`;
  if (verdict === 'pass') return [`${open}/>`];
  const element = verdict === 'fail' ? 'failure' : 'error';
  return [
    `${open}>`,
    `      <${element} message="${xmlAttribute(message)}">${xmlContent(details.join('\n'))}</${element}>`,
    '    </testcase>',
  ];
}
