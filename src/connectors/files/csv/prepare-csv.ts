import { AppError } from '../../../domain/app-error.ts';
import { identifier, textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import { refuseRepeatedNames, refuseTooManyColumns, relationColumns } from '../column-names.ts';
import type { DatasetColumn, DatasetNote, FileDataset, PreparationContext } from '../file-dataset.ts';
import { extensionOf, type FileKind } from '../file-format.ts';
import type { InferredType } from '../infer/infer-type.ts';
import { inferTypes } from '../infer/infer-types.ts';
import { allKinds } from '../infer/value-kinds.ts';
import { fileColumnOf } from '../partitions.ts';
import type { ReadingOptions } from '../reading-options.ts';
import { openText, type TextSource } from '../text/text-source.ts';
import type { CsvDialect } from './csv-dialect.ts';
import { detectDialect } from './detect-dialect.ts';
import { rawColumn, readCsvSql } from './read-csv-sql.ts';
import { copyCsv, type ReadyCsvFile, readyCsvFile } from './ready-csv-file.ts';

/** Opens, checks and types the CSV files of a dataset. Every value of every file has been looked at when it returns. */
export async function prepareCsv(
  kinds: readonly FileKind[],
  options: ReadingOptions,
  context: PreparationContext,
): Promise<FileDataset> {
  const { dialect, sources, notes } = await openAll(kinds, options);
  const files = await readyAll(sources, dialect, context);
  const raw = readCsvSql({
    paths: files.map(({ path }) => path),
    dialect,
    nullTexts: options.nullTexts ?? [''],
    lineEnding: files.every(({ lineEnding }) => lineEnding !== 'crlf') ? 'lf' : 'crlf',
    longestRecord: Math.max(...files.map(({ longestRecord }) => longestRecord)),
    fileColumn: context.fileColumn ?? null,
  });
  const texts = dialect.columns.map((_, index) => ({ name: rawColumn(index), candidates: allKinds }));
  const inferred = await inferTypes(context.session, raw, texts, context.signal);
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const read = inferred[0]?.profile.rows ?? 0;
  if (read !== rows) throw disagreement(sources, rows, read);

  const types = inferred.map(({ type }) => type);
  const names = relationColumns(dialect.columns);
  const select = types.map((type, index) => `${readSql(type, index)} AS ${identifier(names[index] ?? '')}`);
  const columns = types.map<DatasetColumn>((type, index) => ({
    name: dialect.columns[index] ?? '',
    column: names[index] ?? '',
    logicalType: type.logicalType,
    nativeType: type.castTo ?? 'VARCHAR',
    nullable: type.nullText !== null || (inferred[index]?.profile.values ?? 0) < rows,
    allNull: type.allNull,
  }));
  return Object.freeze<FileDataset>({
    format: 'csv',
    relation: {
      from: `(SELECT ${[...select, ...fileColumnOf(context)].join(', ')} FROM ${raw})`,
      readWhole: true,
    },
    columns,
    rows,
    paths: new Map(sources.map(({ file }, index) => [file, files[index]?.path ?? file])),
    notes: [...notes, ...nullTextNotes(columns, types)],
    findDefect: async () => null,
  });
}

interface OpenedCsv {
  readonly dialect: CsvDialect;
  readonly sources: readonly TextSource[];
  readonly notes: readonly DatasetNote[];
}

/** The first file says how all are written; one that names other columns is refused. */
async function openAll(kinds: readonly FileKind[], options: ReadingOptions): Promise<OpenedCsv> {
  const sources: TextSource[] = [];
  const empty: string[] = [];
  let dialect: CsvDialect | null = null;
  for (const { file, compression } of kinds) {
    const { source, head, headIsAll } = await openText(file, compression, options.encoding);
    const declared: ReadingOptions = dialect === null ? options : { ...options, ...dialect };
    const own = detectDialect({ text: head, isAll: headIsAll, extension: extensionOf(file) }, declared);
    if (own === null) {
      empty.push(file);
      continue;
    }
    dialect ??= own;
    refuseOtherColumns(file, own, sources[0]?.file ?? file, dialect);
    sources.push(source);
  }
  if (dialect === null) {
    throw new AppError('dataset_unreadable', {
      detail: `${empty.join(', ')} is empty: it has not even a header. Export it again.`,
    });
  }
  refuseTooManyColumns(sources[0]?.file ?? '', dialect.columns.length);
  refuseRepeatedNames(
    sources[0]?.file ?? '',
    dialect.columns,
    'Rename them, or declare header=no if the first line is data.',
  );
  const detail = `Files without any content were left out: ${empty.join(', ')}.`;
  return { dialect, sources, notes: empty.length > 0 ? [{ code: 'files_ignored', detail }] : [] };
}

function refuseOtherColumns(file: string, own: CsvDialect, firstFile: string, first: CsvDialect): void {
  if (own.columns.length !== first.columns.length) {
    throw new AppError('dataset_schema_mixed', {
      detail: `${file} has ${own.columns.length} columns and ${firstFile} has ${first.columns.length}. Compare them one by one, or give them the same columns.`,
    });
  }
  const index = own.columns.findIndex((name, position) => name !== first.columns[position]);
  if (index < 0) return;
  throw new AppError('dataset_schema_mixed', {
    detail: `Column ${index + 1} is ${JSON.stringify(own.columns[index])} in ${file} and ${JSON.stringify(first.columns[index])} in ${firstFile}. All files of a dataset need the same columns in the same order.`,
  });
}

/** The engine must find one line ending in all files of a call, so where some are of CRLF, those are copied. */
async function readyAll(
  sources: readonly TextSource[],
  dialect: CsvDialect,
  context: PreparationContext,
): Promise<readonly ReadyCsvFile[]> {
  const files: ReadyCsvFile[] = [];
  for (const source of sources) files.push(await readyCsvFile(source, dialect, context));
  const endings = new Set(files.map(({ lineEnding }) => lineEnding));
  if (!endings.has('crlf') || endings.size === 1) return files;
  return Promise.all(
    files.map((file, index) => {
      const source = sources[index];
      return file.lineEnding === 'crlf' && source !== undefined ? copyCsv(source, dialect, context) : file;
    }),
  );
}

function readSql({ castTo, nullText }: InferredType, index: number): string {
  const text = nullText === null ? rawColumn(index) : `nullif(${rawColumn(index)}, ${textLiteral(nullText)})`;
  return castTo === null ? text : `CAST(${text} AS ${castTo})`;
}

function nullTextNotes(columns: readonly DatasetColumn[], types: readonly InferredType[]): DatasetNote[] {
  return types.flatMap(({ nullText, logicalType }, index) =>
    nullText === null
      ? []
      : [
          {
            code: 'null_text_detected',
            detail: `The text ${nullText} is read as NULL in ${columns[index]?.name}: every other value of that column is a ${logicalType.kind}. Declare null=… to say otherwise.`,
          },
        ],
  );
}

/** Never seen since line endings are made alike, and never to be passed over. */
function disagreement(sources: readonly TextSource[], rows: number, read: number): AppError {
  return new AppError('dataset_unreadable', {
    detail: `${sources.map(({ file }) => file).join(', ')}: the engine reads ${read} rows where the file holds ${rows}. Convert the file to Parquet, or to CSV with plain line feeds, and report this.`,
  });
}
