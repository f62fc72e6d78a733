import type { ChoiceId } from '../binding.ts';
import { fieldPath } from '../field-path.ts';
import type { LogicalType } from '../logical-type.ts';
import { printLogicalType } from '../logical-type-text.ts';
import type { Resolution, ResolutionInput, ResolutionInputSide } from '../resolution.ts';
import { resolveComparison } from '../resolve-comparison.ts';
import { typed } from './logical-types.ts';

export function inputSide(
  type: LogicalType | string,
  rest: Partial<ResolutionInputSide> = {},
): ResolutionInputSide {
  const logicalType = typeof type === 'string' ? typed(type) : type;
  return {
    field: fieldPath('amount'),
    scope: null,
    logicalType,
    nativeType: printLogicalType(logicalType),
    nullable: true,
    declaredZone: null,
    ...rest,
  };
}

/** A question with nothing asked but what is given. */
export function resolutionInput(
  source: LogicalType | string,
  target: LogicalType | string,
  rest: Partial<ResolutionInput> = {},
): ResolutionInput {
  return {
    surface: 'valueField',
    functionCode: null,
    selection: null,
    storedBinding: null,
    source: inputSide(source),
    target: inputSide(target),
    ...rest,
  };
}

export function resolve(source: string, target: string, rest: Partial<ResolutionInput> = {}): Resolution {
  return resolveComparison(resolutionInput(source, target, rest));
}

export function choose(source: string, target: string, choiceId: ChoiceId, format = ''): Resolution {
  return resolve(source, target, { selection: { choiceId, format } });
}

/** What an answer has to say, by code, in its order. */
export function codes({ diagnostics }: Resolution): readonly string[] {
  return diagnostics.map(({ code }) => code);
}
