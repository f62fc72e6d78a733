import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../cli/configuration/read-settings.ts';
import type { RunningService } from './serve.ts';
import { demoEnded, welcome } from './welcome.ts';

const service: RunningService = {
  publicUrl: 'http://127.0.0.1:8080',
  accounts: [
    { email: 'olivia@contoso.example', note: 'first Owner' },
    { email: 'carl@contoso.example', note: 'Contributor' },
  ],
  storage: 'embedded',
  hasConsole: true,
  hasExecutor: true,
  demo: { state: 'none' },
  stop: async () => {},
};

function said(details: Partial<RunningService>, environment: Record<string, string> = {}): string {
  return welcome({ ...service, ...details }, readSettings(environment));
}

test('the welcome says where it is, whom to sign in as and what to try', () => {
  const text = said({});
  assert.match(text, /Console {4}http:\/\/127\.0\.0\.1:8080\n/);
  assert.match(text, /olivia \(first Owner\), carl \(Contributor\)/);
  assert.match(text, /reads files below examples, \.plumbline\/files, \.plumbline\/demo\n/);
  assert.match(text, /token --as olivia@contoso\.example\)"/);
  assert.doesNotMatch(text, /Demo/);
});

test('the welcome says what is not there, and what to do', () => {
  assert.match(said({ hasConsole: false }), /not built; start with `npm start`/);
  assert.match(said({ hasExecutor: false }), /Runs are refused until one calls: npx plumbline executor/);
  assert.match(said({ demo: { state: 'empty', reason: 'no data' } }), /Organization without data: no data/);
  assert.match(said({ accounts: [] }), /with an account of your identity provider/);
});

test('a token is looked for in the data directory that the service has', () => {
  assert.match(said({}, { PLUMBLINE_DATA_DIR: '/my data' }), /--data-dir '\/my data'\)"/);
});

test('a demo that could not be prepared says how to have it tried again', () => {
  const failure = { code: 'dependency_unavailable', detail: 'The disk is full.' } as const;
  const where = { publicUrl: service.publicUrl, dataDir: '.plumbline', seconds: 3 };
  assert.match(
    demoEnded({ outcome: 'failed', failure }, where),
    /The disk is full\..* delete \.plumbline and start/,
  );
});
