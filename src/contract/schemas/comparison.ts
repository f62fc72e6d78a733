import Type from 'typebox';
import { choiceIds, functionCodes, surfaces, transforms } from '../../domain/comparison/binding.ts';
import {
  diagnosticCodes,
  resolutionStatuses,
  severities,
  storedBindingStates,
} from '../../domain/comparison/resolution.ts';
import { list, nullable, Text, Uuid, V1 } from '../schema.ts';

export const FieldText = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'The path of the field; `[]` stands for the items of a collection.',
  examples: ['orders[].lines[].sku'],
});
const Format = Type.String({ maxLength: 64, default: '' });
const ChoiceId = Type.Enum([...choiceIds]);
const FunctionCode = Type.Enum([...functionCodes]);
const Transform = Type.Enum([...transforms]);

const V1PairContext = V1('V1PairContext', 'The two datasets of a pair.', {
  kind: Type.Literal('datasetPair'),
  datasetPairUuid: Uuid,
});

const V1DatasetsContext = V1('V1DatasetsContext', 'Any two datasets.', {
  kind: Type.Literal('datasets'),
  sourceDatasetUuid: Uuid,
  targetDatasetUuid: Uuid,
});

const V1RootScope = V1('V1RootScope', 'One observation is a row.', {
  kind: Type.Optional(Type.Literal('root')),
});

const V1CollectionScope = V1('V1CollectionScope', 'One observation is an item of a collection.', {
  kind: Type.Literal('collection'),
  collectionPath: FieldText,
});

export const ObservationScope = Type.Union([V1RootScope, V1CollectionScope]);

export const V1Selection = V1('V1Selection', 'How fields of different families are to be compared.', {
  choiceId: ChoiceId,
  format: Type.Optional(Format),
});

const V1BindingSide = V1('V1BindingSide', 'How a side is read.', {
  transform: Type.Optional({ ...Transform, default: 'none' }),
  format: Type.Optional(Format),
});

export const V1ResolveComparison = V1(
  'V1ResolveComparison',
  'Which two fields are to be compared, and for what.',
  {
    context: Type.Union([V1PairContext, V1DatasetsContext]),
    functionCode: Type.Optional(nullable(FunctionCode)),
    selection: Type.Optional(nullable(V1Selection)),
    sourceField: FieldText,
    sourceObservationScope: Type.Optional(nullable(ObservationScope)),
    storedBinding: Type.Optional(
      nullable(
        V1('V1StoredBinding', 'The bindings that a test was saved with.', {
          source: V1BindingSide,
          target: V1BindingSide,
        }),
      ),
    ),
    surface: Type.Enum([...surfaces]),
    targetField: FieldText,
    targetObservationScope: Type.Optional(nullable(ObservationScope)),
  },
);

export const V1Binding = V1('V1Binding', 'How a side is read before it is compared.', {
  transform: Transform,
  format: Text(64),
});

export const V1ObservedScope = V1('V1ObservedScope', 'What one observation is.', {
  kind: Type.Enum(['root', 'collection']),
  collectionPath: nullable(Text(1024)),
});

const V1ResolvedSide = V1('V1ResolvedSide', 'One side of a comparison.', {
  field: Text(1024),
  scope: V1ObservedScope,
  logicalType: Text(100_000),
  nativeType: Text(100_000),
  nullable: Type.Boolean(),
  binding: V1Binding,
});

export const V1ComparisonResolution = V1('V1ComparisonResolution', 'How two fields compare.', {
  status: Type.Enum([...resolutionStatuses]),
  surface: Type.Enum([...surfaces]),
  functionCode: nullable(FunctionCode),
  source: V1ResolvedSide,
  target: V1ResolvedSide,
  comparisonType: nullable(Text(100_000, 'What both sides are compared as; null unless resolved.')),
  selectedChoiceId: nullable(ChoiceId),
  choices: list(
    V1('V1ComparisonChoice', 'A way to compare the fields that a person may choose.', {
      choiceId: ChoiceId,
      label: Text(255),
      source: V1Binding,
      target: V1Binding,
      formatRequired: Type.Boolean(),
      formatExamples: list(Text(64), { maxItems: 16 }),
      lossy: Type.Boolean(),
    }),
    { maxItems: 3 },
  ),
  storedBinding: nullable(
    V1('V1StoredBindingVerdict', 'Whether the stored bindings still hold.', {
      state: Type.Enum([...storedBindingStates]),
      reason: nullable(Text(4096)),
    }),
  ),
  allowedFunctions: list(FunctionCode, { maxItems: functionCodes.length }),
  diagnostics: list(
    V1('V1ComparisonDiagnostic', 'Something to know about the comparison.', {
      code: Type.Enum([...diagnosticCodes]),
      severity: Type.Enum([...severities]),
      side: Type.Enum(['source', 'target', 'both']),
      detail: Text(4096),
    }),
    { maxItems: 100 },
  ),
});
