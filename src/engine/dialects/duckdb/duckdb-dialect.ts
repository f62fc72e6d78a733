import type { Dialect } from '../dialect.ts';
import { agree, pairsWithin } from './agree.ts';
import { capabilities } from './capabilities.ts';
import { filterLiteral, filterOperand } from './filters.ts';
import { rowHashes } from './hashes.ts';
import { call, cast, countWhere, identifier, textLiteral } from './lexical.ts';
import { isBigint } from './read-numbers.ts';
import { readingOf } from './readings.ts';
import { sumPartsOf } from './sums.ts';
import { writeParquet } from './write-parquet.ts';

/** As a tree and not as a chain: DuckDB refuses an expression that is nested a thousand deep. */
function sumOf(terms: readonly string[]): string {
  const half = terms.length >> 1;
  return half === 0 ? terms.join() : `(${sumOf(terms.slice(0, half))} + ${sumOf(terms.slice(half))})`;
}

export const duckDbDialect: Dialect = {
  name: 'duckdb',
  capabilities,
  hashes: rowHashes,
  partsOfRow: 2,
  partHash: (inputs) => call('hash', ...(inputs.length === 0 ? ['0'] : inputs)),
  // Of columns without a NULL this is a constant for a whole vector of rows, and costs nothing.
  countNulls: (values) => sumOf(values.map((value) => `(${value} IS NULL)::SMALLINT`)),
  integerInput: (integer) => integer,
  hashSum: (hash) => cast(`sum(${hash})`, 'VARCHAR'),
  identifier,
  textLiteral,
  reading: readingOf,
  member: (struct, name) => `struct_extract(${struct}, ${textLiteral(name)})`,
  entryPart: (entry, part) => `struct_extract(${entry}, ${textLiteral(part)})`,
  filterLiteral,
  filterOperand,
  startsWith: (text, prefix) => call('starts_with', text, prefix),
  contains: (text, part) => call('contains', text, part),
  itemsOrNull: (kept, { collection, kind, item }, from) => {
    const list = kind === 'map' ? `map_entries(${collection})` : collection;
    const items = `unnest(CASE WHEN coalesce(len(${list}), 0) = 0 THEN [NULL] ELSE ${list} END) AS ${item}`;
    return `SELECT ${[...kept, items].join(', ')} FROM ${from}`;
  },
  isEmpty: (collection, kind) => `${kind === 'map' ? 'cardinality' : 'len'}(${collection}) = 0`,
  agree,
  pairsWithin,
  extreme: (kind, _column, value) => call(kind, value),
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
  isSame: (a, b) => `${a} IS NOT DISTINCT FROM ${b}`,
  sameKeys: (pairs) => pairs.map(([a, b]) => `${a} IS NOT DISTINCT FROM ${b}`).join(' AND '),
  list: (values) => `[${values.join(', ')}]::VARCHAR[]`,
  textList: 'VARCHAR[]',
  textType: 'VARCHAR',
  emptyList: 'ARRAY[]',
  signed: (hash) => `(${hash} >> 1)::BIGINT`,
  bucket: (hash, buckets) => `(${hash} & ${buckets - 1})::INTEGER`,
  // A bitmap, because it is pushed into the reader of the files, where a long IN becomes a join behind it.
  isAmong: (bucket, some, buckets) => {
    const wanted = new Set(some);
    const bits = Array.from({ length: buckets }, (_, number) => (wanted.has(number) ? '1' : '0')).join('');
    return `get_bit('${bits}'::BIT, ${bucket}) = 1`;
  },
  countWhere,
  // With a FILTER each aggregate gets a copy of the values of all: fast for a few, the square of their number for many.
  mostSmallestOf: null,
  smallestWhere: (x, count, condition) => `${call('min', x, String(count))} FILTER (${condition})`,
  smallestBy: null,
  countDistinct: (x, from) =>
    `SELECT count(*) AS row_count, count(DISTINCT ${x}) AS value_count FROM ${from}`,
  collect: (x) => call('list', x),
  unnested: (selected, list, item, from) =>
    `SELECT ${[...selected, `unnest(${list}) AS ${item}`].join(', ')} FROM ${from}`,
  onePerKey: (keys, from) => `(SELECT DISTINCT ON (${keys.join(', ')}) * FROM ${from})`,
  keeping: (name, query) => `WITH ${name} AS MATERIALIZED (${query})`,
  distinctInRange: (x, low, high) => `bit_count(bitstring_agg(${x}, ${low}, ${high}))`,
  isInteger: isBigint,
  keepsRows: true,
  createTable: (name, query) => ({ sql: `CREATE OR REPLACE TEMP TABLE ${identifier(name)} AS ${query}` }),
  insertInto: (name, query) => ({ sql: `INSERT INTO ${identifier(name)} ${query}` }),
  dropTable: (name) => ({ sql: `DROP TABLE IF EXISTS ${identifier(name)}` }),
  writeParquet,
};
