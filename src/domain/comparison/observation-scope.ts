import {
  collectionDepth,
  type FieldPath,
  innermostCollection,
  isPrefixOf,
  itemsOf,
  parseFieldPath,
  printFieldPath,
} from './field-path.ts';
import { type Parsed, parsed, unreadable } from './parsed.ts';

/** What one observation is: a row of the dataset, or one item of a collection inside it. */
export type ObservationScope = RootScope | CollectionScope;

export interface RootScope {
  readonly kind: 'root';
}

export interface CollectionScope {
  readonly kind: 'collection';
  /** The collection's path with its brackets: `orders[].lines[]`. Requests may leave the last brackets out. */
  readonly collectionPath: string;
}

export const rootScope: RootScope = Object.freeze({ kind: 'root' });

export interface Observed {
  readonly scope: ObservationScope;
  /** How many collections are entered to reach one observation. */
  readonly depth: number;
}

/**
 * The scope in which a field is observed: the one asked for, or the innermost collection that holds the field, else
 * the row. A scope may lie deeper than the field, whose value then stands beside every item; it may not lie outside a
 * collection that holds the field, because one observation would have many values.
 */
export function observe(field: FieldPath, asked: ObservationScope | null): Parsed<Observed> {
  const holder = innermostCollection(field);
  if (asked === null) return parsed(observed(holder));
  const path = scopePath(asked);
  if (!path.ok) return path;
  if (holder !== null && !isPrefixOf(holder, path.value ?? [])) {
    const name = printFieldPath(holder);
    return unreadable(
      0,
      `The field has one value for each item of \`${name}\`: observe that collection, or one inside it.`,
    );
  }
  return parsed(observed(path.value));
}

/** The path of the items that a scope observes; null for rows. */
export function scopePath(scope: ObservationScope): Parsed<FieldPath | null> {
  if (scope.kind === 'root') return parsed(null);
  const path = parseFieldPath(scope.collectionPath);
  return path.ok ? parsed(itemsOf(path.value)) : path;
}

/**
 * Rows are compared with rows, and items with items equally deep: only then do both sides count the same kind of thing.
 */
export function scopesCompatible(a: Observed, b: Observed): boolean {
  return a.depth === b.depth;
}

function observed(path: FieldPath | null): Observed {
  if (path === null) return { scope: rootScope, depth: 0 };
  const scope: CollectionScope = Object.freeze({ kind: 'collection', collectionPath: printFieldPath(path) });
  return { scope, depth: collectionDepth(path) };
}
