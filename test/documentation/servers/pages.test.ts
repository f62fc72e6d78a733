import { after, describe, test } from 'node:test';
import { followPages } from '../follow-page.ts';
import { allPages, lastPages, needsPeer } from '../pages.ts';
import { openServers } from './open-servers.ts';

const pages = allPages().filter((page) => page.needs.length > 0 && !needsPeer(page));
const servers = openServers();
after(() => servers.close());

describe('what a page says can be done', () => {
  for (const { file, trail, needs } of lastPages(pages)) {
    const missing = needs.filter((name) => !servers.has(name));
    const skip = missing.length > 0 && `no server of ${missing.join(', ')}: see test/README.md`;
    test(file, { skip }, async () => followPages(trail, servers.surroundings(needs)));
  }
});
