import type { Dialect } from '../dialects/dialect.ts';
import type { ScannedColumn } from './scan-values.ts';

/**
 * What a row is hashed to before its two hashes are made of it, as expressions: two parts where the engine's hash has 64
 * bits, one where it has more. The columns are dealt out between two; what a hash might confuse of one goes into the other
 * as well.
 */
export function rowParts(
  dialect: Dialect,
  columns: readonly Pick<ScannedColumn, 'hashInputs' | 'value'>[],
  more: readonly string[] = [],
): readonly string[] {
  const counted = columns.flatMap(({ hashInputs, value }) => (hashInputs.confusesNull ? [value] : []));
  const nulls = counted.length === 0 || dialect.countNulls === null ? [] : [dialect.countNulls(counted)];
  const parts: string[][] = Array.from({ length: dialect.partsOfRow }, () => []);
  const part = (number: number) => parts[number % parts.length];
  part(0)?.push(...nulls);
  part(1)?.push(...more);
  columns.forEach(({ hashInputs }, index) => {
    part(index)?.push(...hashInputs.own);
    part(index + 1)?.push(...hashInputs.other);
  });
  return parts.map((inputs) => dialect.partHash(inputs));
}

/** The names of such parts. */
export function partNames({ partsOfRow }: Dialect): readonly string[] {
  return Array.from({ length: partsOfRow }, (_, number) => `part${number}`);
}

/** The parts by their names, as columns of a query. */
export function namedParts(dialect: Dialect, parts: readonly string[]): readonly string[] {
  return partNames(dialect).map((name, number) => `${parts[number]} AS ${name}`);
}
