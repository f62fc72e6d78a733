import type { Item } from '../../api/queries.ts';

type Scope = Item<'list_schedules'>['scope'];

/** What a schedule runs, in words. */
export function scopeWords(scope: Scope): string {
  switch (scope.kind) {
    case 'all':
      return 'All active tests';
    case 'dataset_pair':
      return 'One pair';
    case 'dataset_pairs':
      return `${scope.datasetPairUuids.length} pairs`;
    case 'validation_test':
      return 'One test';
  }
}
