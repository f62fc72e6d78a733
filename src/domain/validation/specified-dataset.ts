import { fieldNodeOf, findPreparedField } from '../catalog/field-nodes.ts';
import type { PreparedField } from '../catalog/prepared-field.ts';
import type { FieldPath } from '../comparison/field-path.ts';
import type { FieldNode, FieldSearch } from '../comparison/field-tree.ts';

/** A dataset as it is prepared. */
export interface SpecifiedDataset {
  readonly name: string;
  readonly fields: readonly PreparedField[];
  readonly zone: string | null;
}

/** What was found out about the fields of a dataset, once for all of its tests: there may be thousands of either. */
interface Known {
  readonly byName: ReadonlyMap<string, readonly PreparedField[]>;
  nodes: readonly FieldNode[] | null;
}

const known = new WeakMap<readonly PreparedField[], Known>();

function knownOf({ fields }: SpecifiedDataset): Known {
  const found = known.get(fields) ?? { byName: Map.groupBy(fields, ({ name }) => name), nodes: null };
  known.set(fields, found);
  return found;
}

/** All fields with their types read. */
export function fieldNodesOf(dataset: SpecifiedDataset): readonly FieldNode[] {
  const found = knownOf(dataset);
  found.nodes ??= dataset.fields.map(fieldNodeOf);
  return found.nodes;
}

/** A field by its path; where it is missing, the search says what there is instead. */
export function findSpecifiedField(dataset: SpecifiedDataset, path: FieldPath): FieldSearch {
  const [first] = path;
  const named = first?.kind === 'name' ? knownOf(dataset).byName.get(first.name) : undefined;
  return findPreparedField(named ?? dataset.fields, path);
}
