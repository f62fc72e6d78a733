/** What one environment variable means. */
interface Setting<Value> {
  readonly description: string;
  /** As shown in the documentation; the value itself comes from `parse` when the variable is absent. */
  readonly fallback: string;
  readonly parse: (text: string | undefined) => Value;
  readonly secret?: boolean;
}

function text(description: string, fallback: string): Setting<string> {
  return { description, fallback, parse: (value) => value ?? fallback };
}

function optional(description: string, fallback = 'none', secret = false): Setting<string | undefined> {
  return { description, fallback, parse: (value) => value, secret };
}

function integer(description: string, fallback: number, minimum: number, maximum: number): Setting<number> {
  return {
    description: `${description} (${minimum} to ${maximum})`,
    fallback: String(fallback),
    parse: (value) => {
      if (value === undefined) return fallback;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number;
      throw new RangeError(`must be a whole number from ${minimum} to ${maximum}`);
    },
  };
}

/** The default depends on the machine, so the documentation says it in words. */
function integerOr(
  fallback: string,
  description: string,
  minimum: number,
  maximum: number,
): Setting<number | undefined> {
  const { description: bounded, parse } = integer(description, minimum, minimum, maximum);
  return {
    description: bounded,
    fallback,
    parse: (value) => (value === undefined ? undefined : parse(value)),
  };
}

function list(
  description: string,
  separator: string,
  fallback: string,
): Setting<readonly string[] | undefined> {
  return {
    description,
    fallback,
    parse: (value) =>
      value
        ?.split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
  };
}

