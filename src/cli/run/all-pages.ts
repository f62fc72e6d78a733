interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Every item of a list, page after page, as far as they are wanted. */
export async function* allPages<Item>(
  read: (cursor: string | null) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read(cursor);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
