import type { EpochFormat, PatternFormat } from '../../domain/comparison/format.ts';
import { parseFormat } from '../../domain/comparison/parse-format.ts';
import type { Column } from '../plan/plan.ts';

/** By which format the dates or times of a column are read; null where its type says what they are. */
export function timeFormatOf(column: Column): PatternFormat | EpochFormat | null {
  const { format } = column.field.binding;
  if (format === '') return null;
  const parsed = parseFormat(format);
  if (!parsed.ok || parsed.value.kind === 'encoding') {
    throw new TypeError(
      `${JSON.stringify(format)} is no format of dates and times; resolution lets none through.`,
    );
  }
  return parsed.value;
}
