import { anyToken, operation } from '../operation.ts';
import { V1Access, V1ActivateOrganization, V1Entitlement, V1Organization } from '../schemas/organization.ts';

export const activateOrganization = operation({
  operationId: 'activate_organization',
  method: 'POST',
  path: '/api/v1/organization:activate',
  summary: 'Activate the Organization of the signed-in directory',
  description:
    'Creates the Organization, makes the signed-in account its first Owner and starts the trial. An active member of an activated directory receives the Organization; another account of that directory needs an invitation.',
  tag: 'Organization',
  minimumRole: 'SVC.Access',
  tokenSchemes: ['delegated'],
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'none',
  body: V1ActivateOrganization,
  responses: {
    200: {
      description: 'The directory is already activated and the caller is an active member.',
      schema: V1Organization,
      headers: ['ETag', 'Location'],
    },
    201: {
      description: 'The Organization is activated with the caller as its first Owner.',
      schema: V1Organization,
      headers: ['ETag', 'Location'],
    },
  },
  problems: [
    'access_role_missing',
    'personal_account',
    'token_scheme_not_accepted',
    'directory_already_activated',
  ],
});

export const getOrganization = operation({
  operationId: 'get_organization',
  method: 'GET',
  path: '/api/v1/organization',
  summary: "Read the caller's Organization",
  description: 'Returns the Organization of the directory that issued the token.',
  tag: 'Organization',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  responses: { 200: { description: 'The Organization.', schema: V1Organization, headers: ['ETag'] } },
  problems: [],
});

export const getEntitlement = operation({
  operationId: 'get_entitlement',
  method: 'GET',
  path: '/api/v1/entitlement',
  summary: 'Read what the Organization is entitled to',
  description: 'Returns the state of the trial or subscription, and until when it lasts.',
  tag: 'Organization',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  responses: { 200: { description: 'The entitlement.', schema: V1Entitlement, headers: ['ETag'] } },
  problems: [],
});

export const getAccess = operation({
  operationId: 'get_access',
  method: 'GET',
  path: '/api/v1/access',
  summary: 'Read what the caller may do',
  description:
    "Returns the caller's role in the Organization, so that a user interface offers only what will be permitted.",
  tag: 'Organization',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  responses: { 200: { description: 'Who calls, and as what.', schema: V1Access } },
  problems: [],
});
