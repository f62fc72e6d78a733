/** A page of the service for this: its policy lets a document style itself, which the console's does not. */
const blankPage = '/console-api-reference';

/**
 * Shows a document that only a bearer token gets, in a window of its own: a browser attaches no token to an address, so
 * the window is opened at once, as the click that asked for it allows, and the document written into it when it is there.
 */
export async function openDocument(fetchDocument: () => Promise<string>): Promise<void> {
  const opened = window.open(blankPage, '_blank');
  if (opened === null) return;
  const loaded = new Promise<void>((resolve) =>
    opened.addEventListener('load', () => resolve(), { once: true }),
  );
  try {
    const [text] = await Promise.all([fetchDocument(), loaded]);
    opened.document.open();
    opened.document.write(text);
    opened.document.close();
  } catch (error) {
    opened.close();
    throw error;
  }
}
