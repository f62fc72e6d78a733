import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/service.ts';
import type { Suggestion } from './field-mapping.ts';

/** Wide tables have hundreds of fields; beyond this nobody looks through a list. */
const maxSuggestions = 2000;

/** Every suggestion of a pair: a mapping of fields is of no use in pages. */
export function useSuggestions(datasetPairUuid: string, enabled: boolean) {
  return useQuery({
    queryKey: ['list_test_suggestions', 'all', datasetPairUuid],
    enabled,
    queryFn: async ({ signal }) => {
      const all: Suggestion[] = [];
      let cursor: string | null = null;
      do {
        const query: { limit: number; cursor: string | null } = { limit: 100, cursor };
        const { body } = await call(
          'list_test_suggestions',
          { params: { datasetPairUuid }, query },
          { signal },
        );
        all.push(...body.items);
        cursor = body.nextCursor;
      } while (cursor !== null && all.length < maxSuggestions);
      return all;
    },
  });
}
