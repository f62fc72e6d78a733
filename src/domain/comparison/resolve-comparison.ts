import { type FunctionCode, functionCodes } from './binding.ts';
import { type BySide, eachSide, fromEachSide } from './by-side.ts';
import { printFieldPath } from './field-path.ts';
import { type Observed, observe, rootScope, scopesCompatible } from './observation-scope.ts';
import type { Parsed } from './parsed.ts';
import type {
  Diagnostic,
  Resolution,
  ResolutionInput,
  ResolutionInputSide,
  ResolutionSide,
  Selection,
} from './resolution.ts';
import { blocked, type Case, type Decision, decide } from './resolve/decide.ts';
import { diagnostic, sortDiagnostics } from './resolve/diagnostic.ts';
import { judgeStoredBinding, selectionOf } from './resolve/stored-binding.ts';
import { type FieldPair, waysToCompare } from './resolve/ways-to-compare.ts';

/**
 * How two fields compare: pure, total and deterministic, and the same whichever side is called the source. A format
 * that cannot be read is a diagnostic here; a caller that owes its own caller a 422 asks `formatFaults` first.
 */
export function resolveComparison(input: ResolutionInput): Resolution {
  const sides: BySide<ResolutionInputSide> = { source: input.source, target: input.target };
  const observed = eachSide(sides, ({ field, scope }) => observe(field, scope));
  const unobservable = scopeFaults(observed);
  if (unobservable.length > 0) return answer(input, observed, blocked('incompatible', unobservable), []);

  const pair: FieldPair = {
    surface: input.surface,
    types: eachSide(sides, ({ logicalType }) => logicalType),
    zones: eachSide(sides, ({ declaredZone }) => declaredZone),
  };
  const selection = input.selection ?? storedSelection(input, pair);
  const known: Case = { pair, selection, ways: waysToCompare(pair, selection) };
  const allowed = functionCodes.filter(
    (functionCode) => decide(known, functionCode).status !== 'incompatible',
  );
  return answer(input, observed, decide(known, input.functionCode), allowed);
}

/** A stored binding that still holds acts as the selection that it was saved with. */
function storedSelection({ storedBinding }: ResolutionInput, pair: FieldPair): Selection | null {
  return storedBinding === null ? null : selectionOf(storedBinding, pair);
}

function answer(
  input: ResolutionInput,
  observed: BySide<Parsed<Observed>>,
  decision: Decision,
  allowedFunctions: readonly FunctionCode[],
): Resolution {
  const { storedBinding: stored, surface, functionCode } = input;
  const types = { source: input.source.logicalType, target: input.target.logicalType };
  return Object.freeze({
    status: decision.status,
    surface,
    functionCode,
    source: side(input.source, observed.source, decision.bindings.source),
    target: side(input.target, observed.target, decision.bindings.target),
    comparisonType: decision.comparisonType,
    selectedChoiceId: decision.selectedChoiceId,
    choices: decision.choices,
    storedBinding: stored === null ? null : judgeStoredBinding(stored, types, decision),
    allowedFunctions: Object.freeze(allowedFunctions),
    diagnostics: sortDiagnostics([...decision.remarks, ...idleSelection(input, decision)]),
  });
}

function side(
  { field, logicalType, nativeType, nullable }: ResolutionInputSide,
  observed: Parsed<Observed>,
  binding: ResolutionSide['binding'],
): ResolutionSide {
  return Object.freeze({
    field: printFieldPath(field),
    scope: observed.ok ? observed.value.scope : rootScope,
    logicalType,
    nativeType,
    nullable,
    binding,
  });
}

function scopeFaults({ source, target }: BySide<Parsed<Observed>>): readonly Diagnostic[] {
  if (source.ok && target.ok) {
    if (scopesCompatible(source.value, target.value)) return [];
    const detail =
      'One side observes rows or outer items and the other items further inside, so they do not count the same things. Observe both equally deep.';
    return [diagnostic('scopes_incompatible', 'both', detail)];
  }
  return fromEachSide({ source, target }, (observed, _peer, side) =>
    observed.ok ? [] : [diagnostic('scope_invalid', side, observed.fault.detail)],
  );
}

/** A selection that was made and is not needed changes nothing, but is not passed over in silence. */
function idleSelection(
  { selection, functionCode }: ResolutionInput,
  decision: Decision,
): readonly Diagnostic[] {
  if (selection === null || decision.status !== 'resolved' || decision.selectedChoiceId !== null) return [];
  const why = functionCode === 'COUNT' ? 'COUNT converts nothing' : 'these fields compare without a choice';
  return [diagnostic('selection_ignored', 'both', `${selection.choiceId} is not used: ${why}.`)];
}
