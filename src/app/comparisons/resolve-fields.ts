import { AppError, type FieldError } from '../../domain/app-error.ts';
import { findPreparedField } from '../../domain/catalog/field-nodes.ts';
import type { FunctionCode, Surface } from '../../domain/comparison/binding.ts';
import type { FieldPath } from '../../domain/comparison/field-path.ts';
import { parseFieldPath } from '../../domain/comparison/field-path.ts';
import { formatFaults } from '../../domain/comparison/format-faults.ts';
import { type ObservationScope, scopePath } from '../../domain/comparison/observation-scope.ts';
import type { Parsed } from '../../domain/comparison/parsed.ts';
import type {
  Resolution,
  ResolutionInputSide,
  Selection,
  Side,
  StoredBinding,
} from '../../domain/comparison/resolution.ts';
import { resolveComparison } from '../../domain/comparison/resolve-comparison.ts';
import type { PreparedDataset } from '../../storage/queries/datasets.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type ComparisonContext, comparedDatasets } from './compared-datasets.ts';

export interface ResolveFieldsRequest {
  readonly context: ComparisonContext;
  readonly functionCode: FunctionCode | null;
  readonly selection: Selection | null;
  readonly storedBinding: StoredBinding | null;
  readonly surface: Surface;
  readonly sourceField: string;
  readonly targetField: string;
  /** Null: the innermost collection that holds the field, else the row. */
  readonly sourceObservationScope: ObservationScope | null;
  readonly targetObservationScope: ObservationScope | null;
}

/** How two fields of prepared datasets compare. */
export async function resolveFields(
  ctx: AppContext,
  caller: Caller,
  request: ResolveFieldsRequest,
): Promise<Resolution> {
  const source = readSide(request, 'source');
  const target = readSide(request, 'target');
  refuse('validation_failed', 'The request holds something that cannot be read.', [
    ...source.faults,
    ...target.faults,
    ...badFormats(request),
  ]);
  const datasets = await comparedDatasets(ctx, caller.orgUuid, request.context);
  const found = {
    source: findSide(datasets.source, source, 'source'),
    target: findSide(datasets.target, target, 'target'),
  };
  refuse('field_unknown', 'A field or collection does not exist in its dataset.', [
    ...found.source.faults,
    ...found.target.faults,
  ]);
  const { surface, functionCode, selection, storedBinding } = request;
  return resolveComparison({
    surface,
    functionCode,
    selection,
    storedBinding,
    source: inputSide(datasets.source, source, found.source),
    target: inputSide(datasets.target, target, found.target),
  });
}

/** One side as it was asked for. */
interface AskedSide {
  readonly field: FieldPath;
  readonly scope: ObservationScope | null;
  /** The items that the scope observes; null for rows, and where none was said. */
  readonly collection: FieldPath | null;
  readonly faults: readonly FieldError[];
}

function readSide(request: ResolveFieldsRequest, side: Side): AskedSide {
  const field = parseFieldPath(request[`${side}Field`]);
  const scope = request[`${side}ObservationScope`];
  const collection: Parsed<FieldPath | null> = scope === null ? { ok: true, value: null } : scopePath(scope);
  return {
    field: field.ok ? field.value : [],
    scope,
    collection: collection.ok ? collection.value : null,
    faults: [
      ...pathFault(field, `/${side}Field`),
      ...pathFault(collection, `/${side}ObservationScope/collectionPath`),
    ],
  };
}

function pathFault(path: Parsed<unknown>, pointer: string): readonly FieldError[] {
  return path.ok ? [] : [faultAt(pointer, 'path_invalid', path.fault)];
}

function badFormats({ selection, storedBinding }: ResolveFieldsRequest): readonly FieldError[] {
  return formatFaults(selection, storedBinding).map((fault) =>
    faultAt(fault.pointer, 'format_invalid', fault),
  );
}

function faultAt(pointer: string, code: string, fault: { position: number; detail: string }): FieldError {
  return { pointer, code, detail: `At character ${fault.position + 1}: ${fault.detail}` };
}

interface FoundSide {
  readonly field: Pick<ResolutionInputSide, 'logicalType' | 'nativeType' | 'nullable'>;
  readonly faults: readonly FieldError[];
}

const nowhere = { logicalType: { kind: 'unknown' }, nativeType: '', nullable: true } as const;

function findSide(dataset: PreparedDataset, asked: AskedSide, side: Side): FoundSide {
  const field = findPreparedField(dataset.fields, asked.field);
  const collection = asked.collection && findPreparedField(dataset.fields, asked.collection);
  const faults: FieldError[] = [];
  if (!field.found) {
    faults.push({ pointer: `/${side}Field`, code: 'field_unknown', detail: field.detail });
  }
  if (collection !== null && !collection.found) {
    const pointer = `/${side}ObservationScope/collectionPath`;
    faults.push({ pointer, code: 'collection_unknown', detail: collection.detail });
  }
  return { field: field.found ? field.field : nowhere, faults };
}

function inputSide(dataset: PreparedDataset, asked: AskedSide, { field }: FoundSide): ResolutionInputSide {
  const { logicalType, nativeType, nullable } = field;
  return {
    field: asked.field,
    scope: asked.scope,
    logicalType,
    nativeType,
    nullable,
    declaredZone: dataset.zone,
  };
}

function refuse(
  code: 'validation_failed' | 'field_unknown',
  detail: string,
  errors: readonly FieldError[],
): void {
  if (errors.length > 0) throw new AppError(code, { detail, errors });
}
