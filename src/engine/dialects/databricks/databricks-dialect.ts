import type { Dialect } from '../dialect.ts';
import { agree, pairsWithin } from './agree.ts';
import { capabilities } from './capabilities.ts';
import { filterLiteral, filterOperand } from './filters.ts';
import { partHash, rowHashes } from './hashes.ts';
import { call, cast, identifier, textLiteral } from './lexical.ts';
import { isBigint } from './read-numbers.ts';
import { hexText } from './read-texts.ts';
import { readingOf } from './readings.ts';
import { sumPartsOf } from './sums.ts';
import { countOfInstant, isoText } from './timestamps.ts';

/** Databricks SQL: Spark SQL in ANSI mode. */
export const databricksDialect: Dialect = {
  name: 'databricks',
  capabilities,
  hashes: rowHashes,
  partsOfRow: 1,
  partHash,
  countNulls: null,
  integerInput: (integer) => cast(integer, 'STRING'),
  hashSum: (hash) => cast(`sum(${cast(hash, 'DECIMAL(28, 0)')})`, 'STRING'),
  identifier,
  textLiteral,
  reading: readingOf,
  member: (struct, name) => `${struct}.${identifier(name)}`,
  entryPart: (entry, part) => `${entry}.${part === 'key' ? 'key' : 'value'}`,
  filterLiteral,
  filterOperand,
  startsWith: (text, prefix) => call('startswith', text, prefix),
  contains: (text, part) => call('contains', text, part),
  itemsOrNull: (kept, { collection, kind, item }, from) => {
    const list = kind === 'map' ? `map_entries(${collection})` : collection;
    return `SELECT ${[...kept, item].join(', ')} FROM ${from} LATERAL VIEW OUTER explode(${list}) items AS ${item}`;
  },
  isEmpty: (collection) => `size(${collection}) = 0`,
  agree,
  pairsWithin,
  // NaN is above all numbers for Spark too.
  extreme: (kind, _column, value) => call(kind, value),
  sumParts: sumPartsOf,
  evidenceText: ({ logicalType }, x) => {
    switch (logicalType.kind) {
      case 'binary':
        return hexText(x);
      case 'json':
      case 'list':
      case 'map':
      case 'struct':
        return call('to_json', x);
      case 'timestamp':
        return logicalType.zoned ? isoText(countOfInstant(x), 6, true) : cast(x, 'STRING');
      default:
        return cast(x, 'STRING');
    }
  },
  isSame: (a, b) => `${a} <=> ${b}`,
  // Only an equality is joined by hashing; the keys themselves still decide.
  sameKeys: (pairs, hashes) =>
    [`${hashes[0]} = ${hashes[1]}`, ...pairs.map(([a, b]) => `${a} <=> ${b}`)].join(' AND '),
  list: (values) => cast(call('array', ...values), 'ARRAY<STRING>'),
  textList: 'ARRAY<STRING>',
  textType: 'STRING',
  emptyList: 'array()',
  signed: (hash) => hash,
  bucket: (hash, buckets) => `(${hash} & ${buckets - 1})`,
  isAmong: (bucket, some) => (some.length === 0 ? 'false' : `${bucket} IN (${some.join(', ')})`),
  countWhere: (condition) => call('count_if', condition),
  smallestWhere: (x, count, condition) =>
    `slice(array_sort(collect_list(${x}) FILTER (WHERE ${condition})), 1, ${count})`,
  // A list holds them all: some megabytes for each question.
  mostSmallestOf: 100_000,
  smallestBy: null,
  countDistinct: (x, from) =>
    `SELECT count(*) AS row_count, count(DISTINCT ${x}) AS value_count FROM ${from}`,
  collect: (x) => call('collect_list', x),
  unnested: (selected, list, item, from) =>
    `SELECT ${[...selected, item].join(', ')} FROM ${from} LATERAL VIEW explode(${list}) items AS ${item}`,
  // Where a table is spread over machines, the first rows of two have nothing in common.
  onePerKey: null,
  keeping: null,
  distinctInRange: null,
  isInteger: isBigint,
  // A session keeps the query under its name: statements share no session, and nothing is written.
  keepsRows: false,
  createTable: (name, query, of = 'rows') => ({
    sql: query,
    table: { name, change: of === 'rows' ? 'define' : 'answer' },
  }),
  insertInto: (name, query) => ({ sql: query, table: { name, change: 'extend' } }),
  dropTable: (name) => ({ sql: '', table: { name, change: 'drop' } }),
  writeParquet: null,
};
