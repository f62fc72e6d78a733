import { call, currentToken } from '../api/service.ts';

/** A page of the service for this: its policy lets the documentation style itself, which the console's does not. */
const blankPage = '/console-api-reference';

/**
 * Opens the interactive documentation. It needs a bearer token, which a browser does not attach to an address, so the
 * page is fetched here and written into a window that was opened for it, with the token ready for trying things out.
 */
export async function openApiReference(): Promise<void> {
  const opened = window.open(blankPage, '_blank');
  if (opened === null) return;
  const loaded = new Promise<void>((resolve) =>
    opened.addEventListener('load', () => resolve(), { once: true }),
  );
  const [{ body }, token] = await Promise.all([call('get_api_reference', {}), currentToken(), loaded]);
  opened.document.open();
  opened.document.write(withToken(String(body), token));
  opened.document.close();
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
