import type { EvidenceRequest } from '../../domain/execution/protocol.ts';
import { identifier, textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import type { EvidenceOfTest, FieldNames } from './evidence-manifest.ts';

type PageRequest = Extract<EvidenceRequest, { form: 'page' }>;

/** A longer text is cut on a page for people; a download has all of it. */
export const longestShownText = 4_000;

/**
 * A page of the evidence of one test. What explains a failure best comes first, and then the order is that of the keys;
 * rows that are alike in everything may stand in any order.
 */
export function pageQuery(file: string, test: EvidenceOfTest, request: PageRequest): string {
  const { resultUuid, kind, field, offset, limit } = request;
  const conditions = [
    ...(kind === null ? [] : [`kind = ${textLiteral(kind)}`]),
    ...(field === null ? [] : [`kind = 'different'`, `coalesce(differing[${field + 1}], 'true') = 'true'`]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const shown = (list: string) =>
    `list_transform(${list}, lambda text: CASE WHEN length(text) > ${longestShownText} THEN left(text, ${longestShownText}) || '…' ELSE text END)`;
  return [
    `SELECT kind, ${shown('key')} AS key, ${shown('source')} AS source, ${shown('target')} AS target, differing, source_rows, target_rows`,
    `FROM (${rowsOf(file, resultUuid, test)})${where}`,
    // Shorter first, so that 9 stands before 10 though keys are texts here.
    `ORDER BY list_position(['value', 'different', 'onlyInSource', 'onlyInTarget'], kind), length(key[1]), key, source, target`,
    // One more than is shown tells whether there are more.
    `LIMIT ${limit + 1} OFFSET ${offset}`,
  ].join(' ');
}

/** The evidence of one test as a table: a column for each key, and one a side for each field. */
export function fileQuery(file: string, resultUuid: string, test: EvidenceOfTest): string {
  const taken = new Set<string>();
  const named = (name: string) => {
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name} (${count})`;
    taken.add(free.toLowerCase());
    return identifier(free);
  };
  const columns = [
    `kind AS ${named('kind')}`,
    ...test.keys.map((names, place) => `key[${place + 1}] AS ${named(`key ${keyName(names)}`)}`),
    ...test.fields.flatMap(({ source, target }, place) => [
      `source[${place + 1}] AS ${named(`source ${source}`)}`,
      `target[${place + 1}] AS ${named(`target ${target}`)}`,
    ]),
    `source_rows AS ${named('source rows')}`,
    `target_rows AS ${named('target rows')}`,
  ];
  return `SELECT ${columns.join(', ')} FROM (${rowsOf(file, resultUuid, test)})`;
}

function keyName({ source, target }: FieldNames): string {
  return source === target ? source : `${source} = ${target}`;
}

/** Rows of the test, and those of every test with the values that this one looks at. */
function rowsOf(file: string, resultUuid: string, { places }: EvidenceOfTest): string {
  const own = (side: 'source' | 'target') => {
    if (places === null) return side;
    const values = places.map((place) => `${side}[${place + 1}]`).join(', ');
    return `CASE WHEN test_id IS NULL AND ${side} IS NOT NULL THEN CAST([${values}] AS VARCHAR[]) ELSE ${side} END AS ${side}`;
  };
  return [
    `SELECT kind, key, ${own('source')}, ${own('target')}, differing, source_rows, target_rows`,
    `FROM read_parquet(${textLiteral(file)}, hive_partitioning = false)`,
    `WHERE test_id = ${textLiteral(resultUuid)} OR test_id IS NULL`,
  ].join(' ');
}
