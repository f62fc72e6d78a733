import { type FieldPath, type FieldStep, printFieldPath } from './field-path.ts';
import type { LogicalType } from './logical-type.ts';
import { printLogicalType } from './logical-type-text.ts';

/** A field of a dataset with what lies inside it; preparation derives the tree from the schema. */
export interface FieldNode {
  readonly name: string;
  readonly logicalType: LogicalType;
  readonly nativeType: string;
  readonly nullable: boolean;
  /**
   * The named fields inside: of a struct, of the items of a collection of structs, of the entries of a map. Where it
   * is absent they follow from the logical type.
   */
  readonly children?: readonly FieldNode[];
}

/** A field as a path finds it. */
export type FoundField = Omit<FieldNode, 'name'>;

export type FieldSearch =
  | { readonly found: true; readonly field: FoundField }
  /** In words: which part of the path is missing, and what is there instead. */
  | { readonly found: false; readonly detail: string };

/** Finds a field, or the items of a collection (`orders[]`), by its path. Names match exactly, letter case included. */
export function findField(fields: readonly FieldNode[], path: FieldPath): FieldSearch {
  let current: FoundField | undefined;
  for (const [index, step] of path.entries()) {
    const next: FoundField | undefined =
      step.kind === 'items'
        ? current && itemsInside(current)
        : inside(current === undefined ? fields : childrenOf(current), step.name, current?.nullable ?? false);
    if (next === undefined) {
      return { found: false, detail: whyMissing(path.slice(0, index), step, current, fields) };
    }
    current = next;
  }
  return current === undefined
    ? { found: false, detail: 'The path is empty.' }
    : { found: true, field: current };
}

/** The tree of a field of this type, down to its leaves. */
export function fieldTree(
  name: string,
  logicalType: LogicalType,
  nativeType: string,
  nullable: boolean,
): FieldNode {
  const children = derivedChildren(logicalType).map((child) =>
    fieldTree(child.name, child.logicalType, child.nativeType, child.nullable),
  );
  return Object.freeze({
    name,
    logicalType,
    nativeType,
    nullable,
    ...(children.length > 0 && { children: Object.freeze(children) }),
  });
}

/** A field inside something that can be NULL can be NULL itself. */
function inside(fields: readonly FieldNode[], name: string, parentNullable: boolean): FoundField | undefined {
  const field = fields.find((candidate) => candidate.name === name);
  return field && { ...field, nullable: field.nullable || parentNullable };
}

function itemsInside(field: FoundField): FoundField | undefined {
  const item = itemType(field.logicalType);
  return (
    item && {
      logicalType: item,
      nativeType: printLogicalType(item),
      // An entry of a map is always there; an item of a list may be NULL.
      nullable: field.logicalType.kind === 'list',
      ...(field.children && { children: field.children }),
    }
  );
}

function childrenOf(field: FoundField): readonly FieldNode[] {
  if (field.logicalType.kind !== 'struct') return [];
  return field.children ?? derivedChildren(field.logicalType);
}

/** What a collection holds: the element of a list, or the entry of a map. */
function itemType(type: LogicalType): LogicalType | undefined {
  if (type.kind === 'list') return type.element;
  if (type.kind !== 'map') return undefined;
  return {
    kind: 'struct',
    fields: [
      { name: 'key', type: type.key },
      { name: 'value', type: type.value },
    ],
  };
}

/** A type says nothing of native names and NULLs inside it: the logical name stands, and NULL may occur. */
function derivedChildren(type: LogicalType): readonly FieldNode[] {
  if (type.kind === 'struct') {
    return type.fields.map((field) => ({
      name: field.name,
      logicalType: field.type,
      nativeType: printLogicalType(field.type),
      nullable: true,
    }));
  }
  const item = itemType(type);
  return item === undefined ? [] : derivedChildren(item);
}

function whyMissing(
  parent: FieldPath,
  step: FieldStep,
  current: FoundField | undefined,
  fields: readonly FieldNode[],
): string {
  const where = current === undefined ? 'The dataset' : `\`${printFieldPath(parent)}\``;
  if (step.kind === 'items') {
    return `${where} is ${current ? printLogicalType(current.logicalType) : 'no field'}, not a list or map: leave out \`[]\`.`;
  }
  if (current && (current.logicalType.kind === 'list' || current.logicalType.kind === 'map')) {
    return `${where} is a collection: write \`[]\` after it to reach the fields of its items.`;
  }
  const candidates = current === undefined ? fields : childrenOf(current);
  if (candidates.length === 0) return `${where} has no fields inside it.`;
  const alike = candidates.find(({ name }) => name.toLowerCase() === step.name.toLowerCase());
  return `${where} has no field \`${step.name}\`${alike ? `; there is \`${alike.name}\`` : ''}.`;
}
