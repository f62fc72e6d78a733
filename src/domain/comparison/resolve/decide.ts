import type { Binding, ChoiceId, FunctionCode } from '../binding.ts';
import type { BySide } from '../by-side.ts';
import type { ComparisonKind, ComparisonType } from '../comparison-type.ts';
import type { Choice, Diagnostic, ResolutionStatus, Selection } from '../resolution.ts';
import { unbound } from './choice.ts';
import { diagnostic } from './diagnostic.ts';
import { functionFits, functionNeeds, needInWords } from './function-rules.ts';
import type { Comparison, FieldPair, WaysToCompare } from './ways-to-compare.ts';

export interface Decision {
  readonly status: ResolutionStatus;
  readonly comparisonType: ComparisonType | null;
  readonly bindings: BySide<Binding>;
  readonly selectedChoiceId: ChoiceId | null;
  readonly choices: readonly Choice[];
  readonly remarks: readonly Diagnostic[];
}

/** The fields and every way to compare them: what there is to decide from. */
export interface Case {
  readonly pair: FieldPair;
  readonly selection: Selection | null;
  readonly ways: WaysToCompare;
}

/**
 * COUNT of a value needs nothing. Otherwise the fields compare by themselves, or by the choice that is selected; or
 * COUNT_DISTINCT counts each side alone; or a choice is still to be made; or nothing can be done.
 */
export function decide({ pair, selection, ways }: Case, functionCode: FunctionCode | null): Decision {
  if (functionCode === 'COUNT' && pair.surface === 'valueField') return presence;

  const choices = Object.freeze(
    ways.byChoice.filter(({ kind }) => serves(functionCode, kind)).map(({ choice }) => choice),
  );
  if (ways.byThemselves !== null) return settled(functionCode, ways.byThemselves, null, choices);
  if (ways.selected !== null) {
    const { choiceId, outcome } = ways.selected;
    if ('faults' in outcome) return blocked('selectionRequired', outcome.faults, choices, choiceId);
    return settled(functionCode, outcome, choiceId, choices);
  }
  if (functionCode === 'COUNT_DISTINCT' && ways.eachSideAlone !== null) {
    return settled(functionCode, ways.eachSideAlone, null, choices);
  }
  if (choices.length > 0) {
    return blocked('selectionRequired', [toChoose(selection, choices), ...ways.obstacles], choices);
  }
  if (ways.byChoice.length > 0) return blocked('incompatible', [doesNotFit(functionCode, null)], choices);
  return blocked('incompatible', ways.obstacles, choices);
}

const presence: Decision = Object.freeze({
  status: 'resolved',
  comparisonType: Object.freeze({ kind: 'presence' }),
  bindings: unbound,
  selectedChoiceId: null,
  choices: Object.freeze([]),
  remarks: [],
});

/** A comparison is found; the function has the last word. */
function settled(
  functionCode: FunctionCode | null,
  { comparisonType, bindings, remarks }: Comparison,
  selectedChoiceId: ChoiceId | null,
  choices: readonly Choice[],
): Decision {
  if (!serves(functionCode, comparisonType.kind)) {
    return blocked('incompatible', [doesNotFit(functionCode, selectedChoiceId)], choices, selectedChoiceId);
  }
  return { status: 'resolved', comparisonType, bindings, selectedChoiceId, choices, remarks };
}

/** Not resolved; the remarks say why. */
export function blocked(
  status: 'selectionRequired' | 'incompatible',
  remarks: readonly Diagnostic[],
  choices: readonly Choice[] = Object.freeze([]),
  selectedChoiceId: ChoiceId | null = null,
): Decision {
  return { status, comparisonType: null, bindings: unbound, selectedChoiceId, choices, remarks };
}

function serves(functionCode: FunctionCode | null, kind: ComparisonKind): boolean {
  return functionCode === null || functionFits(functionCode, kind);
}

function doesNotFit(functionCode: FunctionCode | null, choiceId: ChoiceId | null): Diagnostic {
  const needs =
    functionCode === null ? '' : `${functionCode} needs ${needInWords[functionNeeds[functionCode]]}`;
  const under = choiceId === null ? '' : ` under ${choiceId}`;
  return diagnostic('function_not_applicable', 'both', `${needs}, which these fields are not${under}.`);
}

function toChoose(selection: Selection | null, choices: readonly Choice[]): Diagnostic {
  const names = choices.map(({ choiceId }) => choiceId).join(' or ');
  return selection === null
    ? diagnostic('selection_required', 'both', `Say how these fields compare: ${names}.`)
    : diagnostic(
        'selection_not_offered',
        'both',
        `${selection.choiceId} does not apply to these fields: choose ${names}.`,
      );
}
