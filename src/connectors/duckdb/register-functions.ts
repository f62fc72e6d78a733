import {
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBListValue,
  DuckDBScalarFunction,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  LIST,
  VARCHAR,
} from '@duckdb/node-api';
import {
  type EngineFunction,
  engineFunctions,
  type FunctionType,
} from '../../engine/dialects/duckdb/functions.ts';

const types: Record<FunctionType, DuckDBType> = {
  VARCHAR,
  'VARCHAR[]': LIST(VARCHAR),
  DOUBLE,
  BOOLEAN,
  INTEGER,
};

/** Lends the connection what DuckDB cannot compute exactly by itself. */
export function registerFunctions(connection: DuckDBConnection): void {
  for (const engineFunction of engineFunctions) {
    connection.registerScalarFunction(scalarFunction(engineFunction));
  }
}

function scalarFunction({ name, parameters, returns, compute }: EngineFunction): DuckDBScalarFunction {
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: parameters.map((parameter) => types[parameter]),
    returnType: types[returns],
    mainFunction: (info, input, output) => {
      try {
        const vectors = parameters.map((_, index) => input.getColumnVector(index));
        for (let row = 0; row < input.rowCount; row += 1) {
          const values = vectors.map((vector) => argument(vector.getItem(row)));
          output.setItem(
            row,
            values.includes(null) ? null : compute(...values.filter((value) => value !== null)),
          );
        }
        output.flush();
      } catch (error) {
        // Thrown through the binding it would end the process.
        info.setError(String(error));
      }
    },
  });
}

type Argument = string | number | readonly (string | null)[];

function argument(value: DuckDBValue): Argument | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof DuckDBListValue) {
    return value.items.map((item) => (item === null ? null : String(item)));
  }
  throw new TypeError('An engine function takes texts, doubles and lists of texts.');
}
