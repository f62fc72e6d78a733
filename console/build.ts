/** Builds the console into `dist`: what the service serves, each file beside its compressed forms. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { slimOperationTable } from './slim-operation-table.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = `${root}dist`;

await build({
  root,
  configFile: false,
  // Its warnings are about its own speed.
  logLevel: 'error',
  plugins: [slimOperationTable(), react()],
  build: {
    outDir: dist,
    emptyOutDir: true,
    // Not `assets`: the service has files of its own there.
    assetsDir: 'console',
    manifest: 'manifest.json',
    // Inlined files would be `data:` addresses, which the content security policy refuses to scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What most pages use goes into one file: left to itself the build makes seventy of a kilobyte each.
        codeSplitting: { groups: [{ name: 'shared', test: /node_modules|console\/src/, minShareCount: 10 }] },
      },
    },
    target: 'es2022',
    // The budget that counts is on what is sent, compressed (test/browser/first-load.test.ts).
    chunkSizeWarningLimit: 1000,
  },
});
await compressAll();

async function compressAll(): Promise<void> {
  const files = globSync(`${dist}/console/*.{js,css,svg}`);
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, brotli));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
