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

/** A choice as it is shown; its bindings carry the selected format once that fits. */
export function choiceOf(choiceId: ChoiceId, types: BySide<LogicalType>, format: string): Choice {
  const kind = choiceKinds[choiceId];
  const formatExamples = Object.freeze(kind.formatExamples(types));
  const selected = readAs(choiceId, types, format);
  const { source, target } = selected.ok
    ? bindingsOf(selected)
    : eachSide(bindingsOf(readAs(choiceId, types, formatExamples[0] ?? '')), withoutFormat);
  return Object.freeze({
    choiceId,
    label: kind.label(types),
    source,
    target,
    formatRequired: formatExamples.length > 0,
    formatExamples,
    lossy: kind.lossy(types),
  });
}

export const unbound: BySide<Binding> = Object.freeze({
  source: Object.freeze({ transform: 'none', format: '' }),
  target: Object.freeze({ transform: 'none', format: '' }),
});

function bindingsOf(readings: Readings): BySide<Binding> {
  return readings.ok ? eachSide(readings.sides, ({ binding }) => binding) : unbound;
}

function withoutFormat({ transform }: Binding): Binding {
  return Object.freeze({ transform, format: '' });
}
