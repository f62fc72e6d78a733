import Type, { type TSchema } from 'typebox';
import { functionCodes } from '../../domain/comparison/binding.ts';
import { defaultEvidenceRows } from '../../domain/comparison/pair-specification.ts';
import { maxEvidenceRows } from '../../domain/execution/protocol.ts';
import {
  fitStates,
  maxTestedFields,
  maxTestedKeys,
  testFaultCodes,
  validationTestStatuses,
  verifications,
} from '../../domain/validation/validation-test.ts';
import { Etag, list, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { FieldText, ObservationScope, V1Binding, V1ObservedScope, V1Selection } from './comparison.ts';
import { V1Filter } from './filters.ts';

const FunctionCode = Type.Enum([...functionCodes]);
const Status = Type.Enum([...validationTestStatuses], {
  description: 'An inactive test stays out of Runs, but for a Run of that test alone.',
});
const DuplicateKeys = Type.Enum(['fail', 'allow'], {
  description: 'Keys that occur more than once are counted and compared as multisets; do they fail the test?',
});
const VerificationRule = Type.Enum([...verifications], {
  description: '`exact` joins every row; `hashed` skips those whose count and 128 bits of hash agree.',
});
const EvidenceRows = Type.Integer({
  minimum: 0,
  maximum: maxEvidenceRows,
  description: 'Differing rows to keep on the side of the data; counts are exact whatever this is.',
});
const Name = Type.String({ minLength: 1, maxLength: 255 });

const V1AbsoluteTolerance = V1('V1AbsoluteTolerance', 'Numbers at most so far apart agree.', {
  kind: Type.Literal('absolute'),
  amount: Type.String({ minLength: 1, maxLength: 64, examples: ['0.01'] }),
});
const V1RelativeTolerance = V1('V1RelativeTolerance', 'Numbers agree within a ratio of the larger one.', {
  kind: Type.Literal('relative'),
  ratio: Type.String({ minLength: 1, maxLength: 64, examples: ['0.001'] }),
});
const V1DurationTolerance = V1('V1DurationTolerance', 'Dates and times at most so far apart agree.', {
  kind: Type.Literal('duration'),
  nanoseconds: Type.String({ minLength: 1, maxLength: 20, examples: ['1000000'] }),
});
const V1NoTolerance = V1('V1NoTolerance', 'Only equal values agree.', { kind: Type.Literal('none') });

/** One thing said of either side. */
function bySide<Schema extends TSchema>(name: `V1${string}`, description: string, schema: Schema) {
  return V1(name, description, { source: schema, target: schema });
}

/** A request says it of one side, of both or of none. */
function ofEitherSide<Schema extends TSchema>(name: `V1${string}`, description: string, schema: Schema) {
  const given = Type.Optional(nullable(schema));
  return V1(name, description, { source: given, target: given });
}

const V1TestedFields = V1('V1TestedFields', 'One field of each side, and how it is read.', {
  sourceField: Text(1024),
  targetField: Text(1024),
  binding: bySide('V1BindingOfSides', 'As resolved when the test was saved.', V1Binding),
});

export const V1TestFit = V1('V1TestFit', 'Whether the test can be run on its datasets as they are now.', {
  state: Type.Enum([...fitStates], {
    description:
      '`outdated`: the fields compare otherwise than when the test was saved, or a dataset is not prepared. `invalid`: a field is gone, or the test cannot be applied to it any more. Neither is run.',
  }),
  reasons: list(
    V1('V1FitReason', 'Why a test does not fit.', {
      code: Type.Enum([...testFaultCodes, 'dataset_not_prepared']),
      side: Type.Enum(['source', 'target', 'both']),
      detail: Text(4096),
    }),
    { maxItems: 100 },
  ),
});

export const V1ValidationTest = V1('V1ValidationTest', 'What must hold between the datasets of a pair.', {
  validationTestUuid: Uuid,
  name: Text(255),
  datasetPairUuid: Uuid,
  functionCode: FunctionCode,
  fields: list(V1TestedFields, { maxItems: maxTestedFields }),
  keys: list(V1TestedFields, { maxItems: maxTestedKeys }),
  scope: bySide('V1ScopeOfSides', 'What one observation is on either side.', V1ObservedScope),
  filter: bySide('V1FilterOfSides', 'Which rows are looked at on either side.', nullable(V1Filter)),
  tolerance: nullable(Type.Union([V1AbsoluteTolerance, V1RelativeTolerance, V1DurationTolerance])),
  threshold: V1('V1Threshold', 'What may differ before the test fails; both hold where both are given.', {
    maxRows: nullable(Text(20)),
    maxRatio: nullable(Text(64)),
  }),
  duplicateKeys: DuplicateKeys,
  verification: VerificationRule,
  options: V1('V1FieldOptions', 'How values are made alike before they are compared.', {
    text: V1('V1TextOptions', 'How texts are made alike.', {
      caseInsensitive: Type.Boolean(),
      trimWhitespace: Type.Boolean(),
      normalizeUnicode: Type.Boolean(),
    }),
    listOrder: Type.Enum(['ordered', 'bag']),
  }),
  evidenceRows: EvidenceRows,
  status: Status,
  fit: V1TestFit,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  etag: Etag,
});

export const V1ValidationTestPage = page(
  'V1ValidationTestPage',
  'One page of validation tests.',
  V1ValidationTest,
);

const V1GivenFields = V1('V1GivenFields', 'One field of each side.', {
  sourceField: FieldText,
  targetField: FieldText,
  selection: Type.Optional(nullable(V1Selection)),
});

/** What can be said of a test when it is created and changed later. */
const givenRules = {
  scope: Type.Optional(
    nullable(
      ofEitherSide(
        'V1GivenScope',
        'What one observation is. Left out: an item of the innermost collection that holds all fields and keys, else a row.',
        ObservationScope,
      ),
    ),
  ),
  filter: Type.Optional(
    nullable(ofEitherSide('V1GivenFilter', 'Which rows are looked at; of a side left out, all.', V1Filter)),
  ),
  tolerance: Type.Optional(
    nullable(Type.Union([V1NoTolerance, V1AbsoluteTolerance, V1RelativeTolerance, V1DurationTolerance])),
  ),
  threshold: Type.Optional(
    nullable(
      V1('V1GivenThreshold', 'What may differ before the test fails; empty: nothing.', {
        maxRows: Type.Optional(nullable(Type.String({ maxLength: 20, examples: ['10'] }))),
        maxRatio: Type.Optional(nullable(Type.String({ maxLength: 64, examples: ['0.001'] }))),
      }),
    ),
  ),
  duplicateKeys: Type.Optional(nullable(DuplicateKeys)),
  verification: Type.Optional(nullable(VerificationRule)),
  options: Type.Optional(
    nullable(
      V1(
        'V1GivenFieldOptions',
        'How values of fields and keys are made alike before they are compared; nothing is, unless asked for.',
        {
          text: Type.Optional(
            nullable(
              V1('V1GivenTextOptions', 'How texts are made alike.', {
                caseInsensitive: Type.Optional(nullable(Type.Boolean())),
                trimWhitespace: Type.Optional(nullable(Type.Boolean())),
                normalizeUnicode: Type.Optional(nullable(Type.Boolean())),
              }),
            ),
          ),
          listOrder: Type.Optional(nullable(Type.Enum(['ordered', 'bag']))),
        },
      ),
    ),
  ),
  evidenceRows: Type.Optional(nullable(EvidenceRows)),
};

const Fields = list(V1GivenFields, { maxItems: maxTestedFields });
const Keys = list(V1GivenFields, { maxItems: maxTestedKeys });

export const V1CreateValidationTest = V1('V1CreateValidationTest', 'What is to hold.', {
  datasetPairUuid: Uuid,
  name: Type.Optional(nullable({ ...Name, description: 'Made of the function and the fields if left out.' })),
  functionCode: FunctionCode,
  fields: Type.Optional(
    nullable({
      ...Fields,
      description:
        'One for an aggregate or a SET function; COUNT of none counts rows. VALUE and OUTER_VALUE compare several as one tuple.',
    }),
  ),
  keys: Type.Optional(
    nullable({
      ...Keys,
      description:
        'The fields that match rows, for VALUE and OUTER_VALUE. None: rows are compared as a multiset.',
    }),
  ),
  ...givenRules,
  evidenceRows: Type.Optional(nullable({ ...EvidenceRows, default: defaultEvidenceRows })),
  status: Type.Optional(nullable({ ...Status, default: 'active' })),
});

/** Few enough for one transaction; every suggestion of a wide pair in two requests. */
export const maxBatch = 500;

export const V1CreateValidationTests = V1(
  'V1CreateValidationTests',
  'Tests to create together: all of them, or none.',
  { tests: list(V1CreateValidationTest, { minItems: 1, maxItems: maxBatch }) },
);

export const V1ValidationTestBatch = V1('V1ValidationTestBatch', 'The tests of one request, in its order.', {
  items: list(V1ValidationTest, { maxItems: maxBatch }),
});

export const V1UpdateValidationTest = V1(
  'V1UpdateValidationTest',
  'What is left out stays as it is; what is given replaces the whole of its kind.',
  {
    name: Type.Optional(nullable(Name)),
    fields: Type.Optional(nullable(Fields)),
    keys: Type.Optional(nullable(Keys)),
    ...givenRules,
  },
);
