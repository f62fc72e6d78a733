import type { Static } from 'typebox';
import type { readTest } from '../../app/validation-tests/read-tests.ts';
import type { V1ValidationTest } from '../../contract/schemas/validation-tests.ts';
import { etagOf } from '../../domain/etag.ts';
import { scopeView } from './resolution-view.ts';

type ShownTest = Awaited<ReturnType<typeof readTest>>;

export function validationTestView({ test, fit }: ShownTest): Static<typeof V1ValidationTest> {
  const { validationTestUuid, name, datasetPairUuid, definition, status, version } = test;
  return {
    validationTestUuid,
    name,
    datasetPairUuid,
    ...definition,
    scope: { source: scopeView(definition.scope.source), target: scopeView(definition.scope.target) },
    status,
    fit,
    createdAt: test.createdAt.toISOString(),
    updatedAt: test.updatedAt.toISOString(),
    etag: etagOf('validationTest', validationTestUuid, version),
  };
}
