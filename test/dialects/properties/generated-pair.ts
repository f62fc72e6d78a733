import fc from 'fast-check';
import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import type { Relation, Value } from '../../support/relations.ts';
import { int64 } from '../../support/relations.ts';
import { type Pairing, pairings } from './pairings.ts';
import { resolvePairing } from './resolve-pairing.ts';

/** Two tables made of pairings, and how their tests are to be run. */
export interface GeneratedPair {
  /** How fast-check prints it: the rows, not how they were generated. */
  readonly [fc.toStringMethod]: () => string;
  readonly keys: readonly GeneratedColumn[];
  readonly values: readonly GeneratedColumn[];
  readonly relations: BySide<Relation>;
  readonly options: GeneratedOptions;
}

export interface GeneratedColumn {
  readonly name: string;
  readonly pairing: Pairing;
}

export interface GeneratedOptions {
  /** Which rows are looked at, chosen among what the columns allow; null for all. */
  readonly filter: BySide<FilterChoice | null>;
  readonly verification: 'hashed' | 'exact';
  readonly duplicateKeys: 'fail' | 'allow';
  readonly maxRows: string | null;
  readonly maxRatio: string | null;
  readonly bags: boolean;
  readonly text: {
    readonly caseInsensitive: boolean;
    readonly trimWhitespace: boolean;
    readonly normalizeUnicode: boolean;
  };
}

/** Picks a column, an operator, the values to compare with and how conditions are combined, by number. */
export interface FilterChoice {
  readonly column: number;
  readonly operator: number;
  readonly rows: readonly [number, number];
  readonly shape: number;
}

type Cells = readonly (readonly [Value, Value])[];

/** What happens to the target's rows before they are compared. */
type Mutation =
  | { readonly kind: 'drop'; readonly row: number }
  | { readonly kind: 'duplicate'; readonly row: number; readonly side: 'source' | 'target' }
  | { readonly kind: 'add'; readonly cells: Cells; readonly side: 'source' | 'target' }
  | { readonly kind: 'change'; readonly row: number; readonly column: number; readonly cells: Cells };

export const keyPairings = pairings.filter(
  (pairing) => resolvePairing(pairing, 'joinKey', null).status === 'resolved',
);

const filterChoice: fc.Arbitrary<FilterChoice | null> = fc.option(
  fc.record({
    column: fc.nat(),
    operator: fc.nat(),
    rows: fc.tuple(fc.nat(), fc.nat()),
    shape: fc.nat(),
  }),
  { freq: 2 },
);

const options: fc.Arbitrary<GeneratedOptions> = fc.record({
  filter: fc.oneof(
    { weight: 2, arbitrary: fc.constant({ source: null, target: null }) },
    fc.record({ source: filterChoice, target: filterChoice }),
  ),
  verification: fc.constantFrom('hashed', 'exact'),
  duplicateKeys: fc.constantFrom('fail', 'allow'),
  maxRows: fc.constantFrom(null, null, '1'),
  maxRatio: fc.constantFrom(null, null, '0.5'),
  bags: fc.boolean(),
  text: fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constant({ caseInsensitive: false, trimWhitespace: false, normalizeUnicode: false }),
    },
    fc.record({
      caseInsensitive: fc.boolean(),
      trimWhitespace: fc.boolean(),
      normalizeUnicode: fc.boolean(),
    }),
  ),
});

/** Small tables: every row can be read in a failure. */
export const smallPairs: fc.Arbitrary<GeneratedPair> = fc
  .tuple(
    fc.array(fc.constantFrom(...keyPairings), { maxLength: 2 }),
    fc.array(fc.constantFrom(...pairings), { minLength: 1, maxLength: 3 }),
    options,
  )
  .chain(([keys, values, chosen]) => {
    const cells = fc.tuple(...[...keys, ...values].map((pairing) => pairing.values));
    return fc
      .record({
        rows: fc.array(cells, { maxLength: 8 }),
        mutations: fc.array(mutationsOf(cells), { maxLength: 4 }),
      })
      .map(({ rows, mutations }) => assemble(keys, values, rows, mutations, chosen));
  });

