import { deleteTest, setTestStatus, updateTest } from '../../app/validation-tests/change-test.ts';
import { createTest, createTests } from '../../app/validation-tests/create-tests.ts';
import { readTest, readTests, type ShownTest } from '../../app/validation-tests/read-tests.ts';
import type { HandlersOf } from '../handler.ts';
import { newTest, testChange } from '../request/asked-test.ts';
import { validationTestView } from '../views/validation-test-view.ts';

export const validationTestHandlers: HandlersOf<
  | 'create_validation_test'
  | 'create_validation_tests'
  | 'list_validation_tests'
  | 'get_validation_test'
  | 'update_validation_test'
  | 'activate_validation_test'
  | 'deactivate_validation_test'
  | 'delete_validation_test'
> = {
  async create_validation_test({ ctx, caller, body, retry }) {
    const { test, replayed } = await createTest(ctx, caller, newTest(body), retry);
    const view = validationTestView(test);
    const location = `/api/v1/validation-tests/${view.validationTestUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async create_validation_tests({ ctx, caller, body, retry }) {
    const { tests, replayed } = await createTests(ctx, caller, body.tests.map(newTest), retry);
    return { status: 201, body: { items: tests.map(validationTestView) }, headers: { replayed } };
  },

  async list_validation_tests({ ctx, caller, query }) {
    const { items, nextCursor } = await readTests(ctx, caller, query);
    return { status: 200, body: { items: items.map(validationTestView), nextCursor } };
  },

  async get_validation_test({ ctx, caller, params }) {
    return shown(await readTest(ctx, caller, params.validationTestUuid));
  },

  async update_validation_test({ ctx, caller, params, body, ifMatch }) {
    return shown(await updateTest(ctx, caller, { ...params, ifMatch }, testChange(body)));
  },

  async activate_validation_test({ ctx, caller, params, ifMatch }) {
    return shown(await setTestStatus(ctx, caller, { ...params, ifMatch }, 'active'));
  },

  async deactivate_validation_test({ ctx, caller, params, ifMatch }) {
    return shown(await setTestStatus(ctx, caller, { ...params, ifMatch }, 'inactive'));
  },

  async delete_validation_test({ ctx, caller, params, ifMatch }) {
    await deleteTest(ctx, caller, { ...params, ifMatch });
    return { status: 204, body: undefined };
  },
};

function shown(test: ShownTest) {
  const body = validationTestView(test);
  return { status: 200, body, headers: { etag: body.etag } } as const;
}
