/** Systems that datasets are found in, registered one by one. A factory only describes datasets of other systems. */
const discoveryKinds = ['files', 'postgresql', 'mysql', 'factory'] as const;

/** Data platforms: systems that also compare what is in them. They are registered, reviewed and removed as connections. */
export const platformKinds = ['trino', 'databricks'] as const;
export type PlatformKind = (typeof platformKinds)[number];

/** Every system that datasets are found in. All but a factory are reached by a connector on the executor's side. */
export const sourceKinds = [...discoveryKinds, ...platformKinds] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** How the connection to a database is protected; `verifyFull` also checks whose certificate it is. */
export const tlsModes = ['disable', 'require', 'verifyFull'] as const;
export type TlsMode = (typeof tlsModes)[number];

export interface FilesSettings {
  readonly kind: 'files';
  /** A folder, as the executor sees it. */
  readonly root: string;
}

export interface DatabaseSettings {
  readonly kind: 'postgresql' | 'mysql';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tls: TlsMode;
}

export interface FactorySettings {
  readonly kind: 'factory';
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly factoryName: string;
}

/** What the secret of a Trino user is: none at all, a password, a token (JWT), or a certificate with its key (PEM). */
export const trinoAuthentications = ['none', 'password', 'token', 'certificate'] as const;

export interface TrinoSettings {
  readonly kind: 'trino';
  readonly host: string;
  readonly port: number;
  readonly tls: TlsMode;
  readonly user: string;
  /** Where names without a catalog are looked for; null where there is no such place. */
  readonly catalog: string | null;
  readonly authentication: (typeof trinoAuthentications)[number];
}

/** What the secret of a Databricks workspace is: a person's access token, or the secret of a service principal. */
export const databricksAuthentications = ['token', 'servicePrincipal'] as const;

export interface DatabricksSettings {
  readonly kind: 'databricks';
  readonly host: string;
  /** Of the SQL warehouse. */
  readonly httpPath: string;
  readonly catalog: string | null;
  readonly authentication: (typeof databricksAuthentications)[number];
  /** The application id of the service principal; null for a token. */
  readonly clientId: string | null;
}

export type DiscoverySettings = FilesSettings | DatabaseSettings | FactorySettings;
export type PlatformSettings = TrinoSettings | DatabricksSettings;

/** How a source is reached. The password is not among them: it is a secret, kept and handed out by itself. */
export type SourceSettings = DiscoverySettings | PlatformSettings;

/** A source as an executor is given it: with the secret, for as long as it holds the lease. */
export interface ReachableSource {
  readonly sourceUuid: string;
  readonly settings: SourceSettings;
  readonly password: string | null;
}
