import pg from 'pg';

/**
 * How column values are read, by `pg` and by the embedded database alike. As `pg` does it, but for int8: a number, and
 * an error beyond 2^53, where a number would silently be another one. Our int8 columns are versions, fencing numbers
 * and counts.
 */
export const columnTypes = {
  getTypeParser(oid, format) {
    if (format !== 'binary' && oid === pg.types.builtins.INT8) return readSafeInteger;
    if (format !== 'binary' && oid === pg.types.builtins.TIMESTAMPTZ) return readInstant;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

const readAnyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');

/** `2026-01-31 12:00:00.123+00`, as a server in UTC writes it: the engine's own reader of dates is the fastest. */
function readInstant(text: string): Date {
  return text.length <= 29 && text.charCodeAt(4) === 45 && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : readAnyInstant(text);
}

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(
      `The database returned the int8 ${text}, which a JavaScript number cannot hold exactly.`,
    );
  }
  return value;
}
