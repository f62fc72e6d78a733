import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import {
  type ComparedField,
  type PairSpecification,
  sides,
  type TestSpecification,
} from '../../domain/comparison/pair-specification.ts';
import type { Capabilities, Support } from '../dialects/dialect.ts';
import type { Column, RefusedTest } from './plan.ts';

/** The tests that an engine cannot decide exactly: known before anything runs, and never decided some other way. */
export function unsupportedTests(
  specification: PairSpecification,
  capabilities: Capabilities,
): readonly RefusedTest[] {
  const fields = new Map(specification.fields.map((field) => [field.id, field]));
  return specification.tests.flatMap((test) => {
    const named = [...test.fields, ...test.keys].flatMap((id) => fields.get(id) ?? []);
    const lacking = needsOf(test, named, capabilities).find(({ support }) => support !== true);
    if (lacking === undefined || lacking.support === true) return [];
    const { what, support } = lacking;
    const { id: testId, functionCode } = test;
    const detail = `The engine does not support ${what}. ${support.instead}`;
    return [{ testId, functionCode, code: 'unsupported' as const, detail }];
  });
}

interface Need {
  readonly what: string;
  readonly support: Support;
}

function needsOf(
  test: TestSpecification,
  fields: readonly ComparedField[],
  capabilities: Capabilities,
): readonly Need[] {
  const { tolerance, scope } = test;
  return [
    ...fields.flatMap((field) => fieldNeeds(field, capabilities)),
    ...(tolerance === null
      ? []
      : [
          { what: `a tolerance that is ${tolerance.kind}`, support: capabilities.tolerances[tolerance.kind] },
        ]),
    ...(sides.some((side) => scope[side].length > 0)
      ? [{ what: 'rows that are items of a collection', support: capabilities.collections }]
      : []),
  ];
}

/** Whether an engine reads a column exactly. */
export function readsColumn({ comparisonType, field, options }: Column, capabilities: Capabilities): boolean {
  const bound = { ...field, nullable: true };
  const needs = fieldNeeds({ id: '', comparisonType, options, source: bound, target: bound }, capabilities);
  return needs.every(({ support }) => support === true);
}

function fieldNeeds(
  { comparisonType, options, ...bound }: ComparedField,
  capabilities: Capabilities,
): readonly Need[] {
  return [
    ...typesIn(comparisonType).map(({ kind }) => ({
      what: `the comparison type ${kind}`,
      support: capabilities.comparisonTypes[kind],
    })),
    ...(typesIn(comparisonType).some((type) => type.kind === 'exactNumeric' && type.carrier === 'digits')
      ? [{ what: 'numbers of more than 38 digits', support: capabilities.wideNumbers }]
      : []),
    ...sides.map((side) => ({
      what: `the transform ${bound[side].binding.transform}`,
      support: capabilities.transforms[bound[side].binding.transform],
    })),
    ...textOptions
      .filter((option) => options.text[option])
      .map((option) => ({ what: `the text option ${option}`, support: capabilities.textOptions[option] })),
    ...(options.listOrder === 'bag' ? [{ what: 'lists without an order', support: capabilities.bags }] : []),
  ];
}

const textOptions = ['caseInsensitive', 'trimWhitespace', 'normalizeUnicode'] as const;

function typesIn(type: ComparisonType): readonly ComparisonType[] {
  switch (type.kind) {
    case 'struct':
      return [type, ...type.fields.flatMap((field) => typesIn(field.type))];
    case 'list':
      return [type, ...typesIn(type.element)];
    case 'map':
      return [type, ...typesIn(type.key), ...typesIn(type.value)];
    case 'perSide':
      return [type, ...typesIn(type.source), ...typesIn(type.target)];
    default:
      return [type];
  }
}
