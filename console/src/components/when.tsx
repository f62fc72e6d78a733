import { Tooltip } from '@mantine/core';
import { useNow } from '../api/use-now.ts';
import { formatInstant, formatRelative } from '../language/times.ts';

/** An instant, relative; the exact one on hover. */
export function When({ at }: { readonly at: string }) {
  const instant = new Date(at);
  return (
    <Tooltip label={formatInstant(instant)}>
      <time dateTime={at}>{formatRelative(instant, useNow())}</time>
    </Tooltip>
  );
}
