import { identifier, textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import type { DatasetColumn } from '../file-dataset.ts';
import { countsHybrid, type FileCalendar, gregorianDate, gregorianTimestamp } from './hybrid-calendar.ts';
import type { ParquetNode } from './parquet-schema.ts';

export interface OpenedFile {
  readonly file: string;
  /** As the engine opens it. */
  readonly path: string;
  readonly calendar: FileCalendar;
}

/** All files; with the path of each row's file in a column of its own where that is wanted. */
export function readSql(files: readonly OpenedFile[], fileColumn?: string): string {
  const paths = files.map(({ path }) => textLiteral(path)).join(', ');
  const filename = fileColumn === undefined ? '' : `, filename = ${textLiteral(fileColumn)}`;
  return `read_parquet([${paths}], hive_partitioning = false${filename})`;
}

export interface ReadColumn {
  readonly field: DatasetColumn;
  readonly node: ParquetNode | undefined;
}

/** All files with their days on the Gregorian calendar; those that count otherwise are read apart. */
export function gregorianRelation(
  files: readonly OpenedFile[],
  columns: readonly ReadColumn[],
  fileColumn?: string,
): string {
  if (!files.some(({ calendar }) => countsHybrid(calendar))) return readSql(files, fileColumn);
  const groups = Map.groupBy(files, ({ calendar }) => JSON.stringify(calendar));
  const selects = [...groups.values()].map((group) => {
    const [first] = group;
    const select = columns.map((column) => {
      const name = identifier(column.field.column);
      const meant = first && gregorianColumn(column, first.calendar);
      return meant ? `${meant} AS ${name}` : name;
    });
    const file = fileColumn === undefined ? [] : [identifier(fileColumn)];
    return `SELECT ${[...select, ...file].join(', ')} FROM ${readSql(group, fileColumn)}`;
  });
  return `(${selects.join(' UNION ALL ')})`;
}

/** Null where the column stands as it is. */
function gregorianColumn({ field, node }: ReadColumn, calendar: FileCalendar): string | null {
  const x = identifier(field.column);
  switch (field.nativeType) {
    case 'DATE':
      return calendar.dates === 'hybrid' ? gregorianDate(x, field.name) : null;
    case 'TIMESTAMP':
    case 'TIMESTAMP WITH TIME ZONE': {
      const counted = node?.physicalType === 'INT96' ? calendar.int96 : calendar.dates;
      return counted === 'hybrid'
        ? gregorianTimestamp(x, field.name, field.nativeType, calendar.inUtc)
        : null;
    }
    default:
      return null;
  }
}
