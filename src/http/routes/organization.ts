import { activateOrganization } from '../../app/organization/activate-organization.ts';
import { readEntitlement, readOrganization } from '../../app/organization/read-organization.ts';
import type { HandlersOf } from '../handler.ts';
import { accessView, entitlementView, organizationView } from '../views/organization-view.ts';

export const organizationHandlers: HandlersOf<
  'activate_organization' | 'get_organization' | 'get_entitlement' | 'get_access'
> = {
  async activate_organization({ ctx, caller, body: { name } }) {
    const { organization, created } = await activateOrganization(ctx, caller, { name });
    const body = organizationView(organization);
    const headers = { etag: body.etag, location: '/api/v1/organization' };
    return created ? { status: 201, body, headers } : { status: 200, body, headers };
  },

  async get_organization({ ctx, caller }) {
    const body = organizationView(await readOrganization(ctx, caller));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async get_entitlement({ ctx, caller }) {
    const body = entitlementView(await readEntitlement(ctx, caller), caller.orgUuid);
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async get_access({ caller }) {
    return { status: 200, body: accessView(caller) };
  },
};
