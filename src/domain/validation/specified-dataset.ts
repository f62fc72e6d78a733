import { fieldNodeOf } from '../catalog/field-nodes.ts';
import type { PreparedField } from '../catalog/prepared-field.ts';
import type { FieldNode } from '../comparison/field-tree.ts';

/** A dataset as it is prepared. */
export interface SpecifiedDataset {
  readonly name: string;
  readonly fields: readonly PreparedField[];
  readonly zone: string | null;
}

const known = new WeakMap<readonly PreparedField[], readonly FieldNode[]>();

/** All fields with their types read; once for all tests of a dataset, since thousands of types take milliseconds. */
export function fieldNodesOf({ fields }: SpecifiedDataset): readonly FieldNode[] {
  const nodes = known.get(fields) ?? fields.map(fieldNodeOf);
  known.set(fields, nodes);
  return nodes;
}
