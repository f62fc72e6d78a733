import type { CompiledQuery, DatabaseConnection, QueryResult, RootOperationNode } from 'kysely';

/** A SELECT from tables that locks nothing and hides no INSERT, UPDATE or DELETE in a WITH clause. */
export function isPlainRead(node: RootOperationNode): boolean {
  return (
    node.kind === 'SelectQueryNode' &&
    node.from !== undefined &&
    node.with === undefined &&
    node.endModifiers === undefined
  );
}

/** For one plain read and nothing else: whatever needs a transaction is refused, on either database. */
export function connectionForOneRead(read: (query: CompiledQuery) => Promise<unknown[]>): DatabaseConnection {
  let isSent = false;
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (isSent) throw new TypeError('A second statement needs a transaction: use withTenant.');
      if (!isPlainRead(query.query)) throw new TypeError('Only a plain SELECT goes without a transaction.');
      isSent = true;
      return { rows: (await read(query)) as Row[] };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for the method; rows are always few enough to come at once
    async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
      throw new TypeError('Storage does not stream: ask for a page.');
    },
  };
}
