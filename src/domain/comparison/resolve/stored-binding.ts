import type { Binding, Transform } from '../binding.ts';
import { type BySide, fromEachSide } from '../by-side.ts';
import type { LogicalKind, LogicalType } from '../logical-type.ts';
import { printLogicalType } from '../logical-type-text.ts';
import { familyOf, isNumeric } from '../logical-type-traits.ts';
import { parseFormat } from '../parse-format.ts';
import type { Selection, StoredBinding, StoredBindingVerdict } from '../resolution.ts';
import type { Decision } from './decide.ts';
import { readWithFormat } from './format-reading.ts';
import {
  type Comparison,
  compareByChoice,
  type FieldPair,
  type FormatFaults,
  waysToCompare,
} from './ways-to-compare.ts';

/** The choice that a stored binding was saved with, if it is still a choice for these fields. */
export function selectionOf(stored: StoredBinding, pair: FieldPair): Selection | null {
  const format = stored.source.format || stored.target.format;
  const selections = waysToCompare(pair, null).byChoice.map(({ choice }) => ({
    choiceId: choice.choiceId,
    format,
  }));
  return selections.find((selection) => gives(compareByChoice(pair, selection), stored)) ?? null;
}

function gives(comparison: Comparison | FormatFaults, stored: StoredBinding): boolean {
  return 'bindings' in comparison && sameBindings(comparison.bindings, stored);
}

/** What a stored binding is worth beside what would be resolved now. */
export function judgeStoredBinding(
  stored: StoredBinding,
  types: BySide<LogicalType>,
  decision: Decision,
): StoredBindingVerdict {
  if (decision.status === 'resolved' && sameBindings(decision.bindings, stored)) {
    return Object.freeze({ state: 'current', reason: null });
  }
  const faults = fromEachSide(types, (own, peer, side) => whyNotApplicable(stored[side], own, peer));
  if (faults.length > 0) return verdict('invalid', [...new Set(faults)].sort().join(' '));
  switch (decision.status) {
    case 'incompatible':
      return verdict('invalid', 'The fields cannot be compared; the diagnostics say why.');
    case 'selectionRequired':
      return verdict('outdated', 'It matches none of the choices that these fields have now. Choose again.');
    case 'resolved':
      return verdict(
        'outdated',
        decision.selectedChoiceId === null
          ? 'These fields now compare by themselves, with other bindings. Review them and save the test again.'
          : `It is not what the choice ${decision.selectedChoiceId} gives for these fields. Save the test again.`,
      );
  }
}

/** What each transform can be applied to at all. */
const applicable: Record<Transform, readonly LogicalKind[] | 'anything'> = {
  none: 'anything',
  to_string: [
    'boolean',
    'long',
    'decimal',
    'double',
    'string',
    'date',
    'time',
    'timestamp',
    'uuid',
    'binary',
  ],
  to_long: ['boolean', 'long', 'decimal', 'double', 'string'],
  to_decimal: ['boolean', 'long', 'decimal', 'double', 'string'],
  to_double: ['boolean', 'long', 'decimal', 'double', 'string'],
  to_boolean: ['boolean', 'long', 'decimal', 'double', 'string'],
  to_date: ['long', 'decimal', 'double', 'string', 'date', 'timestamp'],
  to_timestamp: ['long', 'decimal', 'double', 'string', 'date', 'timestamp'],
  to_peer_numeric: ['boolean', 'string'],
};

function whyNotApplicable(binding: Binding, own: LogicalType, peer: LogicalType): readonly string[] {
  const { transform } = binding;
  const kinds = applicable[transform];
  if (kinds !== 'anything' && !kinds.includes(own.kind)) {
    return [`\`${transform}\` cannot be applied to ${printLogicalType(own)}.`];
  }
  if (transform === 'to_peer_numeric' && !isNumeric(peer)) {
    return [`\`to_peer_numeric\` needs a number on the other side, which is ${printLogicalType(peer)}.`];
  }
  const fault = whyFormatDoesNotFit(binding, own, peer);
  return fault === null ? [] : [fault];
}

function whyFormatDoesNotFit(
  { transform, format }: Binding,
  own: LogicalType,
  peer: LogicalType,
): string | null {
  const taken = formatTaken(transform, own, peer);
  if (taken === 'none')
    return format === '' ? null : `\`${transform}\` of ${printLogicalType(own)} takes no format.`;
  if (format === '') return `\`${transform}\` of ${printLogicalType(own)} needs a format.`;
  const parsed = parseFormat(format);
  if (!parsed.ok)
    return `The format ${format} is wrong at position ${parsed.fault.position}: ${parsed.fault.detail}`;
  if (taken === 'encoding')
    return parsed.value.kind === 'encoding' ? null : `The format ${format} is no encoding of bytes.`;
  const read = readWithFormat(parsed.value, own, peer);
  return read.suits ? null : `The format ${format} does not suit: ${read.detail}`;
}

function formatTaken(
  transform: Transform,
  own: LogicalType,
  peer: LogicalType,
): 'none' | 'encoding' | 'dateTime' {
  if (transform === 'to_string' && (own.kind === 'binary' || peer.kind === 'binary')) return 'encoding';
  const readsDateTime = transform === 'to_date' || transform === 'to_timestamp';
  return readsDateTime && familyOf(own) !== 'temporal' ? 'dateTime' : 'none';
}

function verdict(state: 'outdated' | 'invalid', reason: string): StoredBindingVerdict {
  return Object.freeze({ state, reason });
}

function sameBindings(a: BySide<Binding>, b: BySide<Binding>): boolean {
  return sameBinding(a.source, b.source) && sameBinding(a.target, b.target);
}

function sameBinding(a: Binding, b: Binding): boolean {
  return a.transform === b.transform && a.format === b.format;
}
