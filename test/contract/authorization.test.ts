import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { MinimumRole, Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import {
  activateContoso,
  executorToken,
  startTestService,
  type TestRequest,
  type TestService,
} from '../support/service.ts';

type Verdict = 'passes' | { readonly status: 401 | 403; readonly code: string };

const missing: Verdict = { status: 401, code: 'token_missing' };
const invalid: Verdict = { status: 401, code: 'token_invalid' };
const tooLow: Verdict = { status: 403, code: 'role_insufficient' };
const notAMember: Verdict = { status: 403, code: 'membership_required' };
const notActivated: Verdict = { status: 403, code: 'organization_not_activated' };
const noAccess: Verdict = { status: 403, code: 'access_role_missing' };
const applicationRefused: Verdict = { status: 403, code: 'token_scheme_not_accepted' };
const notAnExecutor: Verdict = { status: 403, code: 'executor_not_registered' };
const personal: Verdict = { status: 403, code: 'personal_account' };

const levels: readonly MinimumRole[] = ['SVC.APIReader', 'SVC.APIContributor', 'SVC.APIOwner'];

/** Passes where the operation's minimum role is at most this one. */
function upTo(role: MinimumRole) {
  return (needed: MinimumRole): Verdict =>
    levels.indexOf(needed) <= levels.indexOf(role) ? 'passes' : tooLow;
}

interface Principal {
  readonly token: (service: TestService) => string | null;
  /** What an operation of this minimum role answers. */
  readonly organizationRole: (needed: MinimumRole) => Verdict;
  /** What an operation for people without a role answers. */
  readonly access: Verdict;
  /** What an operation for executors answers; that the caller is not one, unless said otherwise. */
  readonly execution?: Verdict;
}

const principals: Record<string, Principal> = {
  'no token': { token: () => null, organizationRole: () => missing, access: missing, execution: missing },
  'a bad token': {
    token: () => 'not.a.token',
    organizationRole: () => invalid,
    access: invalid,
    execution: invalid,
  },
  'a token for another audience': {
    token: ({ issuer }) => issuer.delegated('olivia@contoso.example', { aud: 'api://other' }),
    organizationRole: () => invalid,
    access: invalid,
    execution: invalid,
  },
  'an owner': {
    token: ({ issuer }) => issuer.delegated('olivia@contoso.example'),
    organizationRole: upTo('SVC.APIOwner'),
    access: 'passes',
  },
  'a contributor': {
    token: ({ issuer }) => issuer.delegated('carl@contoso.example'),
    organizationRole: upTo('SVC.APIContributor'),
    access: 'passes',
  },
  'a reader': {
    token: ({ issuer }) => issuer.delegated('rita@contoso.example'),
    organizationRole: upTo('SVC.APIReader'),
    access: 'passes',
  },
  'a reader with an application role in the token': {
    token: ({ issuer }) =>
      issuer.delegated('rita@contoso.example', { roles: ['SVC.Access', 'SVC.APIOwner'] }),
    organizationRole: upTo('SVC.APIReader'),
    access: 'passes',
  },
  'an owner without SVC.Access': {
    token: ({ issuer }) => issuer.delegated('olivia@contoso.example', { roles: [] }),
    organizationRole: () => noAccess,
    access: noAccess,
  },
  'somebody of the directory who is no member': {
    token: ({ issuer }) => issuer.delegated('nora@contoso.example'),
    organizationRole: () => notAMember,
    access: 'passes',
  },
  'somebody of a directory that is not activated': {
    token: ({ issuer }) => issuer.delegated('frank@fabrikam.example'),
    organizationRole: () => notActivated,
    access: 'passes',
  },
  'a personal account': {
    token: ({ issuer }) => issuer.delegated('pat@personal.example'),
    organizationRole: () => notActivated,
    access: personal,
  },
  ...Object.fromEntries(
    levels.map((role): [string, Principal] => [
      `an application with ${role}`,
      {
        token: ({ issuer }) => issuer.application({ roles: [role] }),
        organizationRole: upTo(role),
        access: applicationRefused,
      },
    ]),
  ),
  'an application without a role of ours': {
    token: ({ issuer }) => issuer.application({ roles: ['SVC.Access', 'Other.Role'] }),
    organizationRole: () => tooLow,
    access: applicationRefused,
  },
  'an application of a directory that is not activated': {
    token: ({ issuer }) => issuer.application({ directory: 'fabrikam' }),
    organizationRole: () => notActivated,
    access: applicationRefused,
  },
  'a registered executor': {
    token: executorToken,
    organizationRole: () => tooLow,
    access: applicationRefused,
    execution: 'passes',
  },
  'a person with the object id of a registered executor': {
    token: ({ ctx, issuer }) =>
      issuer.delegated('olivia@contoso.example', { oid: ctx.settings.executorIdentities[0]?.objectId }),
    organizationRole: () => notAMember,
    access: 'passes',
  },
  'an application of another directory with the object id of a registered executor': {
    token: ({ ctx, issuer }) =>
      issuer.application({ directory: 'fabrikam' }, { oid: ctx.settings.executorIdentities[0]?.objectId }),
    organizationRole: () => notActivated,
    access: applicationRefused,
  },
};

function verdictOf({ minimumRole }: Operation, principal: Principal): Verdict {
  if (minimumRole === 'SVC.Access') return principal.access;
  if (minimumRole === 'registeredExecutor') return principal.execution ?? notAnExecutor;
  return principal.organizationRole(minimumRole);
}

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
  for (const operation of Object.values<Operation>(operations)) {
    for (const [name, principal] of Object.entries(principals)) {
      const expected = verdictOf(operation, principal);
      const answer = await service.send({ ...requestOf(operation), token: principal.token(service) });
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
