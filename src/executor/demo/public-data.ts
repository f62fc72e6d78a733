import { join } from 'node:path';
import type { DemoTableName } from '../../domain/demo/demo-tables.ts';
import { textLiteral } from '../../engine/dialects/duckdb/lexical.ts';

/** How a table is read out of the public data, and how its migrated columns are made where they change their type. */
export interface PublicTable {
  readonly columns: Readonly<Record<string, string>>;
  readonly from: string;
  readonly migratedAs: Readonly<Record<string, string>>;
}

/** The tables out of `folder`, which is `data` of the package vega-datasets; the first so many flights. */
export function publicTables(folder: string, flights: number): Readonly<Record<DemoTableName, PublicTable>> {
  const file = (name: string) => textLiteral(join(folder, name));
  return {
    flights: {
      columns: {
        flight_id: 'file_row_number + 1',
        departed_at: 'date',
        delay: 'delay',
        distance: 'distance',
        distance_km: 'distance * 1.609344::DOUBLE',
        origin: 'origin',
        destination: 'destination',
      },
      from: `read_parquet(${file('flights-3m.parquet')}, file_row_number = true) WHERE file_row_number < ${flights}`,
      migratedAs: {},
    },
    movies: {
      columns: {
        movie_id: 'row_number() OVER (ORDER BY "Title", "Release Date", "US Gross", "IMDB Votes")',
        title: '"Title"',
        released: '"Release Date"',
        rating: '"MPAA Rating"',
        distributor: '"Distributor"',
        director: '"Director"',
        imdb_rating: '"IMDB Rating"',
        us_gross: '"US Gross"',
        tags: 'list_filter(["Major Genre", "Creative Type", "Source"], lambda tag: tag IS NOT NULL)',
      },
      // A title like 300 is a number there.
      from: `read_json(${file('movies.json')}, columns = {
        "Title": 'VARCHAR', "Release Date": 'VARCHAR', "MPAA Rating": 'VARCHAR', "Distributor": 'VARCHAR',
        "Director": 'VARCHAR', "IMDB Rating": 'DOUBLE', "IMDB Votes": 'BIGINT', "US Gross": 'BIGINT',
        "Major Genre": 'VARCHAR', "Creative Type": 'VARCHAR', "Source": 'VARCHAR'})`,
      migratedAs: { released: "CAST(strptime(released, '%b %d %Y') AS DATE)" },
    },
    weather: {
      columns: {
        date: 'date',
        precipitation: 'precipitation',
        temp_max: 'temp_max',
        temp_min: 'temp_min',
        wind: 'wind',
        weather: 'weather',
      },
      from: `read_csv(${file('seattle-weather.csv')}, header = true, columns = {
        'date': 'DATE', 'precipitation': 'DECIMAL(5,1)', 'temp_max': 'DECIMAL(4,1)', 'temp_min': 'DECIMAL(4,1)',
        'wind': 'DECIMAL(4,1)', 'weather': 'VARCHAR'})`,
      migratedAs: {},
    },
  };
}
