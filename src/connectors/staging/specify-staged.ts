import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { FieldPath } from '../../domain/comparison/field-path.ts';
import {
  type BoundField,
  type DatasetField,
  type PairSpecification,
  sides,
} from '../../domain/comparison/pair-specification.ts';
import type { StagedColumn } from '../connector.ts';

/**
 * A specification that was resolved on the fields of datasets, in terms of how they were staged: under which name, in
 * which type of the engine, and as text where a column holds values that its type cannot. Null for a side that is not
 * staged.
 */
export function specifyStaged(
  specification: PairSpecification,
  staged: BySide<readonly StagedColumn[] | null>,
): PairSpecification {
  const bound = (field: BoundField, columns: readonly StagedColumn[] | null) =>
    columns === null ? field : boundField(field, columns);
  const fields = specification.fields.map((field) => ({
    ...field,
    source: bound(field.source, staged.source),
    target: bound(field.target, staged.target),
  }));
  const tests = specification.tests.map((test) => {
    const scope = { ...test.scope };
    for (const side of sides) scope[side] = inRelation(test.scope[side], staged[side]);
    return { ...test, scope };
  });
  const datasets = { ...specification.datasets };
  for (const side of sides) {
    const { filterFields, maps, ...rest } = specification.datasets[side];
    datasets[side] = {
      ...rest,
      filterFields: Object.fromEntries(
        Object.entries(filterFields).map(([name, field]) => [name, filterField(field, staged[side])]),
      ),
      ...(maps === undefined ? {} : { maps: maps.map((path) => inRelation(path, staged[side])) }),
    };
  }
  return Object.freeze({ datasets, fields, tests });
}

function boundField(field: BoundField, columns: readonly StagedColumn[]): BoundField {
  const column = columnOf(field.path, columns);
  const path = inRelation(field.path, columns);
  if (field.path.length > 1) return { ...field, path };
  const { nativeType, logicalType, readAs } = column;
  if (readAs === null) return { ...field, path, nativeType };
  const { transform, format } = field.binding;
  // A text that the type has no value for would have to be written as its values are, and there is no saying how.
  if (transform === 'to_string' || format !== '') throw unreadable(column);
  return { path, logicalType, nativeType, binding: readAs.binding };
}

/** A filter is better pushed to the server; one that runs here needs the type. */
function filterField(field: DatasetField, columns: readonly StagedColumn[] | null): DatasetField {
  if (columns === null) return field;
  const column = columnOf(field.path, columns);
  if (column.readAs !== null) throw unreadable(column);
  const path = inRelation(field.path, columns);
  return field.path.length > 1 ? { ...field, path } : { ...field, path, nativeType: column.nativeType };
}

function inRelation(path: FieldPath, columns: readonly StagedColumn[] | null): FieldPath {
  const [first, ...inner] = path;
  if (first?.kind !== 'name' || columns === null) return path;
  return [{ kind: 'name', name: columnOf(path, columns).column }, ...inner];
}

function columnOf([step]: FieldPath, columns: readonly StagedColumn[]): StagedColumn {
  const column = columns.find(({ name }) => step?.kind === 'name' && step.name === name);
  if (column === undefined) throw new TypeError('The specification names a field that was not staged.');
  return column;
}

function unreadable({ name, readAs }: StagedColumn): AppError {
  return new AppError('comparison_unsupported', {
    detail: `${name} holds ${readAs?.unreadable} values that its type cannot represent, such as zero dates or NaN. It can be compared in its own type, where they count as unconvertible, but neither as text nor by a format, nor filtered by. Repair the values, or leave the field out.`,
  });
}
