import { call, currentToken } from '../api/service.ts';
import { openDocument } from './blank-window.ts';

/** Opens the interactive documentation, with the token ready for trying things out. */
export async function openApiReference(): Promise<void> {
  await openDocument(async () => {
    const [{ body }, token] = await Promise.all([call('get_api_reference', {}), currentToken()]);
    return withToken(String(body), token);
  });
}

function withToken(html: string, token: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const data = page.querySelector<HTMLElement>('#api-reference');
  if (data === null) return html;
  const authentication = {
    preferredSecurityScheme: 'delegatedToken',
    securitySchemes: { delegatedToken: { token } },
  };
  const configuration = { ...JSON.parse(data.dataset.configuration ?? '{}'), authentication };
  data.dataset.configuration = JSON.stringify(configuration);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
