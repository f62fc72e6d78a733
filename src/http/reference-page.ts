import type { FastifyInstance } from 'fastify';
import type { Json } from '../contract/openapi/schemas.ts';

/** Where the page's script lies: it is public, the description that it shows is not. */
const scriptPath = '/assets/api-reference.js';

/** The page shows the interface and nothing of its maker's services: no fonts, assistants or telemetry from elsewhere. */
const configuration = JSON.stringify({
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});

/** The interactive documentation: the description travels inside the page, which only an authenticated caller gets. */
export function referencePage(document: Json): string {
  // `<` cannot stand in the data block, or a description could end it.
  const data = JSON.stringify(document).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plumbline API</title>
</head>
<body>
<script id="api-reference" type="application/json" data-configuration='${configuration}'>${data}</script>
<script src="${scriptPath}"></script>
</body>
</html>
`;
}

/** Serves the script of the page, which the documentation package carries inside itself. Loaded on first use. */
export function registerReferenceScript(app: FastifyInstance, load: () => Promise<string>): void {
  let script: Promise<string> | undefined;
  app.get(scriptPath, async (_, reply) => {
    script ??= load();
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await script);
  });
}
