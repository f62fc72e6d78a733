import type { Static } from 'typebox';
import type { V1ComparisonResolution } from '../../contract/schemas/comparison.ts';
import { printComparisonType } from '../../domain/comparison/comparison-type-text.ts';
import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';
import type { ObservationScope } from '../../domain/comparison/observation-scope.ts';
import type { Resolution, ResolutionSide } from '../../domain/comparison/resolution.ts';

type View = Static<typeof V1ComparisonResolution>;

export function resolutionView(resolution: Resolution): View {
  const { comparisonType } = resolution;
  return {
    ...resolution,
    source: sideView(resolution.source),
    target: sideView(resolution.target),
    comparisonType: comparisonType && printComparisonType(comparisonType),
  };
}

function sideView(side: ResolutionSide): View['source'] {
  return { ...side, scope: scopeView(side.scope), logicalType: printLogicalType(side.logicalType) };
}

export function scopeView(scope: ObservationScope): View['source']['scope'] {
  return { kind: scope.kind, collectionPath: scope.kind === 'collection' ? scope.collectionPath : null };
}
