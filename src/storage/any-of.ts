import { type RawBuilder, sql } from 'kysely';

/** For a comparison with any of them: one parameter, however many there are, so that the statement is always the same. */
export function anyOf(uuids: readonly string[]): RawBuilder<string> {
  return sql<string>`ANY (${[...uuids]}::uuid[])`;
}
