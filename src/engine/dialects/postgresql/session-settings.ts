/**
 * What every session is pinned to before anything is read: the texts of values must not depend on the server's, the
 * database's or the user's configuration, and nothing may be written.
 */
export const sessionSettings: Readonly<Record<string, string>> = Object.freeze({
  default_transaction_read_only: 'on',
  application_name: 'plumbline',
  client_encoding: 'UTF8',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'iso_8601',
  // The shortest digits that read back as the same double.
  extra_float_digits: '1',
  bytea_output: 'hex',
  // While the other side of a comparison hashes its rows, this one waits.
  idle_in_transaction_session_timeout: '0',
  xmloption: 'content',
  standard_conforming_strings: 'on',
  // Names are always qualified; nobody's schema can stand in front of the functions that are called.
  search_path: 'pg_catalog, pg_temp',
});
