import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

const dist = 'console/dist';
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}/manifest.json`, 'utf8'));

/** The script of a chunk and of all that it cannot run without. */
function filesOf(key: string, seen: Set<string> = new Set()): Set<string> {
  const chunk = manifest[key];
  assert.ok(chunk, `the manifest has no ${key}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const needed of chunk.imports ?? []) filesOf(needed, seen);
  return seen;
}

function compressedBytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + statSync(`${dist}/${file}.gz`).size, 0);
}

test('the signed-in shell with the overview is less than 250 KB of compressed script', () => {
  const [entry] = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  assert.ok(entry);
  const files = filesOf('src/pages/overview/overview-page.tsx', filesOf(entry));
  const bytes = compressedBytes(files);
  assert.ok(bytes > 50_000, 'something was measured');
  assert.ok(bytes < 250_000, `${bytes} bytes in ${files.size} files`);
});

test('pages are split: none of the others is part of the first load', () => {
  const [entry = ''] = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const first = filesOf(entry);
  const pages = Object.keys(manifest).filter((key) => /src\/pages\/.*-page\.tsx$/.test(key));
  assert.ok(pages.length > 10);
  for (const page of pages) assert.ok(!first.has(manifest[page]?.file ?? ''), page);
});
