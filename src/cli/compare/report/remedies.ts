import type { SummaryColumn } from '../../../executor/one-shot/comparison-summary.ts';
import { selectionFlag, shellWord } from '../arguments/parse-flags.ts';
import type { Remedy } from './report-model.ts';

/** What to add to the command so that a column is compared, or left out on purpose. */
export function remediesFor({ source, choices }: SummaryColumn): readonly Remedy[] {
  return [
    ...choices.flatMap(({ choiceId, label, formatExamples }) => {
      const formats = formatExamples.length > 0 ? formatExamples.slice(0, 1) : [''];
      return formats.map((format) => ({ flag: selectionFlag(source, choiceId, format), meaning: label }));
    }),
    { flag: `--ignore ${shellWord(source)}`, meaning: 'leave it out' },
  ];
}
