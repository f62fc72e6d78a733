/** Where the Azure portal opens a template to deploy it. */
export function portalLink(portalUrl: string, templateUrl: string): string {
  return `${portalUrl}/#create/Microsoft.Template/uri/${encodeURIComponent(templateUrl)}`;
}

/** The same deployment for a shell. Its answer holds the object id that provisioning asks for. */
export function deploymentCommand(input: {
  readonly deployment: string;
  readonly subscriptionId: string;
  readonly location: string;
  readonly templateUrl: string;
}): string {
  return shellCommand([
    'az',
    'deployment',
    'sub',
    'create',
    '--name',
    input.deployment,
    '--subscription',
    input.subscriptionId,
    '--location',
    input.location,
    '--template-uri',
    input.templateUrl,
    '--query',
    'properties.outputs',
  ]);
}

/** What needs no quotes in any shell. */
const plainWord = /^[A-Za-z0-9._\-/]+$/;

/** A command line that a POSIX shell reads as exactly these words, whatever is in them. */
export function shellCommand(words: readonly string[]): string {
  return words.map((word) => (plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
