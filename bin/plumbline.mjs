#!/usr/bin/env node
// Plain JavaScript on purpose: it runs on whatever Node the machine has (20 or later), makes sure that the
// pinned one is installed, and hands over to it.
import { fileURLToPath } from 'node:url';
import { ensureConsole, runPinned } from '../scripts/setup.mjs';

if (process.argv[2] === 'serve') ensureConsole();
runPinned([fileURLToPath(new URL('../src/main.ts', import.meta.url)), ...process.argv.slice(2)]);
