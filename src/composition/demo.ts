import { join, resolve } from 'node:path';
import type { WorkHandler } from '../app/background/work-handler.ts';
import type { AppContext } from '../app/context.ts';
import { createDemoOrganization } from '../app/demo/create-demo-organization.ts';
import { type DemoEnd, prepareDemo, prepareDemoKind } from '../app/demo/prepare-demo.ts';
import type { Founder } from '../app/organization/activate-organization.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import { isWithin } from '../connectors/files/source/source-root.ts';
import type { DelegatedPrincipal } from '../domain/principal.ts';
import { accessRole } from '../domain/roles.ts';
import { findAccount } from '../providers/identity/embedded/directories.ts';
import { consoleClientId } from '../providers/identity/embedded/token-claims.ts';
import { findPublicData, makeFilesInChild } from './demo-files.ts';
import { fileRoots } from './file-roots.ts';

/** How the demo of a running service stands. */
export type DemoState =
  | { readonly state: 'none' }
  | { readonly state: 'preparing'; readonly ended: Promise<DemoEnd> }
  /** An Organization without anything in it, and why. */
  | { readonly state: 'empty'; readonly reason: string };

export interface Demo {
  /** What is to be done in the background for it. */
  handlers(ctx: AppContext): readonly WorkHandler[];
  /** Makes the Organization on the first start. */
  found(ctx: AppContext): Promise<DemoState>;
  /** Waits for nothing any more; the next start goes on. */
  stop(): void;
}

/** The demo of a service with the embedded identity. */
export function planDemo(
  settings: Settings,
  { executor, flights }: { readonly executor: boolean; readonly flights: number },
): Demo {
  const folder = demoFolder(settings);
  const publicData = findPublicData();
  const missing = whatIsMissing(settings, executor, publicData);
  const stopping = new AbortController();
  const ended = Promise.withResolvers<DemoEnd>();
  return {
    handlers(ctx) {
      if (missing !== null || publicData === null) return [];
      return [
        prepareDemo(ctx, {
          owner: principalOf(owner),
          folder,
          makeFiles: (signal) => makeFilesInChild({ folder, publicData, flights }, signal),
          onEnded: ended.resolve,
          stopping: stopping.signal,
        }),
      ];
    },
    async found(ctx) {
      const isFirst = await createDemoOrganization(ctx, { ...organization, hasData: missing === null });
      if (missing !== null) return isFirst ? { state: 'empty', reason: missing } : { state: 'none' };
      const work = await ctx.storage.workFigures();
      const isOpen = work.some(({ kind, state }) => kind === prepareDemoKind && state !== 'dead');
      return isOpen ? { state: 'preparing', ended: ended.promise } : { state: 'none' };
    },
    stop: () => stopping.abort(),
  };
}

const owner = person('olivia@contoso.example');

/** One person of each role; Nora and Frank stay outside, to be invited and to activate an Organization of their own. */
const organization = {
  name: 'Contoso',
  owner,
  members: [
    { person: person('carl@contoso.example'), role: 'contributor' },
    { person: person('rita@contoso.example'), role: 'reader' },
  ],
} as const;

function person(address: string): Founder {
  const account = findAccount(address);
  if (account === undefined) throw new TypeError(`The embedded identity has no account ${address}.`);
  const { objectId, displayName, email, directory } = account;
  return { directoryId: directory.directoryId, objectId, displayName, email };
}

/** As if the person had signed in at the console. */
function principalOf(founder: Founder): DelegatedPrincipal {
  const rights = { roles: [accessRole], scopes: [], personalAccount: false };
  return { kind: 'delegated', applicationId: consoleClientId, ...founder, ...rights };
}

function demoFolder({ PLUMBLINE_DATA_DIR }: Settings): string {
  return resolve(PLUMBLINE_DATA_DIR, 'demo');
}

function whatIsMissing(settings: Settings, executor: boolean, publicData: string | null): string | null {
  if (!executor) return 'no executor runs beside the service';
  if (publicData === null)
    return 'the package vega-datasets is not installed; run `npm install vega-datasets`';
  const folder = demoFolder(settings);
  if (fileRoots(settings).some((root) => isWithin(folder, resolve(root)))) return null;
  return `PLUMBLINE_FILE_ROOTS leaves out ${join(settings.PLUMBLINE_DATA_DIR, 'demo')}`;
}
