/** What `plumbline run` is asked to do. */
export type RunAction =
  | { readonly kind: 'all' }
  /** By id or by name. */
  | { readonly kind: 'pairs'; readonly pairs: readonly string[]; readonly name: string | null }
  | { readonly kind: 'test'; readonly test: string; readonly name: string | null }
  | { readonly kind: 'retry'; readonly runUuid: string }
  | { readonly kind: 'follow'; readonly runUuid: string }
  | { readonly kind: 'cancel'; readonly runUuid: string };

export const runFormats = ['text', 'json', 'junit', 'markdown', 'html', 'csv'] as const;
export type RunFormat = (typeof runFormats)[number];

export interface RunCall {
  readonly action: RunAction;
  readonly wait: boolean;
  readonly format: RunFormat;
  /** Null: standard output. */
  readonly outputFile: string | null;
  /** Ctrl-C ends the Run, not only the watching of it. */
  readonly cancelOnInterrupt: boolean;
  readonly progress: boolean;
}

/** Where the service is, and who asks. */
export interface ServiceAccess {
  readonly url: string;
  /** Asked for each call: a Run may outlast a token. */
  readonly token: () => Promise<string>;
}

/** What the command ends with: the same for every format, so that a script need not read the report. */
export const runExitCodes = { passed: 0, failed: 1, undecided: 2, interrupted: 130 } as const;
export type RunExitCode = (typeof runExitCodes)[keyof typeof runExitCodes];
