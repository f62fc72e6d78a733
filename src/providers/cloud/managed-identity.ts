import { ManagedIdentityCredential, type TokenCredential } from '@azure/identity';

/**
 * A token of the managed identity that this machine or container runs with, from the platform's own endpoint. Nothing
 * secret is configured anywhere for it. Rejects with what to check.
 */
export async function managedIdentityToken(
  clientId: string,
  scope: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  try {
    const { token, expiresOnTimestamp } = await new ManagedIdentityCredential({ clientId }).getToken(scope);
    return { token, expiresAt: new Date(expiresOnTimestamp) };
  } catch (cause) {
    throw new Error(
      `The platform gave no token of the managed identity ${clientId} for ${scope}. Check that the identity is assigned to this container, and that the application of the service is known in its directory.`,
      { cause },
    );
  }
}

/** The same for clients of Azure, which ask for tokens themselves and keep them while they are good. */
export function managedIdentityCredential(clientId: string): TokenCredential {
  return new ManagedIdentityCredential({ clientId });
}
