/** Systems that datasets are found in. Each has one connector on the executor's side. */
export const sourceKinds = ['files', 'postgresql', 'mysql'] as const;
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

/** How a source is reached. The password is not among them: it is a secret, kept and handed out by itself. */
export type SourceSettings = FilesSettings | DatabaseSettings;

/** A source as an executor is given it: with the secret, for as long as it holds the lease. */
export interface ReachableSource {
  readonly sourceUuid: string;
  readonly settings: SourceSettings;
  readonly password: string | null;
}
