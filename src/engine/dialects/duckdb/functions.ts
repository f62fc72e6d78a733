import { parseDecimal, printDecimal } from '../../../domain/comparison/exact-decimal.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import {
  type NumericTolerance,
  pairsWithinTolerance,
  withinTolerance,
} from '../../values/within-tolerance.ts';

export type FunctionType = 'VARCHAR' | 'VARCHAR[]' | 'DOUBLE' | 'BOOLEAN' | 'INTEGER';
type Argument = string | number | readonly (string | null)[];

/**
 * What DuckDB cannot do exactly by itself and we compute instead. The session registers these; they cost some
 * microseconds a call on the thread of JavaScript, so SQL calls them only for the values that need them.
 */
export interface EngineFunction {
  readonly name: string;
  readonly parameters: readonly FunctionType[];
  readonly returns: FunctionType;
  /** Never called with a NULL argument: a NULL answers NULL. */
  readonly compute: (...values: readonly Argument[]) => string | boolean | number | null;
}

/** DuckDB reads a JSON number into a double, and sorts no keys. */
export const jsonFunction: EngineFunction = {
  name: 'plumbline_json',
  parameters: ['VARCHAR'],
  returns: 'VARCHAR',
  compute: (text) => canonicalJson(String(text)),
};

/** A number without its exponent, every digit kept. */
export const plainNumberFunction: EngineFunction = {
  name: 'plumbline_plain_number',
  parameters: ['VARCHAR'],
  returns: 'VARCHAR',
  compute: (text) => {
    const decimal = parseDecimal(String(text));
    return decimal === null ? null : printDecimal(decimal);
  },
};

/** The canonical text of a double is ECMAScript's (see domain/comparison/canonical-text.ts). */
export const doubleTextFunction: EngineFunction = {
  name: 'plumbline_double_text',
  parameters: ['DOUBLE'],
  returns: 'VARCHAR',
  compute: (value) => String(value),
};

/** Whether two numbers, as texts, agree within a tolerance, which comes as JSON. */
export const withinFunction: EngineFunction = {
  name: 'plumbline_within',
  parameters: ['VARCHAR', 'VARCHAR', 'VARCHAR'],
  returns: 'BOOLEAN',
  compute: (a, b, tolerance) => withinTolerance(String(a), String(b), toleranceOf(tolerance)),
};

/** How many numbers of two bags, as texts, can be paired within a tolerance. */
export const pairsWithinFunction: EngineFunction = {
  name: 'plumbline_pairs_within',
  parameters: ['VARCHAR[]', 'VARCHAR[]', 'VARCHAR'],
  returns: 'INTEGER',
  compute: (as, bs, tolerance) => pairsWithinTolerance(textsOf(as), textsOf(bs), toleranceOf(tolerance)),
};

export const engineFunctions: readonly EngineFunction[] = [
  jsonFunction,
  plainNumberFunction,
  doubleTextFunction,
  withinFunction,
  pairsWithinFunction,
];

function toleranceOf(argument: Argument | undefined): NumericTolerance {
  return JSON.parse(String(argument));
}

function textsOf(argument: Argument | undefined): readonly string[] {
  return Array.isArray(argument) ? argument.filter((item) => item !== null) : [];
}
