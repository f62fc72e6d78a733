import type { StagedColumn } from '../../connectors/connector.ts';
import { specifyStaged } from '../../connectors/staging/specify-staged.ts';
import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { TestReport } from '../../domain/comparison/pair-report.ts';
import {
  type PairSpecification,
  sides,
  type TestSpecification,
} from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { undecided } from '../../engine/verdict/test-report.ts';
import { fieldsOfFilter, fieldsOfTest, namesInFilter } from '../tables/needed-fields.ts';

export interface AdaptedSpecification {
  readonly specification: PairSpecification;
  /** Tests that cannot be done on the data as it is; the others are. */
  readonly refused: readonly TestReport[];
}

/**
 * A specification in terms of what the engine reads: names of columns, their types, and texts where a column holds
 * values that its type cannot. Null for a side that the engine does not read.
 */
export function adaptSpecification(
  specification: PairSpecification,
  columns: BySide<readonly StagedColumn[] | null>,
): AdaptedSpecification {
  const refused: TestReport[] = [];
  const tests = specification.tests.filter((test) => {
    const reason = whyNot(specification, test, columns);
    if (reason !== null) refused.push(undecided({ ...test, testId: test.id }, 'unsupported', reason));
    return reason === null;
  });
  return { specification: specifyStaged(only(specification, tests, columns), columns), refused };
}

function whyNot(
  specification: PairSpecification,
  test: TestSpecification,
  columns: BySide<readonly StagedColumn[] | null>,
): string | null {
  for (const side of sides) {
    const missing = namesOf(specification, [test], side).find((name) => !isRead(columns[side], name));
    if (missing !== undefined) {
      return `Field ${JSON.stringify(missing)} of the ${side} has a type that cannot be copied for the engine. Take it out of the test, or convert it in a view.`;
    }
  }
  try {
    specifyStaged(only(specification, [test], columns), columns);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'comparison_unsupported') return error.message;
    throw error;
  }
}

/** The specification of some of its tests, with no field, filter or collection that they do not look at. */
function only(
  { datasets, fields, tests: _, ...rest }: PairSpecification,
  tests: readonly TestSpecification[],
  columns: BySide<readonly StagedColumn[] | null>,
): PairSpecification {
  const used = new Set(tests.flatMap((test) => [...test.fields, ...test.keys]));
  const described = (side: Side) => {
    const { filterFields, maps, ...dataset } = datasets[side];
    const isThere = ([step]: readonly { kind: string; name?: string }[]) => isRead(columns[side], step?.name);
    const named = new Set(tests.flatMap((test) => namesInFilter(test.filter[side])));
    return {
      ...dataset,
      filterFields: Object.fromEntries(Object.entries(filterFields).filter(([name]) => named.has(name))),
      ...(maps && { maps: maps.filter(isThere) }),
    };
  };
  return {
    ...rest,
    datasets: { source: described('source'), target: described('target') },
    fields: fields.filter(({ id }) => used.has(id)),
    tests,
  };
}

function namesOf(
  specification: PairSpecification,
  tests: readonly TestSpecification[],
  side: Side,
): readonly string[] {
  const { filterFields } = specification.datasets[side];
  return tests.flatMap((test) => [
    ...fieldsOfTest(specification, test, side),
    ...fieldsOfFilter(test.filter[side], filterFields),
  ]);
}

function isRead(columns: readonly StagedColumn[] | null, name: string | undefined): boolean {
  return columns === null || columns.some((column) => column.name === name);
}
