import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { bodyExamples, type OperationWithBody } from '../../src/contract/openapi/body-examples.ts';
import { describeApi } from '../../src/contract/openapi/document.ts';
import { nextSteps, type OperationLink } from '../../src/contract/openapi/next-steps.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { problemsOf } from '../../src/contract/operation-problems.ts';
import { operations } from '../../src/contract/operations.ts';
import { problems } from '../../src/domain/problems.ts';
import { activateContoso, startTestService } from '../support/service.ts';

/** interface.md, as far as its operations exist: method, path, role, side effects, statuses. */
const published: Record<
  string,
  [method: string, path: string, role: string, effects: string[], statuses: number[]]
> = {
  activate_organization: [
    'POST',
    '/api/v1/organization:activate',
    'SVC.Access',
    ['configurationWrite'],
    [200, 201, 401, 403, 409, 422, 429, 503],
  ],
  list_organization_members: [
    'GET',
    '/api/v1/organization-members',
    'SVC.APIOwner',
    ['none'],
    [200, 401, 403, 422, 429, 503],
  ],
  update_organization_member: [
    'PATCH',
    '/api/v1/organization-members/{memberUuid}',
    'SVC.APIOwner',
    ['configurationWrite'],
    [200, 401, 403, 404, 409, 412, 422, 428, 429, 503],
  ],
  resolve_comparison: [
    'POST',
    '/api/v1/comparison-resolutions',
    'SVC.APIReader',
    ['none'],
    [200, 401, 403, 404, 422, 429, 503],
  ],
  retry_dataset_preparation: [
    'POST',
    '/api/v1/datasets/{datasetUuid}/preparation:retry',
    'SVC.APIContributor',
    ['azureMetadataRead', 'configurationWrite', 'customerCompute'],
    [200, 202, 401, 402, 403, 404, 409, 422, 429, 503],
  ],
  create_execution_environment: [
    'POST',
    '/api/v1/execution-environment',
    'SVC.APIOwner',
    ['configurationWrite', 'azureIamWrite'],
    [201, 401, 403, 409, 422, 429, 503],
  ],
  get_execution_environment: [
    'GET',
    '/api/v1/execution-environment',
    'SVC.APIReader',
    ['none'],
    [200, 401, 403, 404, 409, 429, 503],
  ],
  create_billing_checkout: [
    'POST',
    '/api/v1/billing/checkout',
    'SVC.APIOwner',
    ['none'],
    [200, 400, 401, 403, 409, 422, 429, 503],
  ],
  refresh_cloud_factory_options: [
    'POST',
    '/api/v1/discovery-source-options/factory:refresh',
    'SVC.APIOwner',
    ['azureMetadataRead', 'configurationWrite'],
    [200, 202, 401, 402, 403, 404, 409, 422, 429, 503],
  ],
  cancel_platform_connection_removal_plan: [
    'DELETE',
    '/api/v1/platform-connections/{sourceUuid}/removal-plans/{planUuid}',
    'SVC.APIOwner',
    ['configurationWrite'],
    [200, 401, 403, 404, 409, 412, 422, 428, 429, 503],
  ],
  delete_platform_connection_registration: [
    'DELETE',
    '/api/v1/platform-connections/{sourceUuid}',
    'SVC.APIOwner',
    ['configurationWrite'],
    [204, 401, 403, 404, 409, 412, 422, 428, 429, 503],
  ],
  create_organization_invitation: [
    'POST',
    '/api/v1/organization-invitations',
    'SVC.APIOwner',
    ['configurationWrite'],
    [201, 401, 403, 404, 409, 422, 429, 503],
  ],
};

type Node = { [key: string]: Node } & Node[] & string;
const document = describeApi({ publicUrl: 'http://plumbline.test', version: '1.2.3' }) as Node;

test('the published operations are described as published', () => {
  for (const [operationId, [method, path, role, effects, statuses]] of Object.entries(published)) {
    const operation = document.paths?.[path]?.[method.toLowerCase()];
    assert.equal(operation?.operationId, operationId);
    assert.equal(operation?.['x-minimum-role'], role);
    assert.deepEqual(operation?.['x-side-effects'], effects);
    assert.equal(operation?.['x-data-classification'], 'metadata');
    assert.deepEqual(
      Object.keys(operation?.responses ?? {})
        .map(Number)
        .sort(),
      statuses,
      operationId,
    );
  }
});

test('every row is told apart, described, and safe to retry or to change', () => {
  const seen = new Set<string>();
  for (const [key, row] of Object.entries<Operation>(operations)) {
    assert.equal(row.operationId, key);
    const route = `${row.method} ${row.path}`;
    assert.equal(seen.has(route), false, route);
    seen.add(route);
    assert.ok(row.minimumRole, `${key} has no minimum role`);
    assert.ok(row.tokenSchemes.length > 0 && row.sideEffects.length > 0, key);
    if (row.method === 'PATCH' || row.method === 'DELETE') assert.equal(row.safety, 'ifMatch', key);
    if (row.method === 'GET') assert.deepEqual([row.safety, ...row.sideEffects], ['none', 'none'], key);
    const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(Object.keys(row.params?.properties ?? {}), parameters, key);
  }
});

