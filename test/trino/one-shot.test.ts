import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareLocations } from '../support/compare-locations.ts';
import { dataFolder } from '../support/data-folder.ts';
import { openTrino, testedTrino } from '../support/trino.ts';

test('a table of a cluster is compared with a file by its address', async () => {
  using session = await openTrino();
  const regions = await session.query(
    'SELECT regionkey, name, comment FROM tpch.tiny.region ORDER BY regionkey',
  );
  const lines = regions.map(
    ([key, name, comment]) => `${key},${key === '2' ? 'ELSEWHERE' : name},"${comment}"`,
  );
  const folder = dataFolder({ 'regions.csv': ['regionkey,name,comment', ...lines, ''].join('\n') });
  const { host } = new URL(testedTrino().url);
  const summary = await compareLocations(
    {
      source: `trino://tester@${host}/tpch?schema=tiny&table=region&tls=disable`,
      target: join(folder, 'regions.csv'),
    },
    { temporaryDirectory: folder },
    { keys: ['regionkey'] },
  );
  assert.deepEqual(
    [summary.datasets.source.format, summary.comparison?.matchedRows, summary.comparison?.mismatchedRows],
    ['trino', 5, 1],
  );
});
