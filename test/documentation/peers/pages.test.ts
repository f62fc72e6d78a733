import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { followPages } from '../follow-page.ts';
import { allPages, lastPages, needsPeer } from '../pages.ts';

/** A folder with a Python environment for each of the tools that people come from. */
const tools = process.env.TEST_PEERS;
const skip = tools === undefined && 'TEST_PEERS is not set: .ci/run says what must be in it';

describe('what a page says of another tool is so', { skip }, () => {
  for (const { file, trail, needs } of lastPages(allPages().filter(needsPeer))) {
    test(file, async () => {
      const folders = needs.map((name) => join(tools ?? '', name, 'bin'));
      const PATH = [...folders, process.env.PATH].join(delimiter);
      await followPages(trail, { addresses: {}, environment: { PATH } });
    });
  }
});
