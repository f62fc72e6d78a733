import type { SqlSession } from '../../src/engine/sql-session.ts';

export interface RecordedSession extends SqlSession {
  /** Every statement that was run, in order. */
  readonly statements: readonly string[];
}

/** The session, keeping what it was asked, so that a failing test can print it. */
export function recordStatements(session: SqlSession): RecordedSession {
  const statements: string[] = [];
  return {
    dialect: session.dialect,
    statementsAtOnce: session.statementsAtOnce,
    engine: session.engine,
    statements,
    query(statement, options) {
      statements.push(statement.sql);
      return session.query(statement, options);
    },
  };
}
