import type { Binding, ChoiceId, Surface } from '../binding.ts';
import { type BySide, eachSide } from '../by-side.ts';
import { type ComparisonKind, type ComparisonType, holdsKind } from '../comparison-type.ts';
import type { LogicalType } from '../logical-type.ts';
import { isNumeric, isScalar } from '../logical-type-traits.ts';
import type { Choice, Diagnostic, Selection } from '../resolution.ts';
import { choiceOf, examplesOf, readAs, unbound } from './choice.ts';
import { diagnostic } from './diagnostic.ts';
import type { Shared, Unification } from './unification.ts';
import { unify } from './unify.ts';

/** Two fields as far as their types matter, and what they are compared for. */
export interface FieldPair {
  readonly surface: Surface;
  readonly types: BySide<LogicalType>;
  /** The declared zones of naive timestamps. */
  readonly zones: BySide<string | null>;
}

/** Every way in which two fields can be compared, whatever the function. */
export interface WaysToCompare {
  /** With nobody choosing anything. */
  readonly byThemselves: Comparison | null;
  readonly byChoice: readonly OfferedChoice[];
  /** The selection, if it is one of the choices. */
  readonly selected: SelectedChoice | null;
  /** Each side's values among themselves only; null where the fields compare by themselves or hold no single values. */
  readonly eachSideAlone: Comparison | null;
  /** Why the fields do not compare by themselves, where that is more than that a choice must be made. */
  readonly obstacles: readonly Diagnostic[];
}

/** How both sides are read, and in what type they then compare. */
export interface Comparison {
  readonly comparisonType: ComparisonType;
  readonly bindings: BySide<Binding>;
  readonly remarks: readonly Diagnostic[];
}

export interface OfferedChoice {
  readonly choice: Choice;
  /** What the fields are compared as under it, whatever the format. */
  readonly kind: ComparisonKind;
}

export interface SelectedChoice {
  readonly choiceId: ChoiceId;
  readonly outcome: Comparison | FormatFaults;
}

export interface FormatFaults {
  readonly faults: readonly Diagnostic[];
}

export function waysToCompare(pair: FieldPair, selection: Selection | null): WaysToCompare {
  const unified = unify({ ...pair, place: [] });
  if (unified.outcome === 'shared' && fitsSurface(pair, unified.comparisonType)) {
    return {
      byThemselves: natural(unified),
      byChoice: [],
      selected: null,
      eachSideAlone: null,
      obstacles: [],
    };
  }
  const byChoice = choicesOf(pair, unified).flatMap((choiceId) => offer(pair, choiceId, selection));
  const isOffered = byChoice.some(({ choice }) => choice.choiceId === selection?.choiceId);
  return {
    byThemselves: null,
    byChoice,
    selected:
      selection !== null && isOffered
        ? { choiceId: selection.choiceId, outcome: compareByChoice(pair, selection) }
        : null,
    eachSideAlone: pair.surface === 'valueField' ? eachSideAlone(pair) : null,
    obstacles: obstacles(pair, unified),
  };
}

/** Read as the choice says, the two types compare by themselves. */
export function compareByChoice(pair: FieldPair, { choiceId, format }: Selection): Comparison | FormatFaults {
  const read = readAs(choiceId, pair.types, format);
  if (!read.ok) return { faults: read.faults };
  const unified = unify({ ...pair, types: eachSide(read.sides, ({ type }) => type), place: [] });
  if (unified.outcome !== 'shared') throw new TypeError(`${choiceId} reads two types that do not compare.`);
  const rest = natural(unified);
  return {
    comparisonType: rest.comparisonType,
    bindings: Object.freeze({
      source: firstBound(read.sides.source.binding, rest.bindings.source),
      target: firstBound(read.sides.target.binding, rest.bindings.target),
    }),
    remarks: [...read.remarks, ...rest.remarks],
  };
}

/** The choices that lead to a comparison, if one must be made. */
function choicesOf({ types }: FieldPair, unified: Unification): readonly ChoiceId[] {
  if (unified.outcome === 'needs choice') return unified.choices;
  // Two numbers compare by themselves; as a key, where one is a double, only by their text.
  return isNumeric(types.source) && isNumeric(types.target) ? ['asText'] : [];
}

/** What is offered shows the selected format once that fits, and no format until then. */
function offer(pair: FieldPair, choiceId: ChoiceId, selection: Selection | null): readonly OfferedChoice[] {
  if (isDoubleKey(pair) && choiceId !== 'asText') return [];
  const [format = ''] = examplesOf(choiceId, pair.types);
  const example = compareByChoice(pair, { choiceId, format });
  if ('faults' in example) return [];
  const selected = selection?.choiceId === choiceId ? compareByChoice(pair, selection) : null;
  const bindings =
    selected !== null && 'bindings' in selected
      ? selected.bindings
      : eachSide(example.bindings, ({ transform }) => withTransform(transform));
  return [{ choice: choiceOf(choiceId, pair.types, bindings), kind: example.comparisonType.kind }];
}

function natural({ comparisonType, transforms, remarks }: Shared): Comparison {
  return { comparisonType, remarks, bindings: eachSide(transforms, withTransform) };
}

function eachSideAlone({ types }: FieldPair): Comparison | null {
  const { source, target } = eachSide(types, comparedAlone);
  if (source === null || target === null) return null;
  const detail = 'The fields share no type: each side counts its distinct values within its own.';
  return {
    comparisonType: Object.freeze({ kind: 'perSide', source, target }),
    bindings: unbound,
    remarks: [diagnostic('compared_per_side', 'both', detail)],
  };
}

function comparedAlone(type: LogicalType): ComparisonType | null {
  const unified = unify({
    types: { source: type, target: type },
    zones: { source: null, target: null },
    place: [],
  });
  return isScalar(type) && unified.outcome === 'shared' ? unified.comparisonType : null;
}

/** Doubles are no keys, alone or inside: computed twice, the same number can differ in its last bit. */
function fitsSurface({ surface }: FieldPair, comparisonType: ComparisonType): boolean {
  return surface === 'valueField' || !holdsKind(comparisonType, 'double');
}

function isDoubleKey({ surface, types }: FieldPair): boolean {
  return surface === 'joinKey' && (types.source.kind === 'double' || types.target.kind === 'double');
}

function obstacles(pair: FieldPair, unified: Unification): readonly Diagnostic[] {
  if (unified.outcome === 'incompatible') return unified.remarks;
  // What would compare by itself and is not let is a key that is or holds a double.
  return unified.outcome === 'shared' || isDoubleKey(pair) ? [doubleKey] : [];
}

const doubleKey = diagnostic(
  'double_join_key',
  'both',
  'A double is no join key: computed twice, the same number can differ in its last bit. Choose another key, or asText where it is offered, which matches doubles of the same shortest digits.',
);

/** What the choice does to a side goes before what its type then still needs. */
function firstBound(chosen: Binding, rest: Binding): Binding {
  return chosen.transform === 'none' ? rest : chosen;
}

function withTransform(transform: Binding['transform']): Binding {
  return Object.freeze({ transform, format: '' });
}
