/** A data factory, as the cloud lists it. */
export interface Factory {
  readonly subscriptionId: string;
  readonly subscriptionName: string | null;
  readonly resourceGroup: string;
  readonly factoryName: string;
  readonly location: string | null;
}

/** A dataset that a factory describes; the data is in another system. */
export interface DatasetDefinition {
  readonly name: string;
  /** Of the factory's own: `AzureSqlTable`, `Parquet`, … */
  readonly type: string;
  readonly folder: string | null;
  readonly linkedService: string | null;
}

/**
 * What the deployment's application may see in a customer's directory. Failures are `AppError`s:
 * `cloud_access_denied`, `cloud_answer_invalid`, `dependency_unavailable`.
 */
export interface FactoryDiscovery {
  listFactories(directoryId: string): Promise<readonly Factory[]>;
  /** Rejects unless the cloud answers. Whether it lets us in depends on the directory, so only a refresh shows that. */
  verify(): Promise<void>;
  listDefinitions(
    directoryId: string,
    factory: Pick<Factory, 'subscriptionId' | 'resourceGroup' | 'factoryName'>,
  ): Promise<readonly DatasetDefinition[]>;
}
