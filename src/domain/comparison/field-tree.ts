import type { LogicalType } from './logical-type.ts';

/** A field of a dataset with what lies inside it; preparation derives the tree from the schema. */
export interface FieldNode {
  readonly name: string;
  readonly logicalType: LogicalType;
  readonly nativeType: string;
  readonly nullable: boolean;
  /** The fields of a struct, or of the items of a collection of structs; absent where the type says it all. */
  readonly children?: readonly FieldNode[];
}
