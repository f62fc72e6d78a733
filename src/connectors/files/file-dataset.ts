import type { AppError } from '../../domain/app-error.ts';
import type { FieldNode } from '../../domain/comparison/field-tree.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';
import type { FileFormat } from './reading-options.ts';

/** Files that were looked at and can be read by the engine. */
export interface FileDataset {
  readonly format: FileFormat;
  readonly relation: Relation;
  readonly columns: readonly DatasetColumn[];
  readonly rows: number;
  /** By file, the path under which the engine opens it. */
  readonly paths: ReadonlyMap<string, string>;
  /** What a reader of a report should know about how the files were read. */
  readonly notes: readonly DatasetNote[];
  /**
   * Looks for the place that made the engine fail, where a damaged part shows only when it is read; null where every
   * file reads well.
   */
  findDefect(signal?: AbortSignal): Promise<AppError | null>;
}

export interface DatasetColumn extends FieldNode {
  /** The name of the column in the relation: the field's own, unless another differs from it only in case. */
  readonly column: string;
  /** It has no value at all, so that its type says nothing. */
  readonly allNull: boolean;
}

export const noteCodes = [
  /** Some files of a folder do not look like data, or hold none. */
  'files_ignored',
  /** Folders are named `column=value`, but not all of them alike. */
  'partitions_not_read',
  /** A text such as `NULL` stands for NULL in a column of numbers or dates. */
  'null_text_detected',
  /** The engine holds less of the type than the file does. */
  'precision_lost',
  /** The engine cannot hold the type; the column is not compared. */
  'type_not_read',
] as const;

export interface DatasetNote {
  readonly code: (typeof noteCodes)[number];
  readonly detail: string;
}

/** What preparing a dataset needs. */
export interface PreparationContext {
  readonly session: SqlSession;
  /** An existing folder of the caller's that the engine may read, for unpacked and converted copies. */
  readonly stagingDirectory: string;
  /** Gives the relation a column of this name with the path of each row's file. */
  readonly fileColumn?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}
