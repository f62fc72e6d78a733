import type { AppContext } from './context.ts';
import type { CursorBinding, CursorPosition } from './cursor.ts';

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * Reads one page of a list by keyset: asks for one item more than wanted, and if it comes, issues the cursor of the
 * last item shown.
 */
export async function readPage<Item>(
  ctx: AppContext,
  binding: CursorBinding,
  request: PageRequest,
  read: (limit: number, after: CursorPosition | null) => Promise<readonly Item[]>,
  positionOf: (item: Item) => CursorPosition,
): Promise<Page<Item>> {
  const after = request.cursor === null ? null : ctx.cursors.decode(binding, request.cursor);
  const found = await read(request.limit + 1, after);
  const items = found.slice(0, request.limit);
  const last = items.at(-1);
  const more = found.length > request.limit && last !== undefined;
  return { items, nextCursor: more ? ctx.cursors.encode(binding, positionOf(last)) : null };
}

/** One page of a list that is made whole for every request: the cursor says how much of it was shown. */
export function pageOf<Item>(
  ctx: AppContext,
  binding: CursorBinding,
  request: PageRequest,
  all: readonly Item[],
): Page<Item> {
  const start = request.cursor === null ? 0 : Number(ctx.cursors.decode(binding, request.cursor)[0]);
  const end = start + request.limit;
  return {
    items: all.slice(start, end),
    nextCursor: end < all.length ? ctx.cursors.encode(binding, [end]) : null,
  };
}
