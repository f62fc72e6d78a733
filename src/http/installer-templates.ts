import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../app/context.ts';
import { readInstallerTemplate } from '../app/environment/read-environment.ts';

const path = '/installers/:token/template.json';

/**
 * Installer templates, at addresses that nobody can guess and that expire. The Azure portal reads them from a page of
 * its own, without a token of ours; no other page may.
 */
export function registerInstallerTemplates(app: FastifyInstance, ctx: AppContext): void {
  const portal = new URL(ctx.settings.environments.portalUrl).origin;
  const allowPortal = (reply: FastifyReply) =>
    reply.header('access-control-allow-origin', portal).header('vary', 'origin');

  app.get<{ Params: { token: string } }>(path, async (request, reply) => {
    const template = await readInstallerTemplate(ctx, request.params.token);
    return allowPortal(reply)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(JSON.stringify(template, null, 2));
  });

  app.options(path, async (_, reply) =>
    allowPortal(reply)
      .code(204)
      .header('access-control-allow-methods', 'GET')
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', '3600')
      .send(),
  );
}
