import type { LogicalType } from '../../domain/comparison/logical-type.ts';

/** Staging keeps times to the microsecond (`wireReading`). */
export const stagedFractionDigits = 6;

/** The most fractional digits of a second that a value of the type has, or one inside it. */
export function fractionDigits(type: LogicalType): number {
  switch (type.kind) {
    case 'time':
    case 'timestamp':
      return type.precision;
    case 'list':
      return fractionDigits(type.element);
    case 'map':
      return Math.max(fractionDigits(type.key), fractionDigits(type.value));
    case 'struct':
      return Math.max(0, ...type.fields.map((field) => fractionDigits(field.type)));
    default:
      return 0;
  }
}
