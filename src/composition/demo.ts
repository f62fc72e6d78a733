import type { DemoOrganization } from '../app/demo/create-demo-organization.ts';
import type { Founder } from '../app/organization/activate-organization.ts';
import { findAccount } from '../providers/identity/embedded/directories.ts';

function person(address: string): Founder {
  const account = findAccount(address);
  if (account === undefined) throw new TypeError(`The embedded identity has no account ${address}.`);
  const { objectId, displayName, email, directory } = account;
  return { directoryId: directory.directoryId, objectId, displayName, email };
}

/** One person of each role; Nora and Frank stay outside, to be invited and to activate an Organization of their own. */
export function demoOrganization(): DemoOrganization {
  return {
    name: 'Contoso',
    owner: person('olivia@contoso.example'),
    members: [
      { person: person('carl@contoso.example'), role: 'contributor' },
      { person: person('rita@contoso.example'), role: 'reader' },
    ],
  };
}
