import { isLoopback } from '../is-loopback.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte (port 465). */
  readonly url: string;
  /** The sender: an address, or `Name <address>`. */
  readonly from: string;
  /**
   * Whether `smtp://` may go without TLS. Unless said otherwise it is required, but for a mail server on this machine,
   * where there is nobody to listen in.
   */
  readonly tls?: 'required' | 'whenOffered';
  /** For one message, from the first packet to the last reply. */
  readonly timeLimitMs?: number;
}

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly encryption: 'fromTheStart' | 'required' | 'whenOffered';
}

/** Reads the address of a mail server. Throws a TypeError that never repeats the address: it may hold a password. */
export function readSmtpServer({ url, tls }: Pick<SmtpSettings, 'url' | 'tls'>): SmtpServer {
  const parsed = URL.parse(url);
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new TypeError(
      'The address of the mail server must look like smtp://user:password@host:587 or smtps://…',
    );
  }
  const { protocol, username, password } = parsed;
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const implicit = protocol === 'smtps:';
  return {
    host,
    port: parsed.port === '' ? (implicit ? 465 : 587) : Number(parsed.port),
    auth: username === '' ? undefined : { user: decode(username), pass: decode(password) },
    encryption: implicit ? 'fromTheStart' : (tls ?? (isLoopback(host) ? 'whenOffered' : 'required')),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TypeError(
      'User or password in the address of the mail server is not percent-encoded correctly',
    );
  }
}
