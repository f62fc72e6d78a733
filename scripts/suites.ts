/** Every test suite, in the order in which they run. */
export interface Suite {
  readonly name: string;
  readonly files: string;
  /** Files among them that belong to another suite. */
  readonly except?: string;
  /** Runs only when it is named: it needs servers that npm does not install, or takes long. */
  readonly onlyWhenNamed?: true;
  /** Its files share nothing that one could spoil for another: starting a process for each would take longer than they do. */
  readonly inOneProcess?: true;
  /** Its files take turns at servers that leave no processor for more than one of them. */
  readonly oneFileAtATime?: true;
  /** A script that has to run before it. */
  readonly prepare?: string;
  /** Seconds before the suite counts as hung. */
  readonly timeout: number;
}

export const suites = [
  { name: 'unit', files: '{src,console/src}/**/*.test.ts', inOneProcess: true, timeout: 600 },
  { name: 'architecture', files: 'test/architecture/**/*.test.ts', timeout: 300 },
  { name: 'contract', files: 'test/contract/**/*.test.ts', timeout: 900 },
  { name: 'storage', files: 'test/storage/**/*.test.ts', timeout: 900 },
  { name: 'tenancy', files: 'test/tenancy/**/*.test.ts', timeout: 900 },
  { name: 'dialects', files: 'test/dialects/**/*.test.ts', timeout: 900 },
  {
    name: 'execution',
    files: 'test/execution/**/*.test.ts',
    except: 'test/execution/connectors/**',
    timeout: 900,
  },
  {
    name: 'processes',
    files: 'test/processes/**/*.test.ts',
    // The service and executors are started dozens of times: minutes that nobody wants before a commit.
    onlyWhenNamed: true,
    timeout: 900,
  },
  {
    name: 'replicas',
    files: 'test/replicas/**/*.test.ts',
    // Several services share a database, which the embedded one cannot be.
    onlyWhenNamed: true,
    timeout: 600,
  },
  {
    name: 'documentation',
    files: 'test/documentation/**/*.test.ts',
    except: 'test/documentation/{servers,peers}/**',
    // It needs bash, curl and jq, as readers do: a machine with Node and git alone may have none of them.
    onlyWhenNamed: true,
    timeout: 300,
  },
  {
    name: 'documentation-servers',
    files: 'test/documentation/servers/**/*.test.ts',
    // Pages about databases, and the demo in its full size.
    onlyWhenNamed: true,
    timeout: 600,
  },
  {
    name: 'peers',
    files: 'test/documentation/peers/**/*.test.ts',
    // It needs the tools that people come from, which are no npm packages.
    onlyWhenNamed: true,
    timeout: 600,
  },
  {
    name: 'conformance',
    files: 'test/conformance/**/*.test.ts',
    // It needs the judges, of which one is no npm package.
    onlyWhenNamed: true,
    timeout: 900,
  },
  {
    name: 'package',
    files: 'test/package/**/*.test.ts',
    // Packs the checkout and installs it from the registry, as a stranger would.
    onlyWhenNamed: true,
    timeout: 900,
  },
  { name: 'connectors', files: 'test/execution/connectors/**/*.test.ts', onlyWhenNamed: true, timeout: 900 },
  {
    name: 'trino',
    files: 'test/trino/**/*.test.ts',
    // It needs a cluster of three Java processes.
    onlyWhenNamed: true,
    oneFileAtATime: true,
    // Ten minutes where others kept the processors busy, and half an hour where they kept them very busy.
    timeout: 3600,
  },
  {
    name: 'spark',
    files: 'test/spark/**/*.test.ts',
    // It needs an Apache Spark, which is no npm package.
    onlyWhenNamed: true,
    // Six minutes of a processor, which took half an hour where many wanted it.
    timeout: 3600,
  },
  { name: 'providers', files: 'test/providers/**/*.test.ts', onlyWhenNamed: true, timeout: 300 },
  {
    name: 'browser',
    files: 'test/browser/**/*.test.ts',
    prepare: 'console/build.ts',
    onlyWhenNamed: true,
    timeout: 900,
  },
  {
    name: 'faults',
    files: 'test/faults/**/*.test.ts',
    except: 'test/faults/runs/**',
    onlyWhenNamed: true,
    timeout: 900,
  },
  {
    name: 'run-faults',
    files: 'test/faults/runs/**/*.test.ts',
    // The same, and they are killed hundreds of times.
    onlyWhenNamed: true,
    timeout: 2400,
  },
  {
    name: 'fuzz',
    files: 'test/fuzz/**/*.test.ts',
    // A minute or two by itself, hours with TEST_FUZZ_CASES=1000000.
    onlyWhenNamed: true,
    timeout: 900 * Math.max(1, Number(process.env.TEST_FUZZ_CASES ?? 0) / 20_000),
  },
  {
    name: 'load',
    files: 'test/load/**/*.test.ts',
    // It needs PostgreSQL and both processors for a minute.
    onlyWhenNamed: true,
    timeout: 600,
  },
  {
    name: 'volume',
    files: 'test/volume/**/*.test.ts',
    // It needs servers, and millions of rows with TEST_VOLUME_ROWS take long.
    onlyWhenNamed: true,
    timeout: 900 + Number(process.env.TEST_VOLUME_ROWS ?? 0) / 500,
  },
] as const satisfies readonly Suite[];

export type SuiteName = (typeof suites)[number]['name'];

/** What one run of a suite came to; `over` names the engine that it ran over. */
export interface SuiteResult {
  readonly suite: string;
  readonly over: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly ok: boolean;
}

/** What `.ci/run` must have run. */
export const required: readonly { readonly suite: SuiteName; readonly over: string }[] = [
  ...suites
    .filter((suite: Suite) => !suite.onlyWhenNamed)
    .map(({ name }) => ({ suite: name, over: 'embedded' })),
  { suite: 'storage', over: 'postgresql' },
  { suite: 'contract', over: 'postgresql' },
  { suite: 'tenancy', over: 'postgresql' },
  { suite: 'processes', over: 'embedded' },
  { suite: 'documentation', over: 'embedded' },
  { suite: 'faults', over: 'embedded' },
  { suite: 'run-faults', over: 'embedded' },
  { suite: 'fuzz', over: 'embedded' },
  { suite: 'load', over: 'postgresql' },
  { suite: 'run-faults', over: 'postgresql' },
  { suite: 'replicas', over: 'postgresql' },
  { suite: 'connectors', over: 'databases' },
  { suite: 'volume', over: 'databases' },
  { suite: 'documentation-servers', over: 'databases' },
  { suite: 'package', over: 'npm' },
  { suite: 'peers', over: 'pypi' },
  { suite: 'trino', over: 'cluster' },
  { suite: 'spark', over: 'pypi' },
  { suite: 'conformance', over: 'judges' },
  { suite: 'browser', over: 'chromium' },
  { suite: 'providers', over: 'stripe-mock' },
];
