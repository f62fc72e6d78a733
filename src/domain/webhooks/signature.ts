import { createHmac } from 'node:crypto';

/** https://www.standardwebhooks.com: what a receiver checks a message with. */
export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const prefix = 'whsec_';

/** The secret as receivers are given it. */
export function secretOf(bytes: Uint8Array): string {
  return `${prefix}${Buffer.from(bytes).toString('base64')}`;
}

/** With every secret that holds: a receiver that knows one of them is content. */
export function signMessage(
  secrets: readonly string[],
  message: { readonly id: string; readonly at: Date; readonly body: string },
): SignedHeaders {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
