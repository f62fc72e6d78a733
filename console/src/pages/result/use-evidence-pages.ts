import type { InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Body, Item, ListPage } from '../../api/queries.ts';

type Page = Body<'read_evidence'>;

interface EvidencePages {
  readonly keys: Page['keys'];
  readonly fields: Page['fields'];
  readonly rows: readonly Item<'read_evidence'>[];
}

/** All rows that were read so far, with what their columns are; every page says the same about those. */
export function useEvidencePages(data: InfiniteData<ListPage<'read_evidence'>> | undefined): EvidencePages {
  return useMemo(() => {
    const first = data?.pages[0];
    return {
      keys: first?.keys ?? [],
      fields: first?.fields ?? [],
      rows: data?.pages.flatMap(({ items }) => items) ?? [],
    };
  }, [data]);
}
