import { Button, Center, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Problem } from './problem.tsx';
import { ScrollRegion } from './scroll-region.tsx';

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

interface ListingProps<Item> {
  /** What the rows are, for a screen reader. */
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;
  readonly columns: readonly Column[];
  readonly row: (item: Item) => ReactNode;
  /** Shown in place of the table where there is nothing. */
  readonly empty: ReactNode;
}

interface Column {
  readonly label: string;
  readonly figure?: boolean;
  /** The narrowest screen that shows it. */
  readonly from?: 'xs' | 'sm' | 'md' | 'lg';
  readonly width?: number | string;
  /** What stands in the column speaks for itself: the label is for a screen reader. */
  readonly hideLabel?: boolean;
  /** In place of the label, where the heading does something. */
  readonly heading?: ReactNode;
  readonly sort?: 'ascending' | 'descending' | 'none';
}

/** A list of the service, page by page: what comes next is read when its end comes into view. */
export function Listing<Item>({ label, query, columns, row, empty }: ListingProps<Item>) {
  if (query.isError && query.data === undefined) {
    return <Problem error={query.error} action={{ label: 'Try again', perform: () => query.refetch() }} />;
  }
  const items = query.data?.pages.flatMap((page) => page.items);
  if (items?.length === 0) return empty;
  return (
    <>
      <ScrollRegion label={label}>
        <Table highlightOnHover aria-label={label} aria-busy={query.isFetching}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Heading key={column.label} {...column} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items === undefined ? <WaitingRows columns={columns} /> : items.map(row)}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      {query.isError && <Problem error={query.error} />}
      {query.hasNextPage && (
        <More isLoading={query.isFetchingNextPage} readMore={() => query.fetchNextPage()} />
      )}
    </>
  );
}

function Heading({ label, figure, from, width, hideLabel = false, heading, sort }: Column) {
  return (
    <Table.Th
      className={figure ? 'figure' : ''}
      {...(from !== undefined && { visibleFrom: from })}
      {...(width !== undefined && { w: width })}
      {...(sort !== undefined && { 'aria-sort': sort })}
    >
      {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : (heading ?? label)}
    </Table.Th>
  );
}

function WaitingRows({ columns }: { readonly columns: readonly Column[] }) {
  return ['first', 'second', 'third', 'fourth'].map((row) => (
    <Table.Tr key={row}>
      {columns.map(({ label, from }) => (
        <Table.Td key={label} {...(from !== undefined && { visibleFrom: from })}>
          <Skeleton height={12} my={4} width="70%" />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function More({ isLoading, readMore }: { readonly isLoading: boolean; readonly readMore: () => void }) {
  const { ref, entry } = useIntersection({ rootMargin: '400px' });
  const inView = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (inView && !isLoading) readMore();
  }, [inView, isLoading, readMore]);
  return (
    <Center ref={ref} p="md">
      <Button variant="subtle" loading={isLoading} onClick={readMore}>
        Show more
      </Button>
    </Center>
  );
}
