import { type BySide, fromEachSide } from '../by-side.ts';
import { type FieldPath, fieldPath, itemsStep } from '../field-path.ts';
import type { LogicalType, StructField } from '../logical-type.ts';
import { printLogicalType } from '../logical-type-text.ts';
import type { Diagnostic } from '../resolution.ts';
import { pairRule, type SharedKind } from './pair-rules.ts';
import {
  bothAs,
  type Incompatible,
  remark,
  type Shared,
  shared,
  type TypePair,
  type Unification,
} from './unification.ts';
import { unifyDoubles, unifyExactNumbers } from './unify-numbers.ts';
import { unifyTimesOfDay, unifyTimestamps } from './unify-times.ts';

/** What two types come to by the pair rules, containers part by part. */
export function unify(pair: TypePair): Unification {
  const rule = pairRule(pair.types.source.kind, pair.types.target.kind);
  switch (rule.kind) {
    case 'by itself':
      return unifiers[rule.as](pair);
    case 'by choice':
      return { outcome: 'needs choice', choices: rule.choices };
    case 'incompatible':
      return { outcome: 'incompatible', remarks: whyIncompatible(pair) };
  }
}

const unifiers: Record<SharedKind, (pair: TypePair) => Shared | Incompatible> = {
  exactNumeric: unifyExactNumbers,
  double: unifyDoubles,
  text: () => shared({ kind: 'text' }),
  boolean: () => shared({ kind: 'boolean' }),
  date: () => shared({ kind: 'date' }),
  time: unifyTimesOfDay,
  timestamp: unifyTimestamps,
  uuid: (pair) =>
    shared(
      { kind: 'uuid' },
      ofText(
        pair,
        'read_as_uuid',
        'The text is read as a UUID, in any letter case, with or without dashes; other text is unconvertible.',
      ),
    ),
  binary: () => shared({ kind: 'binary' }),
  json: (pair) =>
    shared(
      { kind: 'json' },
      ofText(
        pair,
        'read_as_json',
        'The text is read as JSON and compared by its meaning; text that is not JSON is unconvertible.',
      ),
    ),
  struct: unifyStructs,
  list: unifyLists,
  map: unifyMaps,
};

function unifyLists(pair: TypePair): Shared | Incompatible {
  const { source, target } = bothAs(pair, 'list');
  const element = unifyPart(pair, [...pair.place, itemsStep], {
    source: source.element,
    target: target.element,
  });
  if (element.outcome === 'incompatible') return element;
  return shared({ kind: 'list', element: element.comparisonType }, element.remarks);
}

function unifyMaps(pair: TypePair): Shared | Incompatible {
  const { source, target } = bothAs(pair, 'map');
  const entry = [...pair.place, itemsStep];
  const key = unifyPart(pair, [...entry, ...fieldPath('key')], { source: source.key, target: target.key });
  const value = unifyPart(pair, [...entry, ...fieldPath('value')], {
    source: source.value,
    target: target.value,
  });
  const remarks = [...key.remarks, ...value.remarks];
  if (key.outcome === 'incompatible' || value.outcome === 'incompatible')
    return { outcome: 'incompatible', remarks };
  return shared({ kind: 'map', key: key.comparisonType, value: value.comparisonType }, remarks);
}

/** The order of the fields does not count; their names do, letter by letter. */
function unifyStructs(pair: TypePair): Shared | Incompatible {
  const structs = bothAs(pair, 'struct');
  const missing = fromEachSide(structs, (own, peer, side) => {
    const lone = own.fields.filter(({ name }) => fieldNamed(peer.fields, name) === undefined);
    if (lone.length === 0) return [];
    const names = lone
      .map(({ name }) => `\`${name}\``)
      .sort()
      .join(', ');
    return [
      remark(
        pair,
        'shapes_differ',
        side,
        `Only this side has ${names}. Compare the fields inside by their paths instead.`,
      ),
    ];
  });
  if (missing.length > 0) return { outcome: 'incompatible', remarks: missing };
  const parts = structs.source.fields
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type }) => {
      const target = fieldNamed(structs.target.fields, name)?.type ?? type;
      return { name, part: unifyPart(pair, [...pair.place, ...fieldPath(name)], { source: type, target }) };
    });
  const remarks = parts.flatMap(({ part }) => part.remarks);
  const fields = parts.flatMap(({ name, part }) =>
    part.outcome === 'shared' ? [Object.freeze({ name, type: part.comparisonType })] : [],
  );
  if (fields.length < parts.length) return { outcome: 'incompatible', remarks };
  return shared({ kind: 'struct', fields: Object.freeze(fields) }, remarks);
}

/** A part of a container compares by itself or not at all: a choice is made for a field, not inside one. */
function unifyPart(pair: TypePair, place: FieldPath, types: BySide<LogicalType>): Shared | Incompatible {
  const part: TypePair = { ...pair, place, types };
  const unified = unify(part);
  if (unified.outcome !== 'needs choice') return unified;
  const detail = `${pairInWords(types)} compare only by a choice, which is made for a whole field: compare the fields inside by their paths.`;
  return { outcome: 'incompatible', remarks: [remark(part, 'element_needs_choice', 'both', detail)] };
}

function whyIncompatible(pair: TypePair): readonly Diagnostic[] {
  const unknown = fromEachSide(pair.types, (type, _peer, side) =>
    type.kind === 'unknown'
      ? [
          remark(
            pair,
            'type_unknown',
            side,
            'The type is not known here, so its values cannot be compared; COUNT still works.',
          ),
        ]
      : [],
  );
  if (unknown.length > 0) return unknown;
  const detail = `${pairInWords(pair.types)} have no values in common to compare.`;
  return [remark(pair, 'types_incompatible', 'both', detail)];
}

/** In the same words whichever side is which. */
function pairInWords({ source, target }: BySide<LogicalType>): string {
  return [printLogicalType(source), printLogicalType(target)].sort().join(' and ');
}

function ofText(
  pair: TypePair,
  code: 'read_as_uuid' | 'read_as_json',
  detail: string,
): readonly Diagnostic[] {
  return fromEachSide(pair.types, ({ kind }, _peer, side) =>
    kind === 'string' ? [remark(pair, code, side, detail)] : [],
  );
}

function fieldNamed(fields: readonly StructField[], name: string): StructField | undefined {
  return fields.find((field) => field.name === name);
}
