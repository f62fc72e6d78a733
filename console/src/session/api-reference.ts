import { call } from '../api/service.ts';

/** The window's own document: its policy lets the documentation style itself, which the console's does not. */
const blankPage = '/console-api-reference';

/**
 * Opens the interactive documentation. It needs a bearer token, which a browser does not attach to an address, so the
 * page is fetched here and written into a window that was opened for it.
 */
export async function openApiReference(): Promise<void> {
  const opened = window.open(blankPage, '_blank');
  if (opened === null) return;
  const loaded = new Promise<void>((resolve) =>
    opened.addEventListener('load', () => resolve(), { once: true }),
  );
  const [{ body }] = await Promise.all([call('get_api_reference', {}), loaded]);
  opened.document.open();
  opened.document.write(String(body));
  opened.document.close();
}
