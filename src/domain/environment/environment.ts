/**
 * Recorded, its installer made (`preparing`), deployed by the customer (`awaitingDeployment`), verified
 * (`provisioning`), and `ready` until it is `retired`. One that `failed` can be provisioned again.
 */
export const environmentStates = [
  'recorded',
  'preparing',
  'awaitingDeployment',
  'provisioning',
  'ready',
  'failed',
  'retired',
] as const;
export type EnvironmentState = (typeof environmentStates)[number];

/** The states that provisioning can be requested in: the installer is there to be deployed. */
export const provisionableStates: readonly EnvironmentState[] = ['awaitingDeployment', 'failed'];

/** What the installer makes in the customer's subscription. */
export interface ResourceNames {
  readonly resourceGroup: string;
  readonly managedIdentity: string;
  readonly storageAccount: string;
  readonly evidenceContainer: string;
  readonly containerEnvironment: string;
  readonly executorJob: string;
  readonly deployment: string;
}

/** How long the address of an installer template can be opened: a change in a company waits for a weekend and a board. */
export const installerDays = 7;
