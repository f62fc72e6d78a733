import { parseLogicalType } from '../comparison/logical-type-text.ts';
import { familyOf } from '../comparison/logical-type-traits.ts';
import { nameLikeness, plainName } from './name-likeness.ts';
import type { PreparedField } from './prepared-field.ts';

export interface DatasetShape {
  readonly datasetUuid: string;
  readonly name: string;
  readonly fields: readonly PreparedField[];
}

export interface PairSuggestion {
  readonly sourceDatasetUuid: string;
  readonly sourceName: string;
  readonly targetDatasetUuid: string;
  readonly targetName: string;
  /** From 0 to 1, to two digits. */
  readonly score: number;
  readonly reason: string;
}

/** Fields say more than names, which teams choose freely. */
const weight = { name: 0.4, fields: 0.6 };
/** Below it, two datasets share little more than an `id`. */
const leastScore = 0.5;
/** Beyond this many fields, more of them say nothing new about whether two datasets belong together. */
const mostFields = 200;

/**
 * Datasets that seem to belong together, the surest first: alike by name and by fields, and not paired yet either way
 * round. The one that was registered first is the source.
 */
export function suggestPairs(
  datasets: readonly DatasetShape[],
  isPaired: (a: string, b: string) => boolean,
  only: string | null = null,
): readonly PairSuggestion[] {
  const shapes = datasets
    .map((dataset) => ({ ...dataset, families: familiesOf(dataset.fields) }))
    .sort((a, b) => byCodePoint(a.datasetUuid, b.datasetUuid));
  const suggestions: PairSuggestion[] = [];
  for (const [index, source] of shapes.entries()) {
    for (const target of shapes.slice(index + 1)) {
      if (only !== null && source.datasetUuid !== only && target.datasetUuid !== only) continue;
      if (isPaired(source.datasetUuid, target.datasetUuid)) continue;
      const suggestion = suggestPair(source, target);
      if (suggestion.score >= leastScore) suggestions.push(suggestion);
    }
  }
  return suggestions.sort(
    (a, b) =>
      b.score - a.score ||
      byCodePoint(a.sourceDatasetUuid, b.sourceDatasetUuid) ||
      byCodePoint(a.targetDatasetUuid, b.targetDatasetUuid),
  );
}

type Families = ReadonlyMap<string, string>;
type ShapeWithFamilies = DatasetShape & { readonly families: Families };

function familiesOf(fields: readonly PreparedField[]): Families {
  return new Map(
    fields.slice(0, mostFields).map(({ name, logicalType }) => {
      const type = parseLogicalType(logicalType);
      return [plainName(name), type.ok ? familyOf(type.value) : 'unknown'];
    }),
  );
}

function suggestPair(source: ShapeWithFamilies, target: ShapeWithFamilies): PairSuggestion {
  const likeness = nameLikeness(source.name, target.name);
  const { shared, share } = sharedFields(source.families, target.families);
  const score = shared === 0 ? 0 : weight.name * likeness + weight.fields * share;
  const fields = `${shared} of ${Math.max(source.families.size, target.families.size)} fields have the same name`;
  const names = likeness === 1 ? 'the names are the same' : `the names are ${percent(likeness)} alike`;
  return {
    sourceDatasetUuid: source.datasetUuid,
    sourceName: source.name,
    targetDatasetUuid: target.datasetUuid,
    targetName: target.name,
    score: Math.round(score * 100) / 100,
    reason: `${fields}, and ${names}.`,
  };
}

/** A field of the same name counts whole where its type is of the same family, and half where it is not. */
function sharedFields(source: Families, target: Families): { shared: number; share: number } {
  let shared = 0;
  let weighed = 0;
  for (const [name, family] of source) {
    const peer = target.get(name);
    if (peer === undefined) continue;
    shared += 1;
    weighed += peer === family ? 1 : 0.5;
  }
  return { shared, share: weighed / Math.max(1, source.size, target.size) };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
