import type { Dialect } from '../dialect.ts';
import { agree, pairsWithin } from './agree.ts';
import { capabilities } from './capabilities.ts';
import { filterLiteral, filterOperand } from './filters.ts';
import { rowHashes } from './hashes.ts';
import { call, cast, identifier, textLiteral } from './lexical.ts';
import { readingOf } from './readings.ts';
import { sumPartsOf } from './sums.ts';

export const duckDbDialect: Dialect = {
  name: 'duckdb',
  capabilities,
  hashes: rowHashes,
  identifier,
  textLiteral,
  reading: readingOf,
  member: (struct, name) => `struct_extract(${struct}, ${textLiteral(name)})`,
  filterLiteral,
  filterOperand,
  startsWith: (text, prefix) => call('starts_with', text, prefix),
  contains: (text, part) => call('contains', text, part),
  itemsOrNull: (collection, kind) => {
    const list = kind === 'map' ? `map_entries(${collection})` : collection;
    return `unnest(CASE WHEN coalesce(len(${list}), 0) = 0 THEN [NULL] ELSE ${list} END)`;
  },
  isEmpty: (collection, kind) => `${kind === 'map' ? 'cardinality' : 'len'}(${collection}) = 0`,
  agree,
  pairsWithin,
  sumParts: sumPartsOf,
  evidenceText: ({ logicalType }, x) => {
    switch (logicalType.kind) {
      case 'binary':
        return `lower(hex(${cast(x, 'BLOB')}))`;
      case 'struct':
      case 'list':
      case 'map':
        return cast(`to_json(${x})`, 'VARCHAR');
      default:
        return cast(x, 'VARCHAR');
    }
  },
};
