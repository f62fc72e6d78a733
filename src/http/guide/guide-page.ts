import { firstPage, type GuideFiles, type GuideSection, guidePath } from './guide.ts';
import { escapeHtml } from './guide-markdown.ts';

export const stylePath = '/assets/guide.css';

export interface GuidePage {
  readonly file: string;
  readonly title: string;
  readonly html: string;
}

/** A page with the way to all others around it. The navigation comes last, and stands beside where there is room. */
export function guidePage(
  { file, title, html }: GuidePage,
  sections: readonly GuideSection[],
  files: GuideFiles,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(file === firstPage ? 'Plumbline guide' : `${title} · Plumbline guide`)}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<header>
<a class="home" href="/guide">Plumbline guide</a>
<a class="contents" href="#contents">Contents</a>
<a href="/">Console</a>
</header>
<div class="columns">
<main>
<article>
${html}</article>
${neighbours(file, sections, files)}</main>
<nav id="contents" aria-label="Contents">
${sections.map((section) => navigation(section, file, files)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

function navigation({ title, entries }: GuideSection, current: string, files: GuideFiles): string {
  const items = entries.map((entry) => {
    const here = entry.file === current ? ' aria-current="page"' : '';
    return `<li><a href="${guidePath(entry.file, files)}"${here}>${escapeHtml(entry.title)}</a></li>`;
  });
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

/** The pages before and after, in the order of the contents. */
function neighbours(current: string, sections: readonly GuideSection[], files: GuideFiles): string {
  const entries = sections.flatMap((section) => section.entries);
  const at = entries.findIndex(({ file }) => file === current);
  if (at === -1) return '';
  const link = (index: number, rel: string) => {
    const entry = index < 0 ? undefined : entries[index];
    return entry === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${guidePath(entry.file, files)}">${escapeHtml(entry.title)}</a>`;
  };
  return `<div class="neighbours">${link(at - 1, 'prev')}${link(at + 1, 'next')}</div>\n`;
}
