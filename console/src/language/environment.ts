/** The states of an execution environment, in words. */
export const environmentWords = {
  recorded: 'recorded',
  preparing: 'the installer is being made',
  awaitingDeployment: 'waits for its deployment',
  provisioning: 'being verified',
  ready: 'ready',
  failed: 'could not be verified',
  retired: 'retired',
} as const;
