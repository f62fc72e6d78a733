import type { ComparisonType } from '../comparison-type.ts';
import type { Diagnostic, Resolution, ResolutionInput } from '../resolution.ts';
import { sortDiagnostics } from '../resolve/diagnostic.ts';

/** The same question with source and target changed places. */
export function swapInput(input: ResolutionInput): ResolutionInput {
  return { ...input, ...swapped(input), storedBinding: input.storedBinding && swapped(input.storedBinding) };
}

/** The answer that the swapped question must have: the sides changed, and nothing else. */
export function swapResolution(resolution: Resolution): Resolution {
  return {
    ...resolution,
    ...swapped(resolution),
    comparisonType: resolution.comparisonType && swapType(resolution.comparisonType),
    choices: resolution.choices.map((choice) => ({ ...choice, ...swapped(choice) })),
    diagnostics: sortDiagnostics(resolution.diagnostics.map(swapDiagnostic)),
  };
}

function swapType(type: ComparisonType): ComparisonType {
  switch (type.kind) {
    case 'timestamp':
      return { ...type, sourceZone: type.targetZone, targetZone: type.sourceZone };
    case 'perSide':
      return { kind: 'perSide', source: type.target, target: type.source };
    case 'struct':
      return {
        kind: 'struct',
        fields: type.fields.map((field) => ({ ...field, type: swapType(field.type) })),
      };
    case 'list':
      return { kind: 'list', element: swapType(type.element) };
    case 'map':
      return { kind: 'map', key: swapType(type.key), value: swapType(type.value) };
    default:
      return type;
  }
}

function swapDiagnostic(diagnostic: Diagnostic): Diagnostic {
  const other = { source: 'target', target: 'source', both: 'both' } as const;
  return { ...diagnostic, side: other[diagnostic.side] };
}

function swapped<T>({ source, target }: { readonly source: T; readonly target: T }) {
  return { source: target, target: source };
}
