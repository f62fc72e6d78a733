import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { call, cast, identifier, textLiteral } from './lexical.ts';
import { nativeDigits } from './native-type.ts';
import { isChar, unpadded } from './read-texts.ts';
import { cutTime, cutTimestamp } from './timestamps.ts';

/** A value as the text in which staging reads it (see `WireReading`). */
export function wireOf(type: LogicalType, nativeType: string, x: string): string {
  switch (type.kind) {
    case 'string':
      return isChar(nativeType) ? unpadded(x) : cast(x, 'VARCHAR');
    case 'binary':
      return call('to_hex', x);
    case 'json':
      return call('json_format', x);
    case 'time': {
      const digits = nativeDigits(nativeType, type.precision);
      const own = /with time zone/i.test(nativeType)
        ? cast(`at_timezone(${x}, 'UTC')`, `TIME(${digits})`)
        : x;
      return cast(cutTime(own, digits, type.precision), 'VARCHAR');
    }
    case 'timestamp': {
      const digits = nativeDigits(nativeType, type.precision);
      if (!type.zoned) return cast(cutTimestamp(x, digits, type.precision), 'VARCHAR');
      const wall = cast(`at_timezone(${x}, 'UTC')`, `TIMESTAMP(${digits})`);
      return `${cast(cutTimestamp(wall, digits, type.precision), 'VARCHAR')} || '+00'`;
    }
    case 'list':
      return `'[' || array_join(${eachItem(x, (item) => jsonOf(type.element, item))}, ',') || ']'`;
    case 'map': {
      const entry = (item: string) =>
        `'{"key":' || ${jsonOf(type.key, `${item}[1]`)} || ',"value":' || ${jsonOf(type.value, `${item}[2]`)} || '}'`;
      return `'[' || array_join(${eachItem(`map_entries(${x})`, entry)}, ',') || ']'`;
    }
    case 'struct': {
      const members = type.fields.map((field) => {
        const name = textLiteral(`${JSON.stringify(field.name)}:`);
        return `${name} || ${jsonOf(field.type, `${x}.${identifier(field.name)}`)}`;
      });
      return `IF(${x} IS NOT NULL, '{' || ${members.join(" || ',' || ")} || '}')`;
    }
    case 'unknown':
      throw new TypeError('A column of an unknown type is not sent.');
    default:
      return cast(x, 'VARCHAR');
  }
}

/** Inside a container the native type is that of the container: digits are those of the logical type or fewer. */
function jsonOf(type: LogicalType, x: string): string {
  const text = wireOf(type, '', x);
  const isJson = type.kind === 'list' || type.kind === 'map' || type.kind === 'struct';
  return `coalesce(${isJson ? text : `json_format(CAST(${text} AS JSON))`}, 'null')`;
}

function eachItem(list: string, text: (item: string) => string): string {
  let depth = 0;
  while (list.includes(`item${depth}`)) depth += 1;
  return `transform(${list}, item${depth} -> ${text(`item${depth}`)})`;
}
