#!/usr/bin/env node
// Plain JavaScript on purpose: it runs on whatever Node the machine has (20 or later), and hands over to the pinned one.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
if (existsSync(source)) {
  // A checkout: makes sure that everything is installed and built.
  const { ensureConsole, runPinned } = await import('../scripts/setup.mjs');
  if (args[0] === 'serve') ensureConsole();
  runPinned([source, ...args]);
} else {
  const { runPackaged } = await import('./packaged.mjs');
  runPackaged(fileURLToPath(new URL('../lib/main.js', import.meta.url)), args);
}
