import type { ChoiceId, Transform } from '../binding.ts';
import type { BySide } from '../by-side.ts';
import type { ComparisonType } from '../comparison-type.ts';
import { type FieldPath, printFieldPath } from '../field-path.ts';
import type { LogicalType } from '../logical-type.ts';
import type { Diagnostic, DiagnosticCode } from '../resolution.ts';
import { diagnostic } from './diagnostic.ts';

/** Two types that meet. */
export interface TypePair {
  readonly types: BySide<LogicalType>;
  /** The declared zones of naive timestamps. */
  readonly zones: BySide<string | null>;
  /** Where inside containers the types stand; empty for the fields themselves. */
  readonly place: FieldPath;
}

/** What two types come to, with nobody choosing anything. */
export type Unification = Shared | NeedsChoice | Incompatible;

export interface Shared {
  readonly outcome: 'shared';
  readonly comparisonType: ComparisonType;
  /**
   * What becomes of each side: `none` unless its values turn into another kind (date → timestamp, exact → double).
   * A long beside a decimal stays `none`: it is the same exact number.
   */
  readonly transforms: BySide<Transform>;
  readonly remarks: readonly Diagnostic[];
}

export interface NeedsChoice {
  readonly outcome: 'needs choice';
  readonly choices: readonly ChoiceId[];
}

export interface Incompatible {
  readonly outcome: 'incompatible';
  readonly remarks: readonly Diagnostic[];
}

export const noTransforms: BySide<Transform> = Object.freeze({ source: 'none', target: 'none' });

export function shared(
  comparisonType: ComparisonType,
  remarks: readonly Diagnostic[] = [],
  transforms: BySide<Transform> = noTransforms,
): Shared {
  return { outcome: 'shared', comparisonType: Object.freeze(comparisonType), transforms, remarks };
}

/** A diagnostic that says where inside the containers it holds. */
export function remark(
  pair: TypePair,
  code: DiagnosticCode,
  side: Diagnostic['side'],
  detail: string,
): Diagnostic {
  return diagnostic(
    code,
    side,
    pair.place.length === 0 ? detail : `In \`${printFieldPath(pair.place)}\`: ${detail}`,
  );
}

/** Both types as the kind that they are known to be. */
export function bothAs<K extends LogicalType['kind']>(
  pair: TypePair,
  kind: K,
): BySide<Extract<LogicalType, { kind: K }>> {
  return { source: only(pair.types.source, kind), target: only(pair.types.target, kind) };
}

function only<K extends LogicalType['kind']>(type: LogicalType, kind: K): Extract<LogicalType, { kind: K }> {
  if (!isKind(type, kind))
    throw new TypeError(`The pair rules sent a ${type.kind} where only a ${kind} belongs.`);
  return type;
}

function isKind<K extends LogicalType['kind']>(
  type: LogicalType,
  kind: K,
): type is Extract<LogicalType, { kind: K }> {
  return type.kind === kind;
}
