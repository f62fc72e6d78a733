import type { Binding, ChoiceId } from '../binding.ts';
import { type BySide, eachSide, fromEachSide } from '../by-side.ts';
import type { LogicalType } from '../logical-type.ts';
import { isNumeric } from '../logical-type-traits.ts';
import type { Choice, Diagnostic } from '../resolution.ts';
import { choiceKinds, type Reading } from './choice-kinds.ts';
import { diagnostic } from './diagnostic.ts';

export type Readings =
  | { readonly ok: true; readonly sides: BySide<Reading>; readonly remarks: readonly Diagnostic[] }
  | { readonly ok: false; readonly faults: readonly Diagnostic[] };

/** How both sides are read under a choice that the pair rules offer for these types. */
export function readAs(choiceId: ChoiceId, types: BySide<LogicalType>, format: string): Readings {
  const kind = choiceKinds[choiceId];
  const { source, target } = eachSide(types, (own, peer) => kind.read(own, peer, format));
  if (source.ok && target.ok) {
    const sides = { source: source.value, target: target.value };
    const said = fromEachSide(sides, ({ remark }, _peer, side) =>
      remark === null ? [] : [diagnostic(remark.code, side, remark.detail)],
    );
    return { ok: true, sides, remarks: [...said, ...(choiceId === 'asText' ? ofDisjointTexts(types) : [])] };
  }
  const faults = fromEachSide({ source, target }, (reading, _peer, side) =>
    reading.ok ? [] : [diagnostic(reading.fault.code, side, reading.fault.detail)],
  );
  return { ok: false, faults };
}

/** A number is never spelt like a boolean or a date; the choice exists all the same, so it says so. */
function ofDisjointTexts({ source, target }: BySide<LogicalType>): readonly Diagnostic[] {
  const disjoint =
    isNumeric(source) !== isNumeric(target) && source.kind !== 'string' && target.kind !== 'string';
  const detail = 'The texts of these two types are never alike, so no two values will be equal.';
  return disjoint ? [diagnostic('texts_never_equal', 'both', detail)] : [];
}

/** A choice as it is shown, with how it binds the sides. */
export function choiceOf(
  choiceId: ChoiceId,
  types: BySide<LogicalType>,
  { source, target }: BySide<Binding>,
): Choice {
  const formatExamples = examplesOf(choiceId, types);
  return Object.freeze({
    choiceId,
    label: choiceKinds[choiceId].label(types),
    source,
    target,
    formatRequired: formatExamples.length > 0,
    formatExamples,
    lossy: choiceKinds[choiceId].lossy(types),
  });
}

/** Formats that resolve the pair under the choice, the likeliest first; none where it takes no format. */
export function examplesOf(choiceId: ChoiceId, types: BySide<LogicalType>): readonly string[] {
  return Object.freeze(choiceKinds[choiceId].formatExamples(types));
}

export const unbound: BySide<Binding> = Object.freeze({
  source: Object.freeze({ transform: 'none', format: '' }),
  target: Object.freeze({ transform: 'none', format: '' }),
});
