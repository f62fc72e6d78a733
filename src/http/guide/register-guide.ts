import { posix } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../domain/app-error.ts';
import {
  firstPage,
  type GuideFiles,
  type GuideSection,
  guideFile,
  guideSections,
  isFolder,
  pagesIn,
  titleOf,
} from './guide.ts';
import { guideHtml } from './guide-markdown.ts';
import { guidePage, stylePath } from './guide-page.ts';
import { guideStyle } from './guide-style.ts';

/** Nothing runs on these pages, and nothing is loaded but their style and pictures. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A release changes them, and nothing else does. */
const caching = 'public, max-age=300';

/** Serves the documentation at `/guide`. Public: it is what the repository shows. Read and rendered on first use. */
export function registerGuide(app: FastifyInstance, load: () => Promise<GuideFiles>): void {
  let guide: Promise<Guide> | undefined;
  app.get(stylePath, async (_, reply) => send(reply, 'text/css; charset=utf-8', guideStyle));
  const show = async (path: string, reply: FastifyReply) => {
    guide ??= load().then((files) => new Guide(files));
    return (await guide).answer(path, reply);
  };
  app.get('/guide', async (_, reply) => show('', reply));
  app.get<{ Params: { '*': string } }>('/guide/*', async ({ params }, reply) => show(params['*'], reply));
}

/** The files of the documentation, and each page as it was rendered when it was first asked for. */
class Guide {
  readonly #files: GuideFiles;
  readonly #sections: readonly GuideSection[];
  readonly #rendered = new Map<string, string>();

  constructor(files: GuideFiles) {
    this.#files = files;
    this.#sections = guideSections(files.get(firstPage)?.toString('utf8') ?? '');
  }

  answer(path: string, reply: FastifyReply): FastifyReply {
    const file = guideFile(path, this.#files);
    if (file === null) throw new AppError('path_unknown', { detail: 'The guide has no such page.' });
    if (file.endsWith('.png')) return send(reply, 'image/png', this.#files.get(file) ?? '');
    const page = this.#rendered.get(file) ?? this.#render(file);
    this.#rendered.set(file, page);
    return send(reply, 'text/html; charset=utf-8', page);
  }

  #render(file: string): string {
    const markdown = isFolder(file, this.#files) ? this.#listing(file) : this.#text(file);
    const from = isFolder(file, this.#files) ? `${file}/listing` : file;
    const html = guideHtml(from, markdown, this.#files);
    return guidePage({ file, title: titleOf(markdown), html }, this.#sections, this.#files);
  }

  /** A folder shows its pages by their titles. */
  #listing(folder: string): string {
    const pages = pagesIn(folder, this.#files).map(
      (file) => `- [${titleOf(this.#text(file))}](${posix.basename(file)})`,
    );
    const name = posix.basename(folder);
    return `# ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${pages.join('\n')}\n`;
  }

  #text(file: string): string {
    return this.#files.get(file)?.toString('utf8') ?? '';
  }
}

function send(reply: FastifyReply, type: string, content: string | Buffer): FastifyReply {
  return reply
    .header('content-type', type)
    .header('cache-control', caching)
    .header('content-security-policy', policy)
    .send(content);
}
