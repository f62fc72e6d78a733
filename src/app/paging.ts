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
