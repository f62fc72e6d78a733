import type { ComparisonType, TimestampComparison } from './comparison-type.ts';

/** What fields are compared as, in a few words for people: `exact(21,2)`, `timestamp(3), instants`. */
export function printComparisonType(type: ComparisonType): string {
  switch (type.kind) {
    case 'exactNumeric':
      return `exact(${type.precision},${type.scale})${type.carrier === 'digits' ? ' by digits' : ''}`;
    case 'time':
      return `time(${type.precision})`;
    case 'timestamp':
      return `timestamp(${type.precision}), ${printClock(type)}`;
    case 'struct':
      return `struct<${type.fields.map((field) => `${field.name} ${printComparisonType(field.type)}`).join('; ')}>`;
    case 'list':
      return `list<${printComparisonType(type.element)}>`;
    case 'map':
      return `map<${printComparisonType(type.key)}; ${printComparisonType(type.value)}>`;
    case 'perSide':
      return `${printComparisonType(type.source)} beside ${printComparisonType(type.target)}`;
    default:
      return type.kind;
  }
}

function printClock({ clock, zone }: TimestampComparison): string {
  if (clock === 'instant') return 'instants';
  return zone === null ? 'as written' : `on the clock of ${zone}`;
}
