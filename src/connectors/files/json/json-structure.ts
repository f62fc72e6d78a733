import type { NativeType } from '../native-type.ts';

/** What the engine found in all values of a place: the name of a scalar type, a list's item, or an object's members. */
export type JsonStructure = string | readonly [JsonStructure] | { readonly [name: string]: JsonStructure };

/** How integers that stand inside lists and objects are read. */
export type IntegerType = 'BIGINT' | 'DECIMAL';

/** Objects with more members than this are taken for maps with data in their keys, and compared as JSON. */
const mostMembers = 500;

const json: NativeType = Object.freeze({ kind: 'scalar', name: 'JSON', parameters: [] });

/** The engine's type for a place; values of several types in one place are kept as JSON. */
export function nativeTypeOf(structure: JsonStructure, integers: IntegerType): NativeType {
  if (typeof structure === 'string') return scalarOf(structure, integers);
  if (isList(structure)) return { kind: 'list', element: nativeTypeOf(structure[0], integers) };
  const members = Object.entries(structure);
  const folded = new Set(members.map(([name]) => name.toLowerCase()));
  // The engine folds the case of members, so an object with `id` and `ID` can only be held as JSON.
  if (members.length === 0 || members.length > mostMembers || folded.size < members.length) return json;
  return {
    kind: 'struct',
    fields: members.map(([name, inner]) => ({ name, type: nativeTypeOf(inner, integers) })),
  };
}

function scalarOf(name: string, integers: IntegerType): NativeType {
  switch (name) {
    case 'BIGINT':
    case 'UBIGINT':
    case 'HUGEINT':
      return { kind: 'scalar', name: integers, parameters: integers === 'DECIMAL' ? [38, 0] : [] };
    case 'DOUBLE':
    case 'BOOLEAN':
    case 'VARCHAR':
      return { kind: 'scalar', name, parameters: [] };
    default:
      return json;
  }
}

export function isNumber(structure: JsonStructure): boolean {
  return typeof structure === 'string' && ['BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE'].includes(structure);
}

function isList(structure: JsonStructure): structure is readonly [JsonStructure] {
  return Array.isArray(structure);
}
