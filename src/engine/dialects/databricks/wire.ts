import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import { freshName } from '../fresh-name.ts';
import { cast, identifier, textLiteral } from './lexical.ts';
import { quoted } from './read-containers.ts';
import { hexText, ownText } from './read-texts.ts';
import { countOfInstant, countOfWall, isoText } from './timestamps.ts';

/** A value as the text in which staging reads it (see `WireReading`). */
export function wireOf(type: LogicalType, nativeType: string, x: string): string {
  switch (type.kind) {
    case 'string':
      return ownText(nativeType, x);
    case 'binary':
      return hexText(x);
    case 'json':
      return `to_json(${x})`;
    case 'timestamp':
      // Never by the clock of the session.
      return type.zoned
        ? `concat(replace(${isoText(countOfInstant(x), 6, false)}, 'T', ' '), '+00')`
        : `replace(${isoText(countOfWall(x), 6, false)}, 'T', ' ')`;
    case 'list':
      return `concat('[', array_join(${eachItem(x, (item) => jsonOf(type.element, item))}, ','), ']')`;
    case 'map': {
      const entry = (item: string) =>
        `concat('{"key":', ${jsonOf(type.key, `${item}.key`)}, ',"value":', ${jsonOf(type.value, `${item}.value`)}, '}')`;
      return `concat('[', array_join(${eachItem(`map_entries(${x})`, entry)}, ','), ']')`;
    }
    case 'struct': {
      const members = type.fields.map((field) => {
        const name = textLiteral(`${JSON.stringify(field.name)}:`);
        return `${name}, ${jsonOf(field.type, `${x}.${identifier(field.name)}`)}`;
      });
      return `CASE WHEN ${x} IS NOT NULL THEN concat('{', ${members.join(", ',', ")}, '}') END`;
    }
    case 'unknown':
      throw new TypeError('A column of an unknown type is not sent.');
    default:
      return cast(x, 'STRING');
  }
}

function jsonOf(type: LogicalType, x: string): string {
  const text = wireOf(type, '', x);
  const isJson = type.kind === 'list' || type.kind === 'map' || type.kind === 'struct';
  return `coalesce(${isJson ? text : quoted(text)}, 'null')`;
}

function eachItem(list: string, text: (item: string) => string): string {
  const item = freshName('item', list);
  return `transform(${list}, ${item} -> ${text(item)})`;
}
