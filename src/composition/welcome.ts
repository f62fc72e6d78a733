import { join } from 'node:path';
import type { DemoEnd } from '../app/demo/prepare-demo.ts';
import { type Settings, settings as settingTable } from '../cli/configuration/settings.ts';
import type { RunRecord } from '../storage/queries/runs.ts';
import { fileRoots } from './file-roots.ts';
import type { RunningService } from './serve.ts';

/** What a person at a terminal reads once the service takes requests: where it is, whom to sign in as, what to try. */
export function welcome(service: RunningService, settings: Settings): string {
  const { publicUrl } = service;
  return [
    '',
    `  Plumbline is running at ${publicUrl}`,
    '',
    ...row('Console', consoleLines(service)),
    ...row('Guide', [`${publicUrl}/guide`]),
    ...row('Sign in', signInLines(service)),
    ...row('Demo', demoLines(service)),
    ...row('Executor', executorLines(service, settings)),
    ...row('Database', [
      service.storage === 'embedded'
        ? `embedded, in ${join(settings.PLUMBLINE_DATA_DIR, 'database')} (set DATABASE_URL for PostgreSQL)`
        : 'PostgreSQL',
    ]),
    '',
    ...row('Try next', nextLines(service, settings)),
    ...row('Stop it', ['with Ctrl-C']),
    '',
    '',
  ].join('\n');
}

/** The one line that says how the demo came out. */
export function demoEnded(
  end: DemoEnd,
  {
    publicUrl,
    dataDir,
    seconds,
  }: { readonly publicUrl: string; readonly dataDir: string; readonly seconds: number },
): string {
  const [line] = row('Demo', [
    end.outcome === 'failed'
      ? `could not be prepared: ${end.failure.detail} Everything else works. To have it tried again, stop, delete ${dataDir} and start.`
      : `ready after ${Math.ceil(seconds)} s: ${foundBy(end.run)}. See ${publicUrl}/runs/${end.run.runUuid}`,
  ]);
  return `${line}\n`;
}

function foundBy({ failCount, errorCount, testCount }: RunRecord): string {
  const failed = `${failCount} of ${testCount} tests found differences`;
  return errorCount === 0 ? failed : `${failed}, and ${errorCount} could not be run`;
}

const labelWidth = 11;

function row(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(labelWidth)}${line}`);
}

function consoleLines({ publicUrl, hasConsole }: RunningService): readonly string[] {
  return [
    hasConsole
      ? publicUrl
      : 'not built; start with `npm start`, which builds it. The API is there all the same.',
  ];
}

function signInLines({ accounts }: RunningService): readonly string[] {
  if (accounts.length === 0) return ['with an account of your identity provider'];
  const people = accounts.map(({ email, note }) => `${nameOf(email)} (${note})`);
  return ['without a password, as', ...inLines(people).map((line) => `  ${line}`)];
}

const peopleInLine = 3;

function inLines(people: readonly string[]): readonly string[] {
  return Array.from({ length: Math.ceil(people.length / peopleInLine) }, (_, line) =>
    people.slice(line * peopleInLine, (line + 1) * peopleInLine).join(', '),
  );
}

function nameOf(email: string | undefined): string {
  return email?.split('@')[0] ?? '';
}

function demoLines({ demo }: RunningService): readonly string[] {
  switch (demo.state) {
    case 'none':
      return [];
    case 'preparing':
      return [
        'being prepared: three tables, a migrated copy of each, and what went wrong in it; a line below says when',
      ];
    case 'empty':
      return [`an Organization without data: ${demo.reason}`];
  }
}

function executorLines({ hasExecutor }: RunningService, settings: Settings): readonly string[] {
  if (!hasExecutor)
    return ['none beside the service; Runs are refused until one calls: npx plumbline executor'];
  return [`one beside the service; it reads files below ${fileRoots(settings).join(', ')}`];
}

function nextLines(
  { publicUrl, accounts, hasConsole }: RunningService,
  settings: Settings,
): readonly string[] {
  const first = accounts[0]?.email;
  return [
    ...(hasConsole
      ? [`open ${publicUrl}${first === undefined ? '' : ` and sign in as ${nameOf(first)}`}`]
      : []),
    'compare two files of your own, without the service:',
    '  npx plumbline compare OLD.csv NEW.csv --key id',
    ...(first === undefined
      ? []
      : [
          'call the API from another terminal:',
          `  curl -H "Authorization: Bearer $(npx plumbline token --as ${first}${dataDirFlag(settings)})" ${publicUrl}/api/v1/runs`,
        ]),
  ];
}

/** Where the key of the embedded identity is, unless it is where the command looks by itself. */
function dataDirFlag({ PLUMBLINE_DATA_DIR: dataDir }: Settings): string {
  return dataDir === settingTable.PLUMBLINE_DATA_DIR.parse(undefined) ? '' : ` --data-dir '${dataDir}'`;
}
