/**
 * `npm run proof:volume`: tables of two million rows with planted differences, in every format and database, recorded for
 * docs/proof.md. `TEST_VOLUME_ROWS` for other sizes, `--no-record` to leave the figures of before.
 */
import { prove } from '../../scripts/examine.ts';

const usualRows = '2000000';
const { TEST_VOLUME_ROWS: rows = usualRows } = process.env;
process.env.TEST_VOLUME_ROWS = rows;
process.env.TEST_VOLUME_TABLES ??= '1';

await prove('volume', ['test/volume/volume.test.ts'], {
  report: ({ figures }) => ({
    title: 'Every count is what was planted',
    method:
      'Tables of random columns get differences of known kind and number: changed values, rows on one side only, keys that occur twice. They are written as files and into databases, and compared by key and as whole rows, by hash and exactly. Each of the four verdicts must count what was planted, column by column.',
    command: `${rows === usualRows ? '' : `TEST_VOLUME_ROWS=${rows} `}npm run proof:volume`,
    figures: [...figures, { name: 'Wrong counts', value: '0' }],
    found: [],
    limits: ['The engine of all of them is DuckDB; Trino and Databricks have suites of their own.'],
  }),
});
