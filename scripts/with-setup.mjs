// `node scripts/with-setup.mjs SCRIPT.ts …`: runs a TypeScript script on the pinned Node, installing first if needed.
import { runPinned } from './setup.mjs';

runPinned(process.argv.slice(2));
