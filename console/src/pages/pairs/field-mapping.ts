import type { LocatedField } from '../../../../src/contract/dataset-field-paths.ts';
import type { Item } from '../../api/queries.ts';

export type Suggestion = Item<'list_test_suggestions'>;

/** Two fields that belong together, and how they compare. */
export interface FieldMatch {
  readonly source: LocatedField;
  readonly target: LocatedField;
  readonly status: Suggestion['status'];
  readonly isKey: boolean;
  /** Why, in words: of a choice that is needed, or of what stands in the way. */
  readonly reason: string;
}

export interface FieldMapping {
  readonly matches: readonly FieldMatch[];
  readonly onlySource: readonly LocatedField[];
  readonly onlyTarget: readonly LocatedField[];
}

/** What the service suggests to compare, as a mapping of fields: one match per pair of fields, in the source's order. */
export function mapFields(
  source: readonly LocatedField[],
  target: readonly LocatedField[],
  suggestions: readonly Suggestion[],
): FieldMapping {
  const [sources, targets] = [byPath(source), byPath(target)];
  const matches = new Map<string, FieldMatch>();
  // Several fields may do as the key; the surest stands first, and is the one that is used.
  const key = suggestions.find(({ surface }) => surface === 'joinKey');
  for (const { sourceField, targetField, surface, status, reason } of suggestions) {
    const [left, right] = [sources.get(sourceField), targets.get(targetField)];
    if (left === undefined || right === undefined) continue;
    const known = matches.get(sourceField);
    const isKey = sourceField === key?.sourceField;
    // A key says less about the values than a test of them does.
    const said = known === undefined || surface !== 'joinKey' ? { status, reason } : known;
    matches.set(sourceField, {
      source: left,
      target: right,
      status: said.status,
      reason: said.reason,
      isKey,
    });
  }
  const matchedTargets = new Set([...matches.values()].map((match) => match.target.path));
  return {
    matches: source.flatMap(({ path }) => matches.get(path) ?? []),
    onlySource: leaves(source).filter(({ path }) => !matches.has(path)),
    onlyTarget: leaves(target).filter(({ path }) => !matchedTargets.has(path)),
  };
}

function byPath(fields: readonly LocatedField[]): Map<string, LocatedField> {
  return new Map(fields.map((field) => [field.path, field]));
}

/** Fields with nothing inside: containers are not unpaired while what they hold is paired. */
function leaves(fields: readonly LocatedField[]): LocatedField[] {
  return fields.filter(({ field }) => field.children === null);
}
