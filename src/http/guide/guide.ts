import { posix } from 'node:path';

/** The documentation as files, by their path in `docs/`. */
export type GuideFiles = ReadonlyMap<string, Buffer>;

/** The page that a reader begins with; its headings and lists are also the navigation. */
export const firstPage = 'README.md';

export interface GuideSection {
  readonly title: string;
  readonly entries: readonly GuideEntry[];
}

export interface GuideEntry {
  readonly title: string;
  /** The file, or the folder, in `docs/`. */
  readonly file: string;
}

const sectionHeading = /^## (.+)$/;
const listedLink = /^- \[([^\]]+)\]\(([^)\s]+)\)/;

/** What the first page lists: a section for each heading, an entry for each link at the beginning of an item. */
export function guideSections(first: string): readonly GuideSection[] {
  const sections: { title: string; entries: GuideEntry[] }[] = [];
  for (const line of first.split('\n')) {
    const heading = sectionHeading.exec(line)?.[1];
    if (heading !== undefined) sections.push({ title: heading, entries: [] });
    const [, title, file] = listedLink.exec(line) ?? [];
    if (title !== undefined && file !== undefined) sections.at(-1)?.entries.push({ title, file });
  }
  return sections.filter(({ entries }) => entries.length > 0);
}

/** Where a page is served; null for what is no part of the guide. */
export function guidePath(file: string, files: GuideFiles): string | null {
  if (file === firstPage) return '/guide';
  if (file.endsWith('.md')) return files.has(file) ? `/guide/${file.slice(0, -'.md'.length)}` : null;
  return files.has(file) || isFolder(file, files) ? `/guide/${file}` : null;
}

/** The file that a path below `/guide/` shows, or the folder whose pages it lists. */
export function guideFile(path: string, files: GuideFiles): string | null {
  const file = path === '' ? firstPage : path;
  const found = [file, `${file}.md`].find((each) => files.has(each)) ?? file;
  return files.has(found) || isFolder(found, files) ? found : null;
}

export function isFolder(name: string, files: GuideFiles): boolean {
  return pagesIn(name, files).length > 0;
}

/** The pages of a folder, by name. */
export function pagesIn(folder: string, files: GuideFiles): readonly string[] {
  return [...files.keys()].filter((file) => file.endsWith('.md') && posix.dirname(file) === folder).sort();
}

/** The first heading of a page is its title. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? 'Plumbline';
}
