import { identifier, textLiteral } from '../../engine/dialects/duckdb/lexical.ts';
import { relationColumns } from './column-names.ts';
import type { DatasetColumn, FileDataset, PreparationContext } from './file-dataset.ts';
import { inferTypes } from './infer/infer-types.ts';
import { allKinds } from './infer/value-kinds.ts';
import type { LocatedFiles } from './locate-files.ts';

/** In which the relation says of which file a row is. No column of a file is called that. */
export const fileColumn = 'plumbline: the file of the row';

/** What a relation selects besides its columns. */
export function fileColumnOf({ fileColumn: name }: PreparationContext): readonly string[] {
  return name === undefined ? [] : [identifier(name)];
}

export interface PartitionNames {
  /** Columns that every file has in the names of its folders. */
  readonly read: readonly string[];
  /** Those that only some files have. */
  readonly notRead: readonly string[];
}

export function partitionNames({ partitions }: LocatedFiles): PartitionNames {
  const names = [...new Set([...partitions.values()].flatMap(Object.keys))];
  const isEverywhere = (name: string) =>
    [...partitions.values()].every((partition) => Object.hasOwn(partition, name));
  return { read: names.filter(isEverywhere), notRead: names.filter((name) => !isEverywhere(name)) };
}

/**
 * The dataset with a column for what the names of folders say, typed as the texts of a CSV are. A column that the files
 * have themselves is theirs. The dataset was prepared with `fileColumn`.
 */
export async function withPartitions(
  dataset: FileDataset,
  { partitions }: LocatedFiles,
  names: readonly string[],
  { session, signal }: PreparationContext,
): Promise<FileDataset> {
  const own = new Set(dataset.columns.map(({ name }) => name));
  const added = names.filter((name) => !own.has(name));
  if (added.length === 0) return dataset;
  const texts = added.map((_, index) => `p${index}`);
  const rows = [...dataset.paths].map(([file, path]) => {
    const values = added.map((name) => textOf(partitions.get(file)?.[name] ?? ''));
    const cells = values.map((value) => (value === null ? 'CAST(NULL AS VARCHAR)' : textLiteral(value)));
    return `(${[textLiteral(path), ...cells].join(', ')})`;
  });
  const folders = `(SELECT * FROM (VALUES ${rows.join(', ')}) AS v(${['path', ...texts].join(', ')}))`;
  const inferred = await inferTypes(
    session,
    folders,
    texts.map((name) => ({ name, candidates: allKinds })),
    signal,
  );
  const columnNames = relationColumns([...dataset.columns.map(({ column }) => column), ...added]);
  const columns = added.map((name, index): DatasetColumn => {
    const { profile, type } = inferred[index] ?? {};
    return {
      name,
      column: columnNames[dataset.columns.length + index] ?? name,
      logicalType: type?.logicalType ?? { kind: 'string' },
      nativeType: type?.castTo ?? 'VARCHAR',
      nullable: (profile?.values ?? 0) < (profile?.rows ?? 0),
      allNull: type?.allNull ?? false,
    };
  });
  const select = columns.map(({ column, nativeType }, index) => {
    const nullText = inferred[index]?.type.nullText ?? null;
    const text =
      nullText === null ? `f.${texts[index]}` : `nullif(f.${texts[index]}, ${textLiteral(nullText)})`;
    return `CAST(${text} AS ${nativeType}) AS ${identifier(column)}`;
  });
  const file = identifier(fileColumn);
  return {
    ...dataset,
    relation: {
      ...dataset.relation,
      from: `(SELECT r.* EXCLUDE (${file}), ${select.join(', ')} FROM ${dataset.relation.from} AS r JOIN ${folders} AS f ON r.${file} = f.path)`,
    },
    columns: [...dataset.columns, ...columns],
  };
}

/** Writers encode what a name cannot hold, and have a word for NULL (Hive's, which Spark and others took over). */
function textOf(value: string): string | null {
  if (value === '__HIVE_DEFAULT_PARTITION__') return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
