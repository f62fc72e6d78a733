/** What preparation found out about the values of one field. */
export interface FieldProfile {
  readonly nullCount: number;
  /** Null where it was not counted. */
  readonly distinctCount: { readonly value: number; readonly exact: boolean } | null;
  /**
   * Between which bounds the values lie, of numbers and times only, rounded outward (`boundOf`): the exact least and
   * greatest values are values of rows, which stay where the data is.
   */
  readonly min: string | null;
  readonly max: string | null;
}

/** A field of a prepared dataset, as it is sent, stored and shown. */
export interface PreparedField {
  readonly name: string;
  /** As `printLogicalType` writes it. */
  readonly logicalType: string;
  readonly nativeType: string;
  readonly nullable: boolean;
  /** The named fields inside: of a struct, of the items of a collection, of the entries of a map. Null for none. */
  readonly children: readonly PreparedField[] | null;
  /** Null for what has none: containers, and fields inside collections. */
  readonly profile: FieldProfile | null;
}

/** What a reader of the dataset should know about how it was read. */
export interface PreparationNote {
  readonly code: string;
  readonly detail: string;
}

/** What an executor found a dataset to be. */
export interface Preparation {
  readonly fields: readonly PreparedField[];
  readonly rowCount: number;
  readonly notes: readonly PreparationNote[];
}

/** Far beyond real schemas; a result that is larger is refused. */
export const maxFields = 5_000;
export const maxFieldDepth = 32;
