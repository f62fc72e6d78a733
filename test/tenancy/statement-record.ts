import type { CompiledQuery } from 'kysely';
import type { Database } from '../../src/storage/databases/database.ts';

/** The text of every statement that storage sends, in order. What differs by caller and by time is in their parameters. */
export class StatementRecord {
  #statements: string[] = [];

  get statements(): readonly string[] {
    return this.#statements;
  }

  clear(): void {
    this.#statements = [];
  }

  over(database: Database): Database {
    const noted = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => {
      this.#statements.push(query.sql);
      return query;
    };
    return {
      kind: database.kind,
      inTenant: (orgUuid, fn) =>
        database.inTenant(orgUuid, (connection) =>
          fn({
            announceWork: () => connection.announceWork(),
            executeQuery: (query) => connection.executeQuery(noted(query)),
            streamQuery: (query, chunkSize) => connection.streamQuery(noted(query), chunkSize),
          }),
        ),
      readInTenant: (orgUuid, query) => database.readInTenant(orgUuid, noted(query)),
      run: (query) => database.run(noted(query)),
      read: (query) => database.read(noted(query)),
      listenForWork: (onWork) => database.listenForWork(onWork),
      listenForEvents: (onEvents) => database.listenForEvents(onEvents),
      poolFigures: () => database.poolFigures(),
      close: () => database.close(),
    };
  }
}