test('links lead to every operation that takes an id, and none stands apart from all others', () => {
  const reached = new Set<string>();
  const leading = new Set<string>();
  for (const path of Object.values(document.paths ?? {})) {
    for (const { operationId, responses } of Object.values<Node>(path)) {
      for (const { links } of Object.values<Node>(responses ?? {})) {
        for (const link of Object.values<Node>(links ?? {})) {
          reached.add(link.operationId ?? '');
          leading.add(operationId ?? '');
        }
      }
    }
  }
  const rows = Object.values<Operation>(operations);
  const unreached = rows.filter(({ operationId, params }) => params && !reached.has(operationId));
  assert.deepEqual(unreached, []);
  const apart = rows.filter(({ operationId }) => !reached.has(operationId) && !leading.has(operationId));
  assert.deepEqual(apart, []);
});

test('every example of a body fits its schema, and so does what a link says to send', () => {
  for (const { operationId, body } of Object.values<Operation>(operations)) {
    if (!body) continue;
    const example = bodyExamples[operationId as OperationWithBody];
    assert.deepEqual([...Compile(body).Errors(example)], [], operationId);
  }
  for (const { operationId, requestBody } of Object.values(nextSteps).flatMap(Object.values<OperationLink>)) {
    if (requestBody === undefined) continue;
    const { body }: Operation = operations[operationId];
    const members = Object.keys(body?.properties ?? {});
    for (const name of Object.keys(requestBody)) assert.ok(members.includes(name), `${operationId}: ${name}`);
  }
});

test('every answer but that to a caller nobody knows tells the rate', () => {
  for (const path of Object.values(document.paths ?? {})) {
    for (const { operationId, responses } of Object.values<Node>(path)) {
      for (const [status, { headers }] of Object.entries<Node>(responses ?? {})) {
        assert.equal('RateLimit' in (headers ?? {}), status !== '401', `${operationId} ${status}`);
      }
    }
  }
});

test('schemas carry the prefix V1, references lead somewhere, and nothing of the table leaks', () => {
  const text = JSON.stringify(document);
  const schemas = Object.keys(document.components?.schemas ?? {});
  assert.ok(schemas.length > 10);
  for (const name of schemas) assert.match(name, /^V1[A-Z]/);
  for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer?.split('/').reduce<Node | undefined>((node, name) => node?.[name], document);
    assert.ok(target, pointer);
  }
  assert.equal(text.includes('x-schema-name'), false);
  assert.equal(document.openapi, '3.1.0');
});

test('every problem of the registry is raised by an operation or stands outside them, and has its page', async (t) => {
  const service = await startTestService(t);
  const described = new Set(Object.values<Operation>(operations).flatMap(problemsOf));
  for (const code of described) assert.ok(code in problems, code);
  for (const [code, kind] of Object.entries(problems)) {
    const page = await service.send({ url: `/problems/${code}`, headers: { accept: 'text/html' } });
    assert.equal(page.statusCode, 200, code);
    assert.ok(page.body.includes(`<code>${code}</code>`), code);
    const markdown = await service.send({ url: `/problems/${code}`, headers: { accept: 'text/markdown' } });
    assert.match(String(markdown.headers['content-type']), /^text\/markdown/);
    assert.ok(markdown.body.includes(kind.description), code);
  }
  for (const code of ['nothing', '__proto__', 'toString', '%3Cscript%3E']) {
    assert.equal((await service.send({ url: `/problems/${code}` })).statusCode, 404, code);
  }
});

test('the description and its page need a token', async (t) => {
  const service = await startTestService(t);
  const { reader } = await activateContoso(service);
  for (const url of ['/api/v1/openapi.json', '/api/v1/docs']) {
    const refused = await service.send({ url, headers: { accept: 'text/html' } });
    assert.equal(refused.statusCode, 401);
    assert.equal(refused.headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.equal(refused.headers['www-authenticate'], 'Bearer realm="plumbline"');
  }
  const served = (await service.send({ url: '/api/v1/openapi.json', token: reader })).json();
  assert.equal(served.info.version, '0.0.0-test');
  assert.deepEqual(Object.keys(served.paths), Object.keys(document.paths ?? {}));
  const page = await service.send({ url: '/api/v1/docs', token: reader });
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.ok(page.body.includes('activate_organization'));
  const script = page.body.match(/<script src="([^"]+)"/)?.[1] ?? '';
  assert.equal((await service.send({ url: script })).statusCode, 200);
});
