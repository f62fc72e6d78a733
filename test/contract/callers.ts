import type { MinimumRole, Operation } from '../../src/contract/operation.ts';

/**
 * Everybody who may call, and what an operation answers them by its minimum role. authorization.test.ts holds the
 * service to it, and docs/reference/authorisation.md is made of it.
 */
export interface Caller {
  /** What an operation of this minimum role answers. */
  readonly organizationRole: (needed: MinimumRole) => Verdict;
  /** What an operation for people without a role answers. */
  readonly access: Verdict;
  /** What an operation for executors answers; that the caller is not one, unless said otherwise. */
  readonly execution?: Verdict;
}

export type Verdict = 'passes' | { readonly status: 401 | 403; readonly code: string };

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

function always(verdict: Verdict): Caller {
  return { organizationRole: () => verdict, access: verdict, execution: verdict };
}

export const callers = {
  'no token': always(missing),
  'a bad token': always(invalid),
  'a token for another audience': always(invalid),
  'a reader': { organizationRole: upTo('SVC.APIReader'), access: 'passes' },
  'a contributor': { organizationRole: upTo('SVC.APIContributor'), access: 'passes' },
  'an owner': { organizationRole: upTo('SVC.APIOwner'), access: 'passes' },
  'a reader with an application role in the token': {
    organizationRole: upTo('SVC.APIReader'),
    access: 'passes',
  },
  'an owner without SVC.Access': { organizationRole: () => noAccess, access: noAccess },
  'an application with SVC.APIReader': {
    organizationRole: upTo('SVC.APIReader'),
    access: applicationRefused,
  },
  'an application with SVC.APIContributor': {
    organizationRole: upTo('SVC.APIContributor'),
    access: applicationRefused,
  },
  'an application with SVC.APIOwner': { organizationRole: upTo('SVC.APIOwner'), access: applicationRefused },
  'an application without a role of ours': { organizationRole: () => tooLow, access: applicationRefused },
  // Let in to what is theirs: that they see nothing else is held by test/tenancy/foreign-ids.test.ts.
  'an owner of another Organization': { organizationRole: upTo('SVC.APIOwner'), access: 'passes' },
  'somebody of the directory who is no member': { organizationRole: () => notAMember, access: 'passes' },
  'somebody of a directory that is not activated': { organizationRole: () => notActivated, access: 'passes' },
  'an application of a directory that is not activated': {
    organizationRole: () => notActivated,
    access: applicationRefused,
  },
  'a personal account': { organizationRole: () => notActivated, access: personal },
  'a registered executor': {
    organizationRole: () => tooLow,
    access: applicationRefused,
    execution: 'passes',
  },
  'a person with the object id of a registered executor': {
    organizationRole: () => notAMember,
    access: 'passes',
  },
  'an application of another directory with the object id of a registered executor': {
    organizationRole: () => notActivated,
    access: applicationRefused,
  },
} as const satisfies Record<string, Caller>;

export type CallerName = keyof typeof callers;

export function verdictOf({ minimumRole }: Pick<Operation, 'minimumRole'>, caller: Caller): Verdict {
  if (minimumRole === 'SVC.Access') return caller.access;
  if (minimumRole === 'registeredExecutor') return caller.execution ?? notAnExecutor;
  return caller.organizationRole(minimumRole);
}
