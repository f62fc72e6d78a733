/** What the service tells a browser before anybody is signed in (`/console-config.json`). */
export interface ConsoleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** The resource that tokens are asked for (RFC 8707); null where the scope already names it. */
  readonly resource: string | null;
  /** Whether anybody may sign in as anybody: the embedded identity. */
  readonly embeddedIdentity: boolean;
  readonly version: string;
}

export async function readConsoleConfig(): Promise<ConsoleConfig> {
  const answer = await fetch('/console-config.json', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`The service answered ${answer.status} when asked how to sign in.`);
  return answer.json();
}
