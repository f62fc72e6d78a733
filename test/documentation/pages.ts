import { globSync, readFileSync } from 'node:fs';
import { pageBlocks, pageNeeds } from './page-blocks.ts';

/** Pages for readers. Decisions are history: what they say was true when they were made. */
const patterns = ['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'examples/**/*.md'];
const history = ['docs/decisions/**', 'CHANGELOG.md'];

export interface Page {
  readonly file: string;
  readonly text: string;
  /** Servers that npm does not install, or time that nobody has before a commit. */
  readonly needs: readonly string[];
  /** Pages that were followed before it, in order, and itself: a page may go on where another ended. */
  readonly trail: readonly string[];
}

/** Every page with a block in it. */
export function allPages(): readonly Page[] {
  const files = globSync(patterns, { exclude: history }).sort();
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  return files.flatMap((file) => {
    const text = texts.get(file) ?? '';
    if (pageBlocks(text).length === 0) return [];
    const trail = trailOf(file, texts);
    const needs = [...new Set(trail.flatMap((each) => pageNeeds(texts.get(each) ?? '')))];
    return [{ file, text, needs, trail }];
  });
}

/** Pages that no other goes on from: following them follows all. */
export function lastPages(pages: readonly Page[]): readonly Page[] {
  return pages.filter(
    ({ file, needs }) =>
      !pages.some((other) => other.trail.slice(0, -1).includes(file) && other.needs.length === needs.length),
  );
}

function trailOf(file: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const before = /^<!-- goes on from: (.+) -->$/m.exec(texts.get(file) ?? '')?.[1];
  if (before === undefined) return [file];
  if (!texts.has(before)) throw new Error(`${file} goes on from ${before}, which does not exist.`);
  return [...trailOf(before, texts), file];
}

/** What a machine of ours can start; anything else that a page needs is a tool that people come from. */
const ours = ['postgresql', 'mariadb', 'demo'];

export function needsPeer({ needs }: Page): boolean {
  return needs.some((name) => !ours.includes(name));
}
