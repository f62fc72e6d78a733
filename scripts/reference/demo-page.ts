import { demoTables } from '../../src/domain/demo/demo-tables.ts';
import { type DefectEffect, plantedDefects } from '../../src/executor/demo/planted-defects.ts';

export function demoPage(): string {
  const tables = Object.values(demoTables).map(
    ({ name, key, legacy, migrated }) => `| ${name} | \`${key}\` | \`${legacy}\` | \`${migrated}\` |`,
  );
  const defects = plantedDefects.map(
    ({ name, table, effect, rows, what }) =>
      `| ${name} | ${table} | ${placeOf(effect)} | ${rows.toLocaleString('en')} | ${what} |`,
  );
  return `# The demo

The first start with the embedded identity makes an Organization with something to find in it: three tables of public data
(the npm package \`vega-datasets\`), a copy of each as a migration might have left it, the tests that Plumbline suggests for
them with a few chosen ones, and one Run. The files lie in \`demo\` of the data directory; \`--no-demo\` makes none of it.

| table | key | legacy copy | migrated copy |
|---|---|---|---|
${tables.join('\n')}

## What is wrong with the migrated copies

This, and nothing else. The demo's Run finds exactly these numbers of rows, and a test holds it to them.

| defect | table | where | rows | what happened |
|---|---|---|---|---|
${defects.join('\n')}

Four more tests show the same columns once somebody says what is no difference: \`tags in any order\`,
\`distributor in any case\`, \`rating without spaces around it\` and \`distance_km to six digits\` pass.
`;
}

function placeOf(effect: DefectEffect): string {
  if (effect.kind !== 'changed') return 'whole rows';
  return Object.keys(effect.columns)
    .map((column) => `\`${column}\``)
    .join(', ');
}
