import { accessRole } from '../../../domain/roles.ts';
import { personalDirectoryId } from '../personal-accounts.ts';

/** A directory of the embedded identity. The ids are constants, so that data outlives a change of keys. */
export interface Directory {
  readonly name: string;
  readonly directoryId: string;
}

export interface Account {
  readonly email: string;
  readonly displayName: string;
  readonly objectId: string;
  readonly directory: Directory;
  /** What the account is there to show, in the words of the sign-in page. */
  readonly note: string;
  readonly roles: readonly string[];
}

const contoso: Directory = { name: 'contoso', directoryId: '3f1c5a52-6e1b-4b0f-9d53-0c0a7f2f5c01' };
const fabrikam: Directory = { name: 'fabrikam', directoryId: '8b7d2e94-51c6-4d3a-8f0e-5a1b9c6d7e02' };
const personal: Directory = { name: 'personal', directoryId: personalDirectoryId };

export const directories: readonly Directory[] = [contoso, fabrikam, personal];

function account(
  email: string,
  displayName: string,
  objectId: string,
  directory: Directory,
  note: string,
): Account {
  return Object.freeze({ email, displayName, objectId, directory, note, roles: [accessRole] });
}

export const accounts: readonly Account[] = [
  account(
    'olivia@contoso.example',
    'Olivia Ortega',
    '0a6f1c1e-7d0b-4d57-9a55-c0b1d2e3f401',
    contoso,
    'first Owner',
  ),
  account(
    'carl@contoso.example',
    'Carl Castellan',
    '0a6f1c1e-7d0b-4d57-9a55-c0b1d2e3f402',
    contoso,
    'Contributor',
  ),
  account('rita@contoso.example', 'Rita Rahman', '0a6f1c1e-7d0b-4d57-9a55-c0b1d2e3f403', contoso, 'Reader'),
  account(
    'nora@contoso.example',
    'Nora Nakamura',
    '0a6f1c1e-7d0b-4d57-9a55-c0b1d2e3f404',
    contoso,
    'not a member',
  ),
  account(
    'frank@fabrikam.example',
    'Frank Fischer',
    '5c2e9b7a-3f4d-4a86-b1c0-d9e8f7a6b501',
    fabrikam,
    'another Organization',
  ),
  account(
    'pat@personal.example',
    'Pat Pereira',
    '00000000-0000-0000-7f3a-1b2c3d4e5f01',
    personal,
    'personal account',
  ),
];

export function findAccount(email: string): Account | undefined {
  return accounts.find((candidate) => candidate.email === email.toLowerCase());
}

export function findDirectory(name: string): Directory | undefined {
  return directories.find((candidate) => candidate.name === name.toLowerCase());
}
