import { AppError } from '../../domain/app-error.ts';
import { maxFields } from '../../domain/catalog/prepared-field.ts';

/** Refuses a table that the service could not hold before a value is looked at: each column costs the engine's planner. */
export function refuseTooManyColumns(file: string, columns: number): void {
  if (columns <= maxFields) return;
  throw new AppError('dataset_too_wide', {
    detail: `${file} has ${columns} columns, and at most ${maxFields} can be compared. Make a file of fewer columns; if this one has fewer, declare its delimiter.`,
  });
}

/** Refuses names that occur more than once: such a column could not be asked for. */
export function refuseRepeatedNames(file: string, names: readonly string[], advice: string): void {
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (repeated.length === 0) return;
  const list = repeated.map((name) => JSON.stringify(name)).join(', ');
  throw new AppError('dataset_names_ambiguous', {
    detail: `${file} has more than one column named ${list}. ${advice}`,
  });
}

/**
 * A name for each column that the engine can tell from the others: it folds case. The first keeps its own. SQL cannot
 * hold NUL, which becomes its picture, nor a name of no letters.
 */
export function relationColumns(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = name === '' ? 'column' : name.replaceAll('\0', '\u2400');
    let column = base;
    for (let count = 2; taken.has(column.toLowerCase()); count += 1) column = `${base}~${count}`;
    taken.add(column.toLowerCase());
    return column;
  });
}
