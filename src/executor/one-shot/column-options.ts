import { AppError } from '../../domain/app-error.ts';
import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { FieldOptions } from '../../domain/comparison/pair-specification.ts';
import type { Selection } from '../../domain/comparison/resolution.ts';
import type { TextOptions, Tolerance } from '../../domain/comparison/tolerance.ts';
import { exactText } from '../../domain/comparison/tolerance.ts';
import { optionFaults, toleranceFaults } from '../../domain/comparison/tolerance-rules.ts';
import { type ByColumn, type ComparisonRequest, everyColumn } from './comparison-request.ts';
import { pairNamed } from './pair-columns.ts';
import type { Pair } from './resolve-pairs.ts';

/** What was asked for column by column, found by pair. */
export interface ColumnOptions {
  readonly selectionFor: (pair: Pair) => Selection | null;
  /** Throws where a tolerance was given to a column that cannot have it; `*` passes over such columns. */
  readonly toleranceFor: (pair: Pair, type: ComparisonType) => Tolerance | null;
  readonly optionsFor: (pair: Pair, type: ComparisonType) => FieldOptions;
}

export function columnOptions(request: ComparisonRequest, pairs: readonly Pair[]): ColumnOptions {
  const selections = byPair(request.selections, pairs, 'A choice');
  const tolerances = byPair(request.tolerances, pairs, 'A tolerance');
  const texts = byPair(request.textOptions, pairs, 'A normalisation');
  const unordered = byPair(
    Object.fromEntries(request.unordered.map((name) => [name, true])),
    pairs,
    'An order to be ignored',
  );
  return {
    selectionFor: (pair) => selections.named.get(pair) ?? selections.every ?? null,
    toleranceFor: (pair, type) => {
      const named = tolerances.named.get(pair);
      if (named !== undefined) {
        refuse(pair, 'tolerance', toleranceFaults(named, type.kind));
        return named;
      }
      const { every } = tolerances;
      return every !== undefined && toleranceFaults(every, type.kind).length === 0 ? every : null;
    },
    optionsFor: (pair, type) => {
      const text = optionFor(pair, type, texts, (options: TextOptions) => ({
        text: options,
        listOrder: 'ordered',
      }));
      const list = optionFor(pair, type, unordered, () => ({ text: exactText, listOrder: 'bag' }));
      return { text: text.text, listOrder: list.listOrder };
    },
  };
}

interface Given<T> {
  readonly named: ReadonlyMap<Pair, T>;
  readonly every: T | undefined;
}

function byPair<T>(given: ByColumn<T>, pairs: readonly Pair[], what: string): Given<T> {
  const named = new Map<Pair, T>();
  for (const [name, value] of Object.entries(given)) {
    if (name !== everyColumn) named.set(pairNamed(pairs, name, what), value);
  }
  return { named, every: given[everyColumn] };
}

const nothingAsked: FieldOptions = Object.freeze({ text: exactText, listOrder: 'ordered' });

function optionFor<T>(
  pair: Pair,
  type: ComparisonType,
  given: Given<T>,
  optionsOf: (value: T) => FieldOptions,
): FieldOptions {
  const named = given.named.get(pair);
  if (named !== undefined) {
    refuse(pair, 'option', optionFaults(optionsOf(named), type));
    return optionsOf(named);
  }
  if (given.every === undefined) return nothingAsked;
  const options = optionsOf(given.every);
  return optionFaults(options, type).length === 0 ? options : nothingAsked;
}

function refuse(pair: Pair, what: string, faults: readonly { readonly detail: string }[]): void {
  if (faults.length === 0) return;
  throw new AppError('validation_failed', {
    detail: `The ${what} for ${JSON.stringify(pair.source.name)} does not fit: ${faults.map(({ detail }) => detail).join(' ')}`,
  });
}
