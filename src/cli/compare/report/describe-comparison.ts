import type { ComparisonType } from '../../../domain/comparison/comparison-type.ts';
import type { Tolerance } from '../../../domain/comparison/tolerance.ts';

/** In the words of a person who looks at a report. */
export function describeComparisonType(type: ComparisonType): string {
  switch (type.kind) {
    case 'exactNumeric':
      return type.scale === 0 ? 'a whole number' : 'an exact decimal number';
    case 'double':
      return 'a floating-point number';
    case 'text':
      return 'text';
    case 'boolean':
      return 'a truth value';
    case 'date':
      return 'a date';
    case 'time':
      return 'a time of day';
    case 'timestamp':
      return type.clock === 'instant' ? 'a point in time' : 'a date and time';
    case 'uuid':
      return 'a UUID';
    case 'binary':
      return 'bytes';
    case 'json':
      return 'JSON';
    case 'struct':
      return 'a record';
    case 'list':
      return 'a list';
    case 'map':
      return 'a map';
    case 'perSide':
    case 'presence':
      return 'a value';
  }
}

export function describeTolerance(tolerance: Tolerance): string {
  switch (tolerance.kind) {
    case 'absolute':
      return tolerance.amount;
    case 'relative':
      // Times a hundred, without what binary fractions add.
      return `${Number((Number(tolerance.ratio) * 100).toPrecision(12))} %`;
    case 'duration':
      return `${Number(tolerance.nanoseconds) / 1e9} s`;
  }
}
