/**
 * `node scripts/generate-reference.ts`: writes the pages of docs/reference that are made from tables of the code. The
 * architecture tests hold the committed pages to what this makes.
 */
import { writeFileSync } from 'node:fs';
import { authorisationPage } from './reference/authorisation-page.ts';
import { commandLinePage } from './reference/command-line-page.ts';
import { configurationPage } from './reference/configuration-page.ts';
import { demoPage } from './reference/demo-page.ts';
import { errorsPage } from './reference/errors-page.ts';
import { eventsPage } from './reference/events-page.ts';
import { operationsPage } from './reference/operations-page.ts';

export const referencePages: Readonly<Record<string, () => string>> = {
  'docs/reference/authorisation.md': authorisationPage,
  'docs/reference/command-line.md': commandLinePage,
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/demo.md': demoPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/events.md': eventsPage,
  'docs/reference/operations.md': operationsPage,
};

if (import.meta.main) {
  for (const [file, render] of Object.entries(referencePages)) writeFileSync(file, render());
}
