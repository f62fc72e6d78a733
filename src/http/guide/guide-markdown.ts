import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { type GuideFiles, guidePath } from './guide.ts';

/** A page of `docs/` as HTML: links lead to other pages of the guide, headings can be linked to, and nothing runs. */
export function guideHtml(file: string, markdown: string, files: GuideFiles): string {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const id = uniqueSlug(slugOf(text), slugs);
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = targetOf(href, file, files);
        // What is no part of the guide, such as a source file, is nothing that the service serves.
        return target === null ? content : `<a href="${escapeHtml(target)}">${content}</a>`;
      },
      image({ href, text }) {
        const target = targetOf(href, file, files) ?? '';
        return `<img src="${escapeHtml(target)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code: (token) => codeHtml(token),
      table(token) {
        const rows = token.rows.map((cells) =>
          this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') }),
        );
        const head = this.tablerow({
          // A heading that says nothing is none.
          text: token.header.map((cell) => (cell.text === '' ? '<td></td>' : this.tablecell(cell))).join(''),
        });
        const isNamed = token.header.some(({ text }) => text !== '');
        // Tables scroll by themselves on a narrow screen; the page does not.
        return `<div class="table" tabindex="0"><table>${isNamed ? `<thead>${head}</thead>` : ''}<tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      // Pages hold no HTML but comments, which are for the test that follows them.
      html: () => '',
    },
  });
  return marked.parse(markdown, { async: false });
}

function codeHtml({ text, lang }: Tokens.Code): string {
  const lines = escapeHtml(text).split('\n');
  const shown =
    lang === 'console' ? lines.map((line) => (line.startsWith('$ ') ? `<b>${line}</b>` : line)) : lines;
  return `<pre tabindex="0"><code>${shown.join('\n')}</code></pre>\n`;
}

/** Where a link of a page leads, as the guide serves it; null where that is nowhere. */
function targetOf(href: string, from: string, files: GuideFiles): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  const target = guidePath(file.replace(/\/$/, ''), files);
  return target === null || fragment === undefined ? target : `${target}#${fragment}`;
}

/** As GitHub makes them, so that a link works there and here. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\p{Mark} _-]/gu, '')
    .replaceAll(' ', '-');
}

function uniqueSlug(slug: string, seen: Map<string, number>): string {
  const count = seen.get(slug) ?? 0;
  seen.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
