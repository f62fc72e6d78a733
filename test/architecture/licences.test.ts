import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Dependency, dependencies, isPermitted, licenceReport } from '../../scripts/licences.ts';

const all = dependencies();

test('every dependency has a licence that is permitted', () => {
  assert.ok(all.length > 100, 'the lockfile is read');
  const refused = all.filter((dependency) => !isPermitted(dependency));
  assert.deepEqual(
    refused.map(({ name, licence }) => `${name}: ${licence || 'none stated'}`),
    [],
  );
});

test('the gate fails on a licence that is not, and on none', () => {
  const of = (licence: string, isForDevelopment = false): Dependency => ({
    name: 'x',
    version: '1.0.0',
    licence,
    isForDevelopment,
  });
  assert.equal(isPermitted(of('GPL-3.0-only')), false);
  assert.equal(isPermitted(of('')), false);
  assert.equal(isPermitted(of('MPL-2.0')), false, 'only for tools that are not passed on');
  assert.equal(isPermitted(of('MPL-2.0', true)), true);
  assert.equal(isPermitted(of('(GPL-3.0-only OR MIT)')), true);
});

test('the report names what is shipped, and nothing else', () => {
  const report = licenceReport(all);
  assert.match(report, /^- fastify \d/m);
  assert.doesNotMatch(report, /@biomejs/);
});
