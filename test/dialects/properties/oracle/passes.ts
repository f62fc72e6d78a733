import type { ComparisonType } from '../../../../src/domain/comparison/comparison-type.ts';
import type { Filter, FilterCondition } from '../../../../src/domain/comparison/filter.ts';
import type { LogicalType } from '../../../../src/domain/comparison/logical-type.ts';
import {
  type DatasetDescriptor,
  exactOptions,
} from '../../../../src/domain/comparison/pair-specification.ts';
import type { Relation, StoredType, Value } from '../../../support/relations.ts';
import { type Canonical, order } from './canonical.ts';
import { type Observation, valueAt } from './observe.ts';
import { readValue } from './read-value.ts';

/** Whether a row is looked at. A condition on NULL is false, and there are only two truth values. */
export function passes(
  filter: Filter,
  relation: Relation,
  observation: Observation,
  dataset: DatasetDescriptor,
): boolean {
  const inner = (part: Filter) => passes(part, relation, observation, dataset);
  if ('all' in filter) return filter.all.every(inner);
  if ('any' in filter) return filter.any.some(inner);
  if ('not' in filter) return !inner(filter.not);
  const field = dataset.filterFields[filter.field];
  if (field === undefined) throw new TypeError(`There is no field ${filter.field} to filter by.`);
  const { value, type } = valueAt(relation, observation, field.path);
  return meets(filter, value, type, field.logicalType);
}

function meets(condition: FilterCondition, value: Value, stored: StoredType, logical: LogicalType): boolean {
  if (condition.op === 'isNull') return value === null;
  if (value === null) return false;
  if (condition.op === 'isNotNull') return true;
  if (condition.op === 'startsWith') return String(value).startsWith(condition.value);
  if (condition.op === 'contains') return String(value).includes(condition.value);
  const own = read(value, stored, logical);
  const compared = (other: string | boolean) => order(own, read(notation(other, stored), stored, logical));
  switch (condition.op) {
    case 'in':
      return condition.value.some((other) => compared(other) === 0);
    case 'between':
      return compared(condition.value[0]) >= 0 && compared(condition.value[1]) <= 0;
    case 'eq':
      return compared(condition.value) === 0;
    case 'ne':
      return compared(condition.value) !== 0;
    case 'lt':
      return compared(condition.value) < 0;
    case 'le':
      return compared(condition.value) <= 0;
    case 'gt':
      return compared(condition.value) > 0;
    case 'ge':
      return compared(condition.value) >= 0;
  }
}

/** Filters write timestamps in ISO 8601 with a T. */
function notation(value: string | boolean, stored: StoredType): Value {
  return typeof value === 'string' && stored.kind === 'timestamp' ? value.replace('T', ' ') : value;
}

function read(value: Value, stored: StoredType, logical: LogicalType): Canonical {
  return readValue(value, stored, ownComparison(logical), {
    side: 'source',
    binding: { transform: 'none', format: '' },
    peerType: logical,
    options: exactOptions,
  });
}

/** Values of a field among themselves. */
function ownComparison(type: LogicalType): ComparisonType {
  switch (type.kind) {
    case 'long':
      return { kind: 'exactNumeric', precision: 19, scale: 0, carrier: 'decimal' };
    case 'decimal':
      return { kind: 'exactNumeric', precision: type.precision, scale: type.scale, carrier: 'decimal' };
    case 'string':
      return { kind: 'text' };
    case 'timestamp':
      return {
        kind: 'timestamp',
        precision: type.precision,
        clock: type.zoned ? 'instant' : 'wall',
        zone: null,
        sourceZone: null,
        targetZone: null,
      };
    case 'boolean':
    case 'double':
    case 'date':
    case 'time':
      return type;
    default:
      throw new TypeError(`No filter looks at values of ${type.kind}.`);
  }
}
