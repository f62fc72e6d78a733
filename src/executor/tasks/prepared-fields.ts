import { AppError } from '../../domain/app-error.ts';
import { boundOf } from '../../domain/catalog/bound-of.ts';
import {
  type FieldProfile,
  maxFieldDepth,
  maxFields,
  type PreparationNote,
  type PreparedField,
} from '../../domain/catalog/prepared-field.ts';
import { type FieldNode, fieldTree } from '../../domain/comparison/field-tree.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';

/** Bounds of the protocol, in code points. */
const longestName = 1024;
const longestType = 100_000;
const longestNote = 2000;
const mostNotes = 100;

/** What a connector found out about the values of a field, exactly. */
export interface ObservedValues {
  readonly nulls: number;
  readonly distinct: { readonly count: number; readonly exact: boolean } | null;
  /** Canonical texts. They are values of rows, and go no further than this folder. */
  readonly min: string | null;
  readonly max: string | null;
}

export type Observations = ReadonlyMap<FieldNode, ObservedValues>;

/** The fields of a dataset as they are sent. Refuses what the service could not hold. */
export function preparedFields(
  fields: readonly FieldNode[],
  observations: Observations,
): readonly PreparedField[] {
  const prepared = fields.map((field) => preparedField(field, observations, 1));
  const count = countOf(prepared);
  if (count > maxFields) throw tooWide(`it has ${count} fields, and ${maxFields} can be held`);
  return prepared;
}

function preparedField(field: FieldNode, observations: Observations, depth: number): PreparedField {
  const { name, nativeType, nullable } = field;
  const logicalType = printLogicalType(field.logicalType);
  if (name.length > longestName)
    throw tooWide(`the name of a field is longer than ${longestName} characters`);
  if (logicalType.length > longestType || nativeType.length > longestType) {
    throw tooWide(`the type of ${JSON.stringify(name)} is longer than ${longestType} characters`);
  }
  const children = childrenOf(field);
  if (children.length > 0 && depth === maxFieldDepth) {
    throw tooWide(`its fields are nested more than ${maxFieldDepth} deep`);
  }
  return {
    name,
    logicalType,
    nativeType,
    nullable,
    children:
      children.length === 0 ? null : children.map((child) => preparedField(child, observations, depth + 1)),
    profile: profileOf(field.logicalType, observations.get(field)),
  };
}

function profileOf(type: LogicalType, observed: ObservedValues | undefined): FieldProfile | null {
  if (observed === undefined) return null;
  const { nulls, distinct, min, max } = observed;
  return {
    nullCount: nulls,
    distinctCount: distinct && { value: distinct.count, exact: distinct.exact },
    min: boundOf(type, min, 'least'),
    max: boundOf(type, max, 'greatest'),
  };
}

/** Those that the connector knows, or those that follow from the type. */
function childrenOf(field: FieldNode): readonly FieldNode[] {
  return (
    field.children ??
    fieldTree(field.name, field.logicalType, field.nativeType, field.nullable).children ??
    []
  );
}

function countOf(fields: readonly PreparedField[]): number {
  return fields.reduce((sum, { children }) => sum + 1 + countOf(children ?? []), 0);
}

function tooWide(what: string): AppError {
  return new AppError('dataset_too_wide', {
    detail: `The dataset cannot be registered: ${what}. Make a view or a file of fewer columns.`,
  });
}

/** Notes within the bounds of the protocol; what is cut says so. */
export function preparationNotes(notes: readonly PreparationNote[]): readonly PreparationNote[] {
  const kept = notes.length > mostNotes ? notes.slice(0, mostNotes - 1) : notes;
  const left = notes.length - kept.length;
  return [
    ...kept.map(({ code, detail }) => ({ code, detail: cut(detail) })),
    ...(left > 0 ? [{ code: 'notes_left_out', detail: `${left} more notes were left out.` }] : []),
  ];
}

function cut(text: string): string {
  const points = [...text];
  return points.length <= longestNote ? text : `${points.slice(0, longestNote - 1).join('')}…`;
}
