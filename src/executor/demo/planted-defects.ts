import type { DemoTableName } from '../../domain/demo/demo-tables.ts';

/** Something that goes wrong in migrations, and goes wrong in the demo's. */
export interface PlantedDefect {
  readonly name: string;
  readonly table: DemoTableName;
  /** For people: what happened to the rows. */
  readonly what: string;
  /** How many rows it befalls: the first so many, by key, of those that it can befall and that no other has. */
  readonly rows: number;
  /** SQL over the legacy row: whether it would make a difference there. */
  readonly where: string;
  readonly effect: DefectEffect;
}

export type DefectEffect =
  /** SQL over the legacy row, by migrated column. */
  | { readonly kind: 'changed'; readonly columns: Readonly<Record<string, string>> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'repeated' };

function changed(columns: Readonly<Record<string, string>>): DefectEffect {
  return { kind: 'changed', columns };
}

/** All that is wrong with the migrated copies, and nothing else is: a test holds the demo's Run to these numbers. */
export const plantedDefects: readonly PlantedDefect[] = Object.freeze([
  {
    name: 'lost batch',
    table: 'flights',
    what: 'A batch was never loaded.',
    rows: 500,
    where: "departed_at >= TIMESTAMP '2001-01-01 12:00'",
    effect: { kind: 'missing' },
  },
  {
    name: 'shifted time zone',
    table: 'flights',
    what: 'Local times were taken for UTC and moved by five hours.',
    rows: 1_200,
    where: "departed_at >= TIMESTAMP '2001-01-01 06:00'",
    effect: changed({ departed_at: 'departed_at + INTERVAL 5 HOUR' }),
  },
  {
    name: 'lost sign',
    table: 'flights',
    what: 'Early arrivals became late ones: the minus is gone.',
    rows: 220,
    where: 'delay < 0',
    effect: changed({ delay: '-delay' }),
  },
  {
    name: 'single precision',
    table: 'flights',
    what: 'The distance went through a 32-bit float.',
    rows: 300,
    where: 'distance_km <> CAST(CAST(distance_km AS FLOAT) AS DOUBLE)',
    effect: changed({ distance_km: 'CAST(CAST(distance_km AS FLOAT) AS DOUBLE)' }),
  },
  {
    name: 'swapped columns',
    table: 'flights',
    what: 'Origin and destination changed places.',
    rows: 150,
    where: 'origin <> destination',
    effect: changed({ origin: 'destination', destination: 'origin' }),
  },
  {
    name: 'truncated text',
    table: 'movies',
    what: 'The new column holds 25 characters.',
    rows: 60,
    where: 'length(rtrim(title[:25])) = 25 AND length(title) > 25',
    effect: changed({ title: 'title[:25]' }),
  },
  {
    name: 'day for month',
    table: 'movies',
    what: 'Dates were read as day first.',
    rows: 30,
    where:
      "day(strptime(released, '%b %d %Y')) <= 12 AND day(strptime(released, '%b %d %Y')) <> month(strptime(released, '%b %d %Y'))",
    effect: changed({
      released:
        "make_date(year(strptime(released, '%b %d %Y')), day(strptime(released, '%b %d %Y')), month(strptime(released, '%b %d %Y')))",
    }),
  },
  {
    name: 'trailing spaces',
    table: 'movies',
    what: 'Ratings were padded to the width of an old CHAR column.',
    rows: 45,
    where: 'length(rating) < 9',
    effect: changed({ rating: "rpad(rating, 9, ' ')" }),
  },
  {
    name: 'letter case',
    table: 'movies',
    what: 'Distributors were written in capitals.',
    rows: 80,
    where: 'upper(distributor) <> distributor',
    effect: changed({ distributor: 'upper(distributor)' }),
  },
  {
    name: 'NULL as empty text',
    table: 'movies',
    what: 'Unknown directors became empty text.',
    rows: 90,
    where: 'director IS NULL',
    effect: changed({ director: "''" }),
  },
  {
    name: 'lost decimal',
    table: 'movies',
    what: 'Ratings were rounded to whole numbers.',
    rows: 70,
    where: 'imdb_rating <> round(imdb_rating)',
    effect: changed({ imdb_rating: 'round(imdb_rating)' }),
  },
  {
    name: 'reordered list',
    table: 'movies',
    what: 'The tags of a movie came back in another order.',
    rows: 35,
    where: 'list_reverse(tags) <> tags',
    effect: changed({ tags: 'list_reverse(tags)' }),
  },
  {
    name: 'missing days',
    table: 'weather',
    what: 'Two weeks of February 2014 are not there.',
    rows: 14,
    where: "date >= DATE '2014-02-08'",
    effect: { kind: 'missing' },
  },
  {
    name: 'repeated keys',
    table: 'weather',
    what: 'The first days of 2015 were loaded twice.',
    rows: 10,
    where: "date >= DATE '2015-01-01'",
    effect: { kind: 'repeated' },
  },
  {
    name: 'moved decimal point',
    table: 'weather',
    what: '10.9 mm of rain became 109.',
    rows: 25,
    where: 'precipitation > 0',
    effect: changed({ precipitation: 'precipitation * 10' }),
  },
]);