/** Few rows of more columns than one statement asks about. */
export const widePairs: fc.Arbitrary<GeneratedPair> = fc
  .tuple(
    fc.constantFrom(...keyPairings),
    fc.array(fc.constantFrom(...pairings), { minLength: 35, maxLength: 45 }),
    options,
  )
  .chain(([key, values, chosen]) => {
    const cells = fc.tuple(...[key, ...values].map((pairing) => pairing.values));
    return fc
      .record({
        rows: fc.array(cells, { minLength: 1, maxLength: 6 }),
        mutations: fc.array(mutationsOf(cells), { minLength: 1, maxLength: 8 }),
      })
      .map(({ rows, mutations }) => assemble([key], values, rows, mutations, chosen));
  });

/** Some thousand rows with a key of their own, so that they fall into many buckets; few of them changed. */
export const largePairs: fc.Arbitrary<GeneratedPair> = fc
  .tuple(
    fc.array(fc.constantFrom(...pairings), { minLength: 1, maxLength: 2 }),
    fc.integer({ min: 2000, max: 5000 }),
    fc.noShrink(fc.integer()),
    options,
  )
  .chain(([values, rowCount, seed, chosen]) => {
    const cells = fc.tuple(...[rowNumber, ...values].map((pairing) => pairing.values));
    const rows = fc
      .sample(cells, { numRuns: rowCount, seed })
      .map(([, ...rest], index): Cells => [[String(index), String(index)], ...rest]);
    return fc
      .array(mutationsOf(cells), { maxLength: 5 })
      .map((mutations) => assemble([rowNumber], values, rows, mutations, chosen));
  });

const rowNumber: Pairing = {
  name: 'row numbers',
  source: int64,
  target: int64,
  selection: null,
  zones: { source: null, target: null },
  values: fc.constant(['0', '0'] as const),
};

function mutationsOf(cells: fc.Arbitrary<Cells>): fc.Arbitrary<Mutation> {
  const row = fc.nat();
  const side = fc.constantFrom('source' as const, 'target' as const);
  return fc.oneof(
    fc.record({ kind: fc.constant('drop' as const), row }),
    fc.record({ kind: fc.constant('duplicate' as const), row, side }),
    fc.record({ kind: fc.constant('add' as const), cells, side }),
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('change' as const), row, column: fc.nat(), cells }),
    },
  );
}

function assemble(
  keys: readonly Pairing[],
  values: readonly Pairing[],
  rows: readonly Cells[],
  mutations: readonly Mutation[],
  chosen: GeneratedOptions,
): GeneratedPair {
  const named = (prefix: string) => (pairing: Pairing, index: number) => ({
    name: `${prefix}${index + 1}`,
    pairing,
  });
  const keyColumns = keys.map(named('k'));
  const valueColumns = values.map(named('v'));
  const columns = [...keyColumns, ...valueColumns];
  const source = rows.map((cells) => cells.map(([own]) => own));
  // The other way round, because the order of rows must not matter.
  const target = rows.map((cells) => cells.map(([, peer]) => peer)).toReversed();
  for (const mutation of mutations) mutate(mutation, { source, target });
  const shown = {
    columns: columns.map(({ name, pairing }) => `${name}: ${pairing.name}`),
    source,
    target,
    ...chosen,
  };
  return {
    [fc.toStringMethod]: () => JSON.stringify(shown),
    keys: keyColumns,
    values: valueColumns,
    options: chosen,
    relations: {
      source: { columns: columns.map(({ name, pairing }) => ({ name, type: pairing.source })), rows: source },
      target: { columns: columns.map(({ name, pairing }) => ({ name, type: pairing.target })), rows: target },
    },
  };
}

function mutate(mutation: Mutation, rows: { readonly source: Value[][]; readonly target: Value[][] }): void {
  const { target } = rows;
  switch (mutation.kind) {
    case 'drop':
      if (target.length > 0) target.splice(mutation.row % target.length, 1);
      return;
    case 'duplicate': {
      const own = rows[mutation.side];
      const row = own[mutation.row % Math.max(1, own.length)];
      if (row) own.push([...row]);
      return;
    }
    case 'add':
      rows[mutation.side].push(
        mutation.cells.map(([source, peer]) => (mutation.side === 'source' ? source : peer)),
      );
      return;
    case 'change': {
      const row = target[mutation.row % Math.max(1, target.length)];
      const column = mutation.column % mutation.cells.length;
      if (row) row[column] = mutation.cells[column]?.[1] ?? null;
    }
  }
}
