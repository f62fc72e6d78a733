import { Skeleton } from '@mantine/core';
import { Problem } from './problem.tsx';

interface ReadingProps {
  readonly query: { readonly data: unknown; readonly error: unknown };
}

/** In the place of a page's content for as long as it is being read, and of why it could not be. */
export function Reading({ query: { data, error } }: ReadingProps) {
  if (data === undefined && error === null) return <Skeleton height={240} />;
  return <Problem error={error} />;
}
