import { type FieldPath, isPrefixOf } from '../../domain/comparison/field-path.ts';
import type { DatasetField } from '../../domain/comparison/pair-specification.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Scan } from '../plan/plan.ts';
import type { Relation } from '../sql-session.ts';
import { compileFilter } from './filter.ts';

/**
 * The rows of a scan with the raw values of fields as `x0`, `x1` and so on. Where rows are items of a collection there
 * is a column `absence` too: 0 for an item, other numbers for a parent whose collection is empty or NULL, which keeps
 * one row with NULL for every field of the item.
 */
export function scanRows(
  dialect: Dialect,
  relation: Relation,
  scan: Scan,
  fields: readonly DatasetField[],
): string {
  const filterNames = Object.keys(scan.filterFields);
  const all = [...fields, ...Object.values(scan.filterFields)];
  const levels = collectionsOf(scan.scope);
  const fieldsAt = (depth: number) =>
    all.flatMap((field, index) => (depthOf(field.path) === depth ? [{ field, name: `x${index}` }] : []));

  const readAt = (depth: number, base: (name: string) => string, item: string | null) => {
    const path = levels.slice(0, depth).flat();
    const read = fieldsAt(depth).map(
      ({ field, name }) => `${reach(dialect, namesIn(field.path.slice(path.length)), base, item)} AS ${name}`,
    );
    const next = levels[depth];
    return next === undefined
      ? read
      : [...read, `${reach(dialect, namesIn(next), base, item)} AS a${depth + 1}`];
  };

  let sql = select(
    readAt(0, (name) => `r.${dialect.identifier(name)}`, null),
    `${relation.from} AS r`,
  );
  let kept = fieldsAt(0).map(({ name }) => name);
  levels.forEach((_, index) => {
    const depth = index + 1;
    const kind = scan.maps.some((map) => isSame(map, levels.slice(0, depth).flat())) ? 'map' : 'list';
    const collection = `a${depth}`;
    const absence = `CASE WHEN ${collection} IS NULL THEN 2 WHEN ${dialect.isEmpty(collection, kind)} THEN 1 ELSE 0 END AS m${depth}`;
    const item = `i${depth}`;
    sql = dialect.itemsOrNull([...kept, absence], { collection, kind, item }, `(${sql})`);
    const inside = kind === 'map' ? dialect.entryPart : dialect.member;
    const read = readAt(depth, (name) => inside(item, name), item);
    kept = [...kept, `m${depth}`];
    sql = select([...kept, ...read], `(${sql})`);
    kept = [...kept, ...fieldsAt(depth).map(({ name }) => name)];
  });

  const names = fields.map((_, index) => `x${index}`);
  // Each level has three states, so their digits to base three make one number.
  const absence = levels.map((_, index) => `m${index + 1} * ${3 ** index}`).join(' + ');
  const columns = levels.length === 0 ? names : [...names, `${absence} AS absence`];
  if (scan.filter === null) return levels.length === 0 ? sql : select(columns, `(${sql})`);
  const condition = compileFilter(dialect, scan.filter, (name) => {
    const index = filterNames.indexOf(name);
    const field = all[fields.length + index];
    if (index < 0 || field === undefined)
      throw new TypeError(`The filter names ${name}, which was checked before.`);
    return { field, sql: `x${fields.length + index}` };
  });
  return `${select(columns, `(${sql})`)} WHERE ${condition}`;
}

function select(columns: readonly string[], from: string): string {
  return `SELECT ${columns.length === 0 ? '1 AS one' : columns.join(', ')} FROM ${from}`;
}

/** From a row or an item inwards, struct by struct; an item that is no struct is reached as it is. */
function reach(
  dialect: Dialect,
  names: readonly string[],
  base: (name: string) => string,
  item: string | null,
): string {
  const [first, ...rest] = names;
  if (first === undefined) return item ?? 'NULL';
  return rest.reduce((struct, name) => dialect.member(struct, name), base(first));
}

/** `orders[].lines[]` is two collections, each with the steps that lead to it. */
function collectionsOf(scope: FieldPath): readonly FieldPath[] {
  const collections: FieldPath[] = [];
  let start = 0;
  scope.forEach((step, index) => {
    if (step.kind !== 'items') return;
    collections.push(scope.slice(start, index + 1));
    start = index + 1;
  });
  return collections;
}

function depthOf(path: FieldPath): number {
  return path.filter((step) => step.kind === 'items').length;
}

function namesIn(path: FieldPath): readonly string[] {
  return path.flatMap((step) => (step.kind === 'name' ? [step.name] : []));
}

function isSame(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && isPrefixOf(a, b);
}
