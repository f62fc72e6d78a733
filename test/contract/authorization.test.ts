import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import {
  activateContoso,
  executorToken,
  startTestService,
  stranger,
  type TestRequest,
  type TestService,
} from '../support/service.ts';
import { type Caller, type CallerName, callers, verdictOf } from './callers.ts';

/** How each of them calls. */
const tokens: Record<CallerName, (service: TestService) => string | null> = {
  'no token': () => null,
  'a bad token': () => 'not.a.token',
  'a token for another audience': ({ issuer }) =>
    issuer.delegated('olivia@contoso.example', { aud: 'api://other' }),
  'a reader': ({ issuer }) => issuer.delegated('rita@contoso.example'),
  'a contributor': ({ issuer }) => issuer.delegated('carl@contoso.example'),
  'an owner': ({ issuer }) => issuer.delegated('olivia@contoso.example'),
  'a reader with an application role in the token': ({ issuer }) =>
    issuer.delegated('rita@contoso.example', { roles: ['SVC.Access', 'SVC.APIOwner'] }),
  'an owner without SVC.Access': ({ issuer }) => issuer.delegated('olivia@contoso.example', { roles: [] }),
  'an application with SVC.APIReader': ({ issuer }) => issuer.application({ roles: ['SVC.APIReader'] }),
  'an application with SVC.APIContributor': ({ issuer }) =>
    issuer.application({ roles: ['SVC.APIContributor'] }),
  'an application with SVC.APIOwner': ({ issuer }) => issuer.application({ roles: ['SVC.APIOwner'] }),
  'an application without a role of ours': ({ issuer }) =>
    issuer.application({ roles: ['SVC.Access', 'Other.Role'] }),
  'an owner of another Organization': ({ issuer }) => issuer.delegated(neighbour),
  'somebody of the directory who is no member': ({ issuer }) => issuer.delegated('nora@contoso.example'),
  'somebody of a directory that is not activated': ({ issuer }) => issuer.delegated('frank@fabrikam.example'),
  'an application of a directory that is not activated': ({ issuer }) =>
    issuer.application({ directory: 'fabrikam' }),
  'a personal account': ({ issuer }) => issuer.delegated('pat@personal.example'),
  'a registered executor': executorToken,
  'a person with the object id of a registered executor': ({ ctx, issuer }) =>
    issuer.delegated('olivia@contoso.example', { oid: ctx.settings.executorIdentities[0]?.objectId }),
  'an application of another directory with the object id of a registered executor': ({ ctx, issuer }) =>
    issuer.application({ directory: 'fabrikam' }, { oid: ctx.settings.executorIdentities[0]?.objectId }),
};

const neighbour = stranger(randomUUID());

/** Well-formed enough to get past the checks of the pipeline that follow authorisation, with ids that nothing has. */
function requestOf(operation: Operation): TestRequest {
  return {
    method: operation.method,
    url: operation.path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    headers: { 'idempotency-key': randomUUID(), 'if-match': '"none"' },
    ...(operation.body && { body: {} }),
  };
}

test('every operation lets in exactly whom its row says', async (t) => {
  const service = await startTestService(t);
  await activateContoso(service);
  const activation = { method: 'POST', url: '/api/v1/organization:activate', body: { name: 'Next door' } };
  const activated = await service.send({ ...activation, token: service.issuer.delegated(neighbour) });
  assert.equal(activated.statusCode, 201, activated.body);
  for (const operation of Object.values<Operation>(operations)) {
    for (const [name, caller] of Object.entries<Caller>(callers)) {
      const expected = verdictOf(operation, caller);
      const token = tokens[name as CallerName](service);
      const answer = await service.send({ ...requestOf(operation), token });
      const label = `${operation.operationId} called by ${name}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      if (expected === 'passes') {
        // Acceptance tells that the directory has no Organization only once it has been let in.
        const refused =
          [401, 403].includes(answer.statusCode) && answer.json().code !== 'organization_not_activated';
        assert.equal(refused, false, label);
        assert.ok(answer.statusCode < 500, label);
      } else {
        assert.equal(answer.statusCode, expected.status, label);
        assert.equal(answer.json().code, expected.code, label);
      }
    }
  }
});

test('a removed member is no longer let in, and one who was demoted only as what they are now', async (t) => {
  const service = await startTestService(t);
  const { owner, contributor } = await activateContoso(service);
  const url = '/api/v1/organization-members';
  const carl = (await service.send({ url, token: owner })).json().items[1];
  const change = { url: `${url}/${carl.memberUuid}`, token: owner };
  const promoted = await service.send({
    ...change,
    method: 'PATCH',
    headers: { 'if-match': carl.etag },
    body: { role: 'owner' },
  });
  assert.equal((await service.send({ url, token: contributor })).statusCode, 200);
  const removed = await service.send({
    ...change,
    method: 'DELETE',
    headers: { 'if-match': promoted.json().etag },
  });
  assert.equal(removed.statusCode, 204);
  const answer = await service.send({ url, token: contributor });
  assert.equal(answer.statusCode, 403);
  assert.equal(answer.json().code, 'membership_required');
});
