import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Engine, openEngine, stage, stagedTexts } from './databases.ts';
import { type TestedDatabase, testedSystems } from './tested-database.ts';

/** Texts that end literals and identifiers early, or are read as something else, wherever escaping is wrong. */
const corpus: readonly string[] = [
  'plain',
  ' leading and trailing ',
  `'`,
  `''`,
  `'; DROP TABLE x; --`,
  `\\`,
  `\\'`,
  `\\'; --`,
  `\\\\`,
  `a\\nb`,
  '"',
  '""',
  '`',
  '``',
  '$$',
  '$1',
  ':name',
  '?',
  '??',
  '%',
  '_',
  '/* comment',
  '-- comment',
  '# comment',
  ';',
  'line\nbreak',
  'carriage\rreturn',
  'tab\tstop',
  '\u0001\u007f',
  'é e\u0301 ß',
  '😀',
  '\u202eright to left',
  '\u{feff}mark',
  'ʼ＇',
  'NULL',
  'select',
  'a.b',
  'a[0]',
  "E'x'",
  'U&"x"',
  '0x27',
  '1',
];

for (const system of testedSystems) {
  describe(`${system.name}: whatever a name or a text is, it stays that`, { skip: system.skip }, () => {
    let database: TestedDatabase;
    let engine: Engine;

    before(async () => {
      database = await system.open();
      engine = await openEngine();
    });

    after(async () => {
      await engine?.close();
      await database?.drop();
    });

    const modes =
      system.name === 'PostgreSQL'
        ? ['SET standard_conforming_strings = on', 'SET standard_conforming_strings = off']
        : ['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'ANSI'].map(
            (mode) => `SET SESSION sql_mode = '${mode}'`,
          );
    for (const mode of modes) {
      test(`a text comes back from a literal after ${mode}`, async () => {
        await database.run(mode);
        for (const text of corpus) {
          const [row] = await database.run(`SELECT ${system.textLiteral(text)}`);
          assert.equal(row?.[0], text, `SELECT ${system.textLiteral(text)}`);
        }
        await database.run(modes[0] ?? '');
      });
    }

    test('names of columns and tables come back from the catalogue, and their values from staging', async () => {
      // MySQL takes no name that ends in a space, nor one beyond the basic plane.
      const names =
        system.name === 'MySQL'
          ? corpus.filter((name) => !/[\u{10000}-\u{10ffff}]/u.test(name)).map((name) => name.trimEnd())
          : corpus;
      const columns = names.map((name) => `${system.identifier(name)} int`);
      const table = { schema: database.schema, table: `t "\`' .\\ é` };
      const quoted = system.identifier(table.table);
      await database.run(`CREATE TABLE ${quoted} (id int, ${columns.join(', ')})`);
      await database.run(`INSERT INTO ${quoted} VALUES (0, ${names.map((_, index) => index).join(', ')})`);
      const schema = await database.connector.describe(table);
      assert.deepEqual(
        schema.fields.map(({ name }) => name),
        ['id', ...names],
      );
      await using dataset = await stage(database.connector, engine, table, schema);
      for (const [index, name] of names.entries()) {
        assert.deepEqual(await stagedTexts(engine, dataset, name), [String(index)], JSON.stringify(name));
      }
    });

    test('a filter finds exactly the row with the text', async () => {
      const table = { schema: database.schema, table: 'texts' };
      // The text is the first field, and so with a filter the first of the file that the engine reads.
      await database.run('CREATE TABLE texts (v varchar(100), id int)');
      const rows = corpus.map((text, index) => `(${system.textLiteral(text)}, ${index})`);
      await database.run(`INSERT INTO texts VALUES ${rows.join(', ')}`);
      const schema = await database.connector.describe(table);
      for (const [index, text] of corpus.entries()) {
        const filter = { field: 'v', op: 'eq', value: text } as const;
        await using dataset = await stage(database.connector, engine, table, schema, { filter });
        assert.deepEqual(await stagedTexts(engine, dataset, 'id'), [String(index)], JSON.stringify(text));
        assert.deepEqual(await stagedTexts(engine, dataset, 'v'), [text]);
      }
    });

    test('a search looks for the very characters', async () => {
      const tables = ['100%', '100_', '100\\', 'ÄRGER', `quote'`];
      for (const name of tables) await database.run(`CREATE TABLE ${system.identifier(name)} (id int)`);
      const search = async (text: string) => {
        const page = await database.connector.browse({
          path: [database.schema],
          search: text,
          after: null,
          limit: 100,
        });
        return page.entries.map(({ name }) => name);
      };
      assert.deepEqual(await search('0%'), ['100%']);
      assert.deepEqual(await search('0_'), ['100_']);
      assert.deepEqual(await search('\\'), ['100\\', `t "\`' .\\ é`]);
      assert.deepEqual(await search(`e'`), [`quote'`]);
      assert.deepEqual(await search('TEXTS'), ['texts']);
    });
  });
}
