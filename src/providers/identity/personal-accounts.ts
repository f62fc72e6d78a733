/** The directory of personal accounts, the same for all of Microsoft Entra. */
export const personalDirectoryId = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** `idp` of a personal account that is a guest in a work or school directory. */
const personalIdentityProviders: readonly string[] = [
  'live.com',
  `https://sts.windows.net/${personalDirectoryId}/`,
  `https://login.microsoftonline.com/${personalDirectoryId}/v2.0`,
];

export function isPersonalAccount(directoryId: string, identityProvider: unknown): boolean {
  if (directoryId === personalDirectoryId) return true;
  return (
    typeof identityProvider === 'string' && personalIdentityProviders.includes(identityProvider.toLowerCase())
  );
}
