import type { StagedColumn } from '../../connectors/connector.ts';
import type { DatasetColumn } from '../../connectors/files/file-dataset.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { FieldPath } from '../../domain/comparison/field-path.ts';
import type { Relation } from '../../engine/sql-session.ts';

/** A dataset that is ready to be compared, whatever system holds it. */
export interface OpenDataset {
  /** As the person wrote it, without what is secret. */
  readonly name: string;
  readonly format: string;
  readonly fileCount: number;
  /** The declared zone of timestamps without an offset. */
  readonly zone: string | null;
  readonly relation: Relation;
  /** Whether the engine has its rows; otherwise its fields are typed as the system that holds them does. */
  readonly isRead: boolean;
  readonly fields: readonly DatasetColumn[];
  /** Null where only the system that holds them has counted them. */
  readonly rows: number | null;
  /** What a reader of a report should know about how it was read. */
  readonly notes: readonly { readonly detail: string }[];
  /** How the rows of a table were copied for the engine, by the names of the relation; null where nothing was. */
  readonly staged: readonly StagedColumn[] | null;
  /** Whether only rows that pass the filter are there. */
  readonly isFiltered: boolean;
  /** What made the engine fail on the data; null where that cannot be told. */
  findDefect(signal?: AbortSignal): Promise<AppError | null>;
}

/** A dataset as it is looked at: its rows, or the items of a collection inside them. */
export interface ObservedDataset extends OpenDataset {
  /** The collection whose items are compared; empty for rows. */
  readonly scope: FieldPath;
  readonly columns: readonly ObservedColumn[];
}

/** What is compared: a field of the rows, or one that is beside or inside the items. */
export interface ObservedColumn extends DatasetColumn {
  /** Where the dataset has it. */
  readonly field: FieldPath;
  /** Where the relation has it. */
  readonly path: FieldPath;
}
