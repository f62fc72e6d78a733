import { anyToken, operation } from '../operation.ts';
import { V1ComparisonResolution, V1ResolveComparison } from '../schemas/comparison.ts';

export const resolveComparison = operation({
  operationId: 'resolve_comparison',
  method: 'POST',
  path: '/api/v1/comparison-resolutions',
  summary: 'Resolve how two fields compare',
  description:
    'Returns the canonical comparison resolution of two fields of prepared datasets: what they are compared as, the choices where they do not compare by themselves, and whether stored bindings still hold. An omitted observation scope is the innermost collection that holds the field, else the row.',
  tag: 'Comparisons',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  body: V1ResolveComparison,
  responses: {
    200: { description: 'The canonical comparison resolution.', schema: V1ComparisonResolution },
  },
  problems: ['not_found', 'dataset_not_prepared', 'field_unknown'],
});
