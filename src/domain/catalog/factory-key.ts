/** What tells factories apart, and orders them: Azure's names have no case. */
export function factoryKey(factory: {
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly factoryName: string;
}): string {
  const { subscriptionId, resourceGroup, factoryName } = factory;
  return [factoryName, resourceGroup, subscriptionId].join('/').toLowerCase();
}
