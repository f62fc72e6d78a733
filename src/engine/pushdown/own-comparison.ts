import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';

/** The type in which a field compares with itself; of what has no one value, only the presence. */
export function ownComparison(type: LogicalType): ComparisonType {
  switch (type.kind) {
    case 'long':
      return { kind: 'exactNumeric', precision: 19, scale: 0, carrier: 'decimal' };
    case 'decimal':
      return { ...type, kind: 'exactNumeric', carrier: type.precision <= 38 ? 'decimal' : 'digits' };
    case 'string':
      return { kind: 'text' };
    case 'boolean':
    case 'double':
    case 'date':
    case 'uuid':
    case 'binary':
      return { kind: type.kind };
    case 'time':
      return { kind: 'time', precision: type.precision };
    case 'timestamp':
      return {
        kind: 'timestamp',
        precision: type.precision,
        clock: type.zoned ? 'instant' : 'wall',
        zone: null,
        sourceZone: null,
        targetZone: null,
      };
    default:
      return { kind: 'presence' };
  }
}
