import type { PGliteQueryResults } from 'kysely';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { engineUnavailable } from './embedded-errors.ts';
import { type RawError, type RawResult, SessionMisuse } from './session-protocol.ts';

/**
 * Values go in and come out exactly as with the `pg` driver, because its own functions convert them: one set of queries
 * runs over both.
 */
export function parameterText(value: unknown): string | null {
  const prepared = prepareValue(value);
  // `pg` would send these bytes in binary form; as text the engine takes them in hex.
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared;
}

export function readResult<T>(
  raw: RawResult,
  types: pg.CustomTypesConfig,
  rowMode: 'array' | 'object',
): PGliteQueryResults<T> {
  const parsers = raw.fields.map((field) => types.getTypeParser(field.dataTypeID, 'text'));
  const rows = raw.rows.map((row) => {
    const values = row.map((text, column) => (text === null ? null : parsers[column]?.(text)));
    return rowMode === 'array'
      ? values
      : Object.fromEntries(values.map((value, i) => [raw.fields[i]?.name, value]));
  });
  return {
    fields: raw.fields.map((field) => ({ ...field })),
    rows: rows as T[],
    ...(raw.affectedRows === undefined ? {} : { affectedRows: raw.affectedRows }),
  };
}

/** The SQLSTATE of a file that cannot grow, as opposed to a log that cannot, which stops the engine. */
const diskFull = '53100';

export function errorFromData(error: RawError): Error {
  switch (error.kind) {
    case 'database': {
      const failure = Object.assign(
        new pg.DatabaseError(error.message, error.message.length, 'error'),
        error.fields,
      );
      return failure.code === diskFull ? engineUnavailable(error.message, true, failure) : failure;
    }
    case 'misuse':
      return new SessionMisuse(error.message);
    case 'defect':
      return Object.assign(new Error(error.message), { stack: error.stack });
  }
}