function choice<const Value extends string>(
  description: string,
  values: readonly [Value, ...Value[]],
): Setting<Value> {
  return {
    description: `${description}: ${values.map((value) => `\`${value}\``).join(' or ')}`,
    fallback: values[0],
    parse: (value) => {
      const chosen = values.find((candidate) => candidate === (value ?? values[0]));
      if (chosen !== undefined) return chosen;
      throw new RangeError(`must be ${values.join(' or ')}`);
    },
  };
}

/**
 * A container of a storage account in the public cloud or one of the sovereign ones: no other host gets a token.
 * Names: https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata
 */
const containerUrl =
  /^https:\/\/[a-z0-9]{3,24}\.blob\.core\.(windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)\/(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;

function blobContainer(description: string): Setting<string | undefined> {
  return {
    description,
    fallback: 'none',
    parse: (value) => {
      if (value === undefined || containerUrl.test(value)) return value;
      throw new RangeError('must be https://ACCOUNT.blob.core.windows.net/CONTAINER, with nothing after it');
    },
  };
}

/** Applications, each as `directoryId/objectId`, separated by commas. */
function identities(description: string): Setting<readonly { directoryId: string; objectId: string }[]> {
  return {
    description,
    fallback: 'none',
    parse: (value = '') =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => {
          const [directoryId = '', objectId = '', ...more] = part.split('/');
          if (directoryId !== '' && objectId !== '' && more.length === 0) return { directoryId, objectId };
          throw new RangeError('must list identities as directoryId/objectId, separated by commas');
        }),
  };
}

/** Names and values, as `name=value`, separated by commas. */
function pairs(description: string): Setting<Readonly<Record<string, string>>> {
  return {
    description,
    fallback: 'none',
    parse: (value = '') =>
      Object.fromEntries(
        value
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) => {
            const [, name, member] = /^([^=\s]{1,128})=(\S+)$/.exec(part) ?? [];
            if (name !== undefined && member !== undefined) return [name, member];
            throw new RangeError('must list name=value, separated by commas');
          }),
      ),
  };
}

/** Every environment variable that Plumbline reads. The configuration reference is generated from this table. */
export const settings = {
  PLUMBLINE_HOST: text('The address that the service binds.', '127.0.0.1'),
  PLUMBLINE_PORT: integer('The port that the service binds', 8080, 0, 65535),
  PLUMBLINE_PUBLIC_URL: optional(
    'The address under which callers reach the service, without a path.',
    '`http://HOST:PORT`',
  ),
  PLUMBLINE_DATA_DIR: text(
    'Where the embedded database, the embedded identity and the generated secret live.',
    '.plumbline',
  ),
  PLUMBLINE_SECRET: optional(
    'The key of cursors and invitation secrets, at least 32 characters. Replicas of one service share it.',
    'generated into the data directory',
    true,
  ),
  PLUMBLINE_LOG_LEVEL: choice(
    'How much is logged, as JSON on the standard error output; `auto` is `warn` on a terminal and `info` elsewhere',
    ['auto', 'debug', 'info', 'warn', 'error', 'silent'],
  ),
  PLUMBLINE_SHUTDOWN_SECONDS: integer(
    'How long requests and background work may take to end on SIGTERM',
    20,
    1,
    600,
  ),

  DATABASE_URL: optional(
    'PostgreSQL 15 or later, with the login of the service: not the owner of the schema.',
    'the embedded database',
    true,
  ),
  PLUMBLINE_MIGRATION_DATABASE_URL: optional(
    'PostgreSQL with the login that owns the schema; only `plumbline migrate`, `export` and `import` use it.',
    'none',
    true,
  ),
  PLUMBLINE_DATABASE_POOL_SIZE: integer(
    'The most connections to PostgreSQL; transactions of Organizations take turns at them, and one has half at most',
    10,
    1,
    500,
  ),

  PLUMBLINE_IDENTITY: choice('Whose tokens are accepted', ['embedded', 'external']),
  PLUMBLINE_IDENTITY_ISSUER: optional(
    'External identity: the issuer, with `{tid}` where the directory stands.',
    '`https://login.microsoftonline.com/{tid}/v2.0`',
  ),
  PLUMBLINE_IDENTITY_JWKS_URL: optional(
    "External identity: the issuer's keys.",
    '`https://login.microsoftonline.com/common/discovery/v2.0/keys`',
  ),
  PLUMBLINE_IDENTITY_AUDIENCE: text('The audience that tokens must be issued for.', 'api://plumbline'),
  PLUMBLINE_IDENTITY_EMBEDDED_ANYWHERE: choice(
    'Whether the embedded identity, which knows no passwords, may serve on an address that others can reach',
    ['no', 'yes'],
  ),

  PLUMBLINE_CONSOLE_ISSUER: optional(
    'External identity: where people sign in to the console (OpenID Connect).',
    '`https://login.microsoftonline.com/organizations/v2.0`',
  ),
  PLUMBLINE_CONSOLE_CLIENT_ID: text(
    'External identity: the public client that the console is to its issuer, with the redirect address `/signed-in`.',
    'plumbline-console',
  ),
  PLUMBLINE_CONSOLE_SCOPE: optional(
    'External identity: the scopes that the console asks for.',
    '`openid profile email offline_access`, and `access_as_user` of the audience',
  ),

  PLUMBLINE_EXECUTOR_IDENTITIES: identities(
    'The applications that may execute work of every Organization, as `directoryId/objectId`, separated by commas.',
  ),

  PLUMBLINE_FILE_ROOTS: list(
    'Executor: the folders that sources of files may lie in, separated by colons. Nothing else can be read.',
    ':',
    '`examples`, and `files` and `demo` in the data directory',
  ),
  PLUMBLINE_DATABASE_HOSTS: list(
    'Executor: the database servers that may be connected to, separated by commas: `db.example.com`, `*.example.com`, `10.1.0.0/16`, each with or without `:port`. An address that is not public must be in a listed range.',
    ',',
    'this machine with the embedded identity, none otherwise',
  ),
  PLUMBLINE_URL: optional(
    '`plumbline run`: the address of the service.',
    'that of the service that last used the data directory',
  ),
  PLUMBLINE_TOKEN: optional(
    '`plumbline run`: the bearer token to call the service with.',
    'one of the embedded identity in the data directory',
    true,
  ),
  PLUMBLINE_EXECUTOR_URL: optional(
    'Executor: the address of the service.',
    'that of the service that last used the data directory',
  ),
  PLUMBLINE_EXECUTOR_HEALTH_PORT: integerOr(
    'none',
    'Executor: the port on which `GET /livez` tells whether it hears from the service',
    1,
    65535,
  ),
  PLUMBLINE_EXECUTOR_CAPACITY: integerOr(
    'one for each processor, at least 2',
    'Executor: the most tasks at once; there is room for one more that is short, such as browsing',
    1,
    16,
  ),
  PLUMBLINE_EXECUTOR_MEMORY_MIB: integerOr(
    'half of the memory of the machine',
    'Executor: the memory of the engine, all tasks together, in MiB; more is spilled to disk',
    64,
    16_777_216,
  ),
  PLUMBLINE_EXECUTOR_THREADS: integerOr(
    'one for each processor',
    'Executor: the most threads of one task',
    1,
    1024,
  ),
  PLUMBLINE_EXECUTOR_WORK_DIR: optional(
    'Executor: the folder for unpacked copies and spill files. It holds data while tasks run.',
    '`executor` in the data directory',
  ),
  PLUMBLINE_EVIDENCE_DIR: optional(
    'Executor: the folder for rows of evidence. Executors that share it can all serve them.',
    '`evidence` in the data directory',
  ),
  PLUMBLINE_EVIDENCE_URL: blobContainer(
    'Executor: a container of Azure Blob Storage for rows of evidence, in place of the folder, as `https://ACCOUNT.blob.core.windows.net/CONTAINER`. It is reached with the managed identity.',
  ),
  PLUMBLINE_EXECUTOR_TOKEN_FILE: optional(
    'Executor: a file with its token, which something else keeps fresh.',
  ),
  PLUMBLINE_EXECUTOR_TOKEN_URL: optional(
    'Executor: where it gets tokens with client credentials (OAuth 2.0), in place of a file.',
  ),
  PLUMBLINE_EXECUTOR_CLIENT_ID: optional('Executor: the client id for the token address.'),
  PLUMBLINE_EXECUTOR_CLIENT_SECRET: optional(
    'Executor: the client secret for the token address.',
    'none',
    true,
  ),
  PLUMBLINE_EXECUTOR_SCOPE: optional(
    'Executor: the scope to ask the token address for.',
    'the audience with `/.default`',
  ),

  PLUMBLINE_EXECUTOR_MANAGED_IDENTITY: optional(
    'Executor: the client id of the Azure managed identity that it runs with, in place of a file or client credentials.',
  ),
  PLUMBLINE_EXECUTOR_IDLE_SECONDS: integerOr(
    'never',
    'Executor: ends by itself after so long without work, for platforms that start executors on a schedule',
    10,
    86_400,
  ),
  PLUMBLINE_EXECUTOR_IMAGE: optional(
    "The container image that installers of execution environments run; it must hold this version's `plumbline` command.",
    '`plumbline/executor:VERSION`',
  ),
  PLUMBLINE_PROVISIONING_MINUTES: integer(
    'How long the executor of an environment may take to call before provisioning has failed',
    15,
    1,
    1440,
  ),
  PLUMBLINE_AZURE_PORTAL_URL: text(
    'The Azure portal that opens installers, without a path; sovereign clouds have their own.',
    'https://portal.azure.com',
  ),

  PLUMBLINE_EVENT_DAYS: integer('How long events and the log of their deliveries are kept', 90, 1, 3650),
  PLUMBLINE_WEBHOOK_HOSTS: list(
    'Receivers of webhooks and messages that may be called besides https on the public internet, separated by commas: `hooks.example.com`, `10.1.0.0/16`, `127.0.0.1:9000`. Metadata services of clouds never are.',
    ',',
    'none',
  ),
  PLUMBLINE_EVENT_STREAMS: integer(
    'The most event streams that an Organization may have open at one replica',
    100,
    1,
    100_000,
  ),
  PLUMBLINE_EVIDENCE_DAYS: integer('How long rows of evidence are kept after their Run', 30, 1, 3650),
  PLUMBLINE_REPLICA_URL: optional(
    'The address under which other replicas of the service reach this one, without a path.',
    '`http://HOST:PORT`',
  ),

  PLUMBLINE_RATE_LIMIT_CAPACITY: integer('Requests that an application may send at once', 300, 1, 1_000_000),
  PLUMBLINE_RATE_LIMIT_PER_SECOND: integer('Requests per second that it may go on with', 100, 1, 1_000_000),
  PLUMBLINE_RATE_LIMIT_STORE: choice('Where the rate is counted; several replicas share the database', [
    'memory',
    'database',
  ]),
  PLUMBLINE_REQUESTS_AT_ONCE: integer(
    'Requests that one process answers at once; more are refused with 503, and of one Organization more than half with 429. Beyond what its processors and its pool of connections can do, more would only wait',
    500,
    2,
    1_000_000,
  ),

  PLUMBLINE_TRIAL_DAYS: integer('How long the trial of a new Organization lasts', 14, 1, 3650),
  PLUMBLINE_INVITATION_MAX_DAYS: integer('How far ahead an invitation may expire', 90, 1, 3650),

  PLUMBLINE_SOURCE_PASSWORD: optional(
    '`plumbline compare`: the password, or token, of a source that is a database, where its address has none.',
    'none',
    true,
  ),
  PLUMBLINE_TARGET_PASSWORD: optional('`plumbline compare`: the same of the target.', 'none', true),

  PLUMBLINE_STRIPE_SECRET_KEY: optional(
    'The payment processor: its secret key. Without it nothing is sold through the processor.',
    'none',
    true,
  ),
  PLUMBLINE_STRIPE_WEBHOOK_SECRET: optional(
    'The payment processor: the signing secret of the endpoint `/billing/events/processor`.',
    'none',
    true,
  ),
  PLUMBLINE_STRIPE_PRICES: pairs(
    'The payment processor: the plans on sale, as `planKey=price_…`, separated by commas.',
  ),
  PLUMBLINE_STRIPE_URL: text(
    'The payment processor: the only address that it is called at.',
    'https://api.stripe.com',
  ),

  PLUMBLINE_MARKETPLACE_OFFER_URL: optional(
    'The marketplace: where the offer is bought. Without it nothing is sold there.',
  ),
  PLUMBLINE_MARKETPLACE_PLANS: list(
    'The marketplace: the plan ids of the offer, separated by commas.',
    ',',
    'none',
  ),
  PLUMBLINE_MARKETPLACE_DIRECTORY_ID: optional("The marketplace: the publisher's Entra directory."),
  PLUMBLINE_MARKETPLACE_CLIENT_ID: optional("The marketplace: the publisher's application there."),
  PLUMBLINE_MARKETPLACE_CLIENT_SECRET: optional('The marketplace: its secret.', 'none', true),
  PLUMBLINE_MARKETPLACE_URL: text(
    'The marketplace: the only address that it is called at.',
    'https://marketplaceapi.microsoft.com',
  ),
  PLUMBLINE_AZURE_AUTHORITY_URL: text(
    'Where applications get tokens of Microsoft Entra; sovereign clouds have their own.',
    'https://login.microsoftonline.com',
  ),
  PLUMBLINE_AZURE_CLIENT_ID: optional(
    'The Entra application that data factories are read with. Without it none can be selected.',
  ),
  PLUMBLINE_AZURE_CLIENT_SECRET: optional('Its secret.', 'none', true),
  PLUMBLINE_AZURE_MANAGER_URL: text(
    'The Azure Resource Manager, the only address that data factories are read from; sovereign clouds have their own.',
    'https://management.azure.com',
  ),
  PLUMBLINE_OUTBOUND_CA_FILE: optional(
    'Certificates (PEM) of authorities that calls to billing and cloud providers trust besides the usual ones.',
  ),

  PLUMBLINE_SMTP_URL: optional(
    'The mail server that invitations are sent through, as `smtp://user:password@host:587` or `smtps://…`. Without it nothing is sent.',
    'none',
    true,
  ),
  PLUMBLINE_MAIL_FROM: text('The sender of invitations.', 'Plumbline <no-reply@localhost>'),

  OTEL_EXPORTER_OTLP_ENDPOINT: optional('Where traces are sent (OTLP over HTTP).', 'no export'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Settings = { readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> };
