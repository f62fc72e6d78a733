import { count, counted } from '../../../domain/reports/numbers.ts';
import type { ComparisonSummary } from '../../../executor/one-shot/comparison-summary.ts';
import type { DifferentColumn, Report } from './report-model.ts';

/** The verdict, in a word and in a sentence. */
export function verdictOf(
  summary: ComparisonSummary,
  different: readonly DifferentColumn[],
): Pick<Report, 'verdict' | 'word' | 'headline'> {
  const { columns, onlyInSource, onlyInTarget } = summary;
  const left = columns.filter(
    ({ status }) => status === 'selectionRequired' || status === 'incompatible',
  ).length;
  const uncompared = left + onlyInSource.length + onlyInTarget.length;
  const rest = uncompared === 0 ? '' : ` ${counted(uncompared, 'column')} could not be compared.`;
  const compared = columns.filter(({ status }) => status === 'equal' || status === 'different').length;
  if (summary.equal && summary.complete) {
    return { verdict: 'pass', word: 'Equal', headline: equalHeadline(summary, compared) };
  }
  if (summary.equal) {
    return { verdict: 'error', word: 'Not fully compared', headline: `What was compared is equal.${rest}` };
  }
  if (!summary.different) {
    return { verdict: 'error', word: 'Not compared', headline: `No column could be compared.${rest}` };
  }
  return { verdict: 'fail', word: 'Different', headline: `${differences(summary, different)}.${rest}` };
}

function equalHeadline({ rows, comparison, functions }: ComparisonSummary, compared: number): string {
  if (comparison === null) return `All ${counted(functions.length, 'check')} agree.`;
  if (rows.source === 0) return 'Both sides are empty.';
  const agreeing = rows.source === 1 ? 'The one row agrees' : `All ${counted(rows.source, 'row')} agree`;
  return `${agreeing} in ${compared === 1 ? 'the one column' : `all ${counted(compared, 'column')}`}.`;
}

function differences(summary: ComparisonSummary, different: readonly DifferentColumn[]): string {
  const { comparison, functions } = summary;
  const failed = functions.filter(({ status }) => status === 'fail').length;
  const parts = [
    comparison === null || comparison.mismatchedRows === 0
      ? ''
      : `${counted(comparison.mismatchedRows, 'row')} ${comparison.mismatchedRows === 1 ? 'differs' : 'differ'} in ${counted(different.filter(({ mismatches }) => mismatches > 0).length, 'column')}`,
    comparison === null || comparison.missingInTarget === 0
      ? ''
      : `${counted(comparison.missingInTarget, 'row')} only in the source`,
    comparison === null || comparison.missingInSource === 0
      ? ''
      : `${counted(comparison.missingInSource, 'row')} only in the target`,
    failed === 0 ? '' : `${counted(failed, 'check')} of ${count(functions.length)} failed`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'The keys are not unique';
  return sentence(parts);
}

function sentence(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
