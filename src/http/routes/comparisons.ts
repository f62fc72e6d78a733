import type { Static } from 'typebox';
import { resolveFields } from '../../app/comparisons/resolve-fields.ts';
import type { V1ResolveComparison } from '../../contract/schemas/comparison.ts';
import type { Binding } from '../../domain/comparison/binding.ts';
import { type ObservationScope, rootScope } from '../../domain/comparison/observation-scope.ts';
import type { HandlersOf } from '../handler.ts';
import { resolutionView } from '../views/resolution-view.ts';

type Body = Static<typeof V1ResolveComparison>;

export const comparisonHandlers: HandlersOf<'resolve_comparison'> = {
  async resolve_comparison({ ctx, caller, body }) {
    const {
      context,
      surface,
      sourceField,
      targetField,
      functionCode = null,
      selection,
      storedBinding,
    } = body;
    const resolution = await resolveFields(ctx, caller, {
      context,
      surface,
      functionCode,
      sourceField,
      targetField,
      selection: selection ? { choiceId: selection.choiceId, format: selection.format ?? '' } : null,
      storedBinding: storedBinding
        ? { source: bindingOf(storedBinding.source), target: bindingOf(storedBinding.target) }
        : null,
      sourceObservationScope: scopeOf(body.sourceObservationScope),
      targetObservationScope: scopeOf(body.targetObservationScope),
    });
    return { status: 200, body: resolutionView(resolution) };
  },
};

function bindingOf({
  transform = 'none',
  format = '',
}: NonNullable<Body['storedBinding']>['source']): Binding {
  return { transform, format };
}

/** A scope without a kind is the row; no scope at all leaves it to the field. */
function scopeOf(scope: Body['sourceObservationScope']): ObservationScope | null {
  if (!scope) return null;
  return scope.kind === 'collection' ? scope : rootScope;
}
