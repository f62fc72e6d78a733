/** A table of the demo: the copy that counts as the source, and the one that a migration is said to have made of it. */
export interface DemoTable {
  readonly name: DemoTableName;
  /** Unique in the legacy copy. */
  readonly key: string;
  /** Relative to the demo folder. */
  readonly legacy: string;
  readonly migrated: string;
}

export const demoTableNames = ['flights', 'movies', 'weather'] as const;
export type DemoTableName = (typeof demoTableNames)[number];

/** Two of them change their format on the way, as tables do that move from files into a warehouse. */
export const demoTables: Readonly<Record<DemoTableName, DemoTable>> = Object.freeze({
  flights: {
    name: 'flights',
    key: 'flight_id',
    legacy: 'legacy/flights.parquet',
    migrated: 'migrated/flights.parquet',
  },
  movies: {
    name: 'movies',
    key: 'movie_id',
    legacy: 'legacy/movies.ndjson',
    migrated: 'migrated/movies.parquet',
  },
  weather: {
    name: 'weather',
    key: 'date',
    legacy: 'legacy/weather.csv',
    migrated: 'migrated/weather.parquet',
  },
});

/** How many flights the demo has unless somebody asks for fewer: all that the public file holds. */
export const allFlights = 3_000_000;
