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
