import Type from 'typebox';
import { functionCodes } from '../../domain/comparison/binding.ts';
import { validationTestStatuses } from '../../domain/validation/validation-test.ts';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import {
  V1CreateValidationTest,
  V1CreateValidationTests,
  V1UpdateValidationTest,
  V1ValidationTest,
  V1ValidationTestBatch,
  V1ValidationTestPage,
} from '../schemas/validation-tests.ts';

const testPath = Type.Object({ validationTestUuid: Uuid });

export const createValidationTest = operation({
  operationId: 'create_validation_test',
  method: 'POST',
  path: '/api/v1/validation-tests',
  summary: 'Create a validation test',
  description:
    'Resolves how the fields compare and saves the test with that. Fields of different families need a `selection`, as resolve_comparison offers it; without one the answer is 422, with the choices.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateValidationTest,
  responses: {
    201: {
      description: 'The test is created.',
      schema: V1ValidationTest,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'dataset_not_prepared', 'entitlement_expired'],
});

export const createValidationTests = operation({
  operationId: 'create_validation_tests',
  method: 'POST',
  path: '/api/v1/validation-tests:batch',
  summary: 'Create many validation tests',
  description:
    'Creates up to 500 tests, of one pair or several, all or none: `errors` points at every test that cannot be, as `/tests/3/fields/0`. A replay returns those that are still there.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateValidationTests,
  // 500 tests with a filter of some kilobytes each.
  bodyLimit: 8 * 1024 * 1024,
  responses: {
    201: {
      description: 'The tests are created.',
      schema: V1ValidationTestBatch,
      headers: ['Idempotency-Replayed'],
    },
  },
  problems: ['not_found', 'dataset_not_prepared', 'entitlement_expired'],
});

export const listValidationTests = operation({
  operationId: 'list_validation_tests',
  method: 'GET',
  path: '/api/v1/validation-tests',
  summary: 'List validation tests',
  description: 'Newest first, each with whether it still fits its datasets.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    datasetPairUuid: Type.Optional(nullable(Uuid)),
    functionCode: Type.Optional(nullable(Type.Enum([...functionCodes]))),
    status: Type.Optional(nullable(Type.Enum([...validationTestStatuses]))),
    search: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: 'Part of the name, whatever its case.' })),
    ),
  }),
  responses: {
    200: {
      description: 'One page of tests.',
      schema: V1ValidationTestPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getValidationTest = operation({
  operationId: 'get_validation_test',
  method: 'GET',
  path: '/api/v1/validation-tests/{validationTestUuid}',
  summary: 'Read a validation test',
  description:
    'Returns one test, whether it still fits its datasets, and the ETag that a change of it needs.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: testPath,
  responses: { 200: { description: 'The test.', schema: V1ValidationTest, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const updateValidationTest = operation({
  operationId: 'update_validation_test',
  method: 'PATCH',
  path: '/api/v1/validation-tests/{validationTestUuid}',
  summary: 'Change a validation test',
  description:
    'Changes what is given. Fields and keys that are given are resolved anew; so a test that no longer fits its datasets is brought up to date. Anything but the name needs both datasets prepared.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: testPath,
  body: V1UpdateValidationTest,
  responses: { 200: { description: 'The changed test.', schema: V1ValidationTest, headers: ['ETag'] } },
  problems: ['not_found', 'dataset_not_prepared'],
});

export const activateValidationTest = operation({
  operationId: 'activate_validation_test',
  method: 'POST',
  path: '/api/v1/validation-tests/{validationTestUuid}:activate',
  summary: 'Activate a validation test',
  description: 'Runs of its pair, and of everything, include the test again.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: testPath,
  responses: { 200: { description: 'The active test.', schema: V1ValidationTest, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const deactivateValidationTest = operation({
  operationId: 'deactivate_validation_test',
  method: 'POST',
  path: '/api/v1/validation-tests/{validationTestUuid}:deactivate',
  summary: 'Deactivate a validation test',
  description: 'Keeps the test out of Runs, but for a Run of this test alone.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: testPath,
  responses: { 200: { description: 'The inactive test.', schema: V1ValidationTest, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const deleteValidationTest = operation({
  operationId: 'delete_validation_test',
  method: 'DELETE',
  path: '/api/v1/validation-tests/{validationTestUuid}',
  summary: 'Delete a validation test',
  description: 'Forgets the test. Runs that it was part of keep its results.',
  tag: 'Validation tests',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: testPath,
  responses: { 204: { description: 'The test is deleted.' } },
  problems: ['not_found'],
});
