import type { ChoiceId } from '../binding.ts';
import type { ComparisonKind } from '../comparison-type.ts';
import type { LogicalKind } from '../logical-type.ts';

/** A comparison type that two fields reach by themselves. */
export type SharedKind = Exclude<ComparisonKind, 'perSide' | 'presence'>;

/** What happens when a field of one kind meets a field of another. */
export type PairRule =
  | { readonly kind: 'by itself'; readonly as: SharedKind }
  | { readonly kind: 'by choice'; readonly choices: readonly ChoiceId[] }
  | { readonly kind: 'incompatible' };

interface Row {
  readonly rule: PairRule;
  readonly one: readonly LogicalKind[];
  readonly other: readonly LogicalKind[];
}

const exact = ['long', 'decimal'] as const;
const numbers = [...exact, 'double'] as const;

/**
 * The whole matrix. A pair stands here once, for both directions; a pair that is not here is incompatible.
 *
 * Text beside a UUID or JSON needs no choice: those types have one text form, so the peer says how the text is meant.
 * Text beside a number, a date or bytes has many, so a person says which.
 */
export const pairRules: readonly Row[] = [
  itself('exactNumeric', exact, exact),
  itself('double', ['double'], numbers),
  itself('text', ['string'], ['string']),
  itself('boolean', ['boolean'], ['boolean']),
  itself('date', ['date'], ['date']),
  itself('time', ['time'], ['time']),
  itself('timestamp', ['timestamp'], ['date', 'timestamp']),
  itself('uuid', ['uuid'], ['uuid', 'string']),
  itself('binary', ['binary'], ['binary']),
  itself('json', ['json'], ['json', 'string']),
  itself('struct', ['struct'], ['struct']),
  itself('list', ['list'], ['list']),
  itself('map', ['map'], ['map']),
  choice(['asPeerNumeric', 'asText'], ['string', 'boolean'], numbers),
  choice(['asPeerDateTime', 'asText'], ['string'], ['date', 'time', 'timestamp']),
  choice(['asPeerDateTime', 'asText'], numbers, ['date', 'timestamp']),
  choice(['asText'], ['boolean', 'binary'], ['string']),
];

const incompatible: PairRule = Object.freeze({ kind: 'incompatible' });
const rulesByKind = indexed(pairRules);

export function pairRule(one: LogicalKind, other: LogicalKind): PairRule {
  return rulesByKind.get(one)?.get(other) ?? incompatible;
}

function itself(as: SharedKind, one: readonly LogicalKind[], other: readonly LogicalKind[]): Row {
  return { rule: Object.freeze({ kind: 'by itself', as }), one, other };
}

function choice(
  choices: readonly ChoiceId[],
  one: readonly LogicalKind[],
  other: readonly LogicalKind[],
): Row {
  return { rule: Object.freeze({ kind: 'by choice', choices: Object.freeze(choices) }), one, other };
}

function indexed(rows: readonly Row[]): ReadonlyMap<LogicalKind, ReadonlyMap<LogicalKind, PairRule>> {
  const index = new Map<LogicalKind, Map<LogicalKind, PairRule>>();
  const put = (from: LogicalKind, to: LogicalKind, rule: PairRule) =>
    index.set(from, (index.get(from) ?? new Map<LogicalKind, PairRule>()).set(to, rule));
  for (const { rule, one, other } of rows) {
    for (const a of one) {
      for (const b of other) {
        put(a, b, rule);
        put(b, a, rule);
      }
    }
  }
  return index;
}
