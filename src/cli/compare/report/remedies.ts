import type { SummaryColumn } from '../../../executor/one-shot/comparison-summary.ts';
import { ignoreFlag, mapFlag, selectionFlag } from '../arguments/parse-flags.ts';
import type { Remedy } from './report-model.ts';

/** What to add to the command so that a column is compared, or left out on purpose. */
export function remediesFor({ source, choices }: SummaryColumn): readonly Remedy[] {
  return [
    ...choices.map(({ choiceId, label, formatExamples }) => {
      const [format = ''] = formatExamples;
      const meaning = format === '' ? label : `${label}, such as this one`;
      return { flag: selectionFlag(source, choiceId, format), meaning };
    }),
    leaveOut(source),
  ];
}

/** The same for a column that only one side has. */
export function remediesForLone(name: string, side: 'source' | 'target'): readonly Remedy[] {
  const [flag, other] =
    side === 'source' ? [mapFlag(name, 'NAME'), 'target'] : [mapFlag('NAME', name), 'source'];
  return [{ flag, meaning: `pair it with a column of the ${other}` }, leaveOut(name)];
}

function leaveOut(name: string): Remedy {
  return { flag: ignoreFlag(name), meaning: 'leave it out' };
}
