export interface ForeignKey {
  readonly name: string;
  /** The table that has the constraint. */
  readonly from: string;
  /** The table that it refers to. */
  readonly to: string;
}

export interface TableOrder<Key extends ForeignKey> {
  /** Every table after the tables that it refers to, as far as there are no circles. */
  readonly tables: readonly string[];
  /** The constraints that no order can satisfy: those of a table to itself or around a circle. */
  readonly circular: readonly Key[];
}

/** The order in which tables can be filled. Tables that do not depend on each other stay in the order given. */
export function orderTables<Key extends ForeignKey>(
  tables: readonly string[],
  foreignKeys: readonly Key[],
): TableOrder<Key> {
  const ordered: string[] = [];
  const circular = new Set(foreignKeys.filter((key) => key.from === key.to));
  const waiting = new Set(tables);
  const open = () =>
    foreignKeys.filter((key) => !circular.has(key) && waiting.has(key.from) && waiting.has(key.to));
  while (waiting.size > 0) {
    const held = new Set(open().map((key) => key.from));
    const free = [...waiting].filter((table) => !held.has(table));
    if (free.length === 0) {
      // Only circles and what hangs on them are left: set one link of them aside and go on.
      for (const key of open().slice(0, 1)) circular.add(key);
    }
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table);
    }
  }
  return { tables: ordered, circular: [...circular] };
}
