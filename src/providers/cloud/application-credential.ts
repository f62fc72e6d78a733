import { ClientSecretCredential } from '@azure/identity';
import type { Outbound } from '../outbound/outbound.ts';
import { azureHttpClient, noRetries } from './azure-http-client.ts';

/** The deployment's own application in Microsoft Entra. */
export interface ApplicationSettings {
  readonly authorityHost: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Tokens of the application for one directory, in which it must have been consented to. */
export function applicationCredential(
  { authorityHost, clientId, clientSecret }: ApplicationSettings,
  directoryId: string,
  outbound: Outbound,
): ClientSecretCredential {
  return new ClientSecretCredential(directoryId, clientId, clientSecret, {
    authorityHost,
    // It would ask a public host whether ours may be believed; ours is configured by the operator.
    disableInstanceDiscovery: true,
    httpClient: azureHttpClient(outbound),
    retryOptions: noRetries,
  });
}
