import type { FastifyInstance } from 'fastify';
import { AppError } from '../domain/app-error.ts';
import { type ProblemCode, type ProblemKind, problems } from '../domain/problems.ts';

const stylePath = '/assets/problem.css';
const style = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 40rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
code { font: 0.9em ui-monospace, monospace; }
p:first-child, p:last-child { opacity: 0.7; }
`;

/** `type` of a problem leads here: the code's documentation, as a page or as Markdown. Public. */
export function registerProblemPages(app: FastifyInstance): void {
  app.get(stylePath, async (_, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(style),
  );
  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(problems, code)) {
      throw new AppError('path_unknown', { detail: 'There is no problem with this code.' });
    }
    const kind = problems[code as ProblemCode];
    reply.header('vary', 'accept').header('cache-control', 'public, max-age=3600');
    return request.headers.accept?.includes('text/markdown')
      ? reply.header('content-type', 'text/markdown; charset=utf-8').send(problemMarkdown(code, kind))
      : reply.header('content-type', 'text/html; charset=utf-8').send(problemHtml(code, kind));
  });
}

export function problemMarkdown(
  code: string,
  { status, title, description, retryable }: ProblemKind,
): string {
  return `## \`${code}\`\n\n**${status}** ${title}.\n\n${description}\n\n${retryAdvice(retryable)}\n`;
}

function problemHtml(code: string, { status, title, description, retryable }: ProblemKind): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Plumbline</title>
<link rel="stylesheet" href="${stylePath}">
<main>
<p><code>${escapeHtml(code)}</code> · ${status}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(description).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
<p>${retryAdvice(retryable)}</p>
</main>
</html>
`;
}

function retryAdvice(retryable: boolean): string {
  return retryable
    ? 'The same request may succeed later.'
    : 'The same request will fail again until something changes.';
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
