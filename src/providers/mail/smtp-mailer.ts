import { createTransport } from 'nodemailer';
import { MailError, type Mailer, type MailFailure, type MailMessage } from './mailer.ts';
import { readSmtpServer, type SmtpServer, type SmtpSettings } from './smtp-settings.ts';

/** A greylisting server may let its client wait 20 seconds (RFC 5321 allows minutes); a hung one must not hold a worker. */
const defaultTimeLimitMs = 30_000;

/** The address alone, without a name: no space, no bracket and no line break can turn it into another header. */
const plainAddress = /^[^\s\p{Cc}@<>"(),:;\\[\]]+@[^\s\p{Cc}@<>"(),:;\\[\]]+$/u;
const plainMessageId = /^<[!-;=?A-~]+@[!-;=?A-~]+>$/;

/**
 * Sends through an SMTP server, one connection per message: invitations are few, and a connection that is kept open
 * fails at the moment it is needed.
 */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const { from, timeLimitMs = defaultTimeLimitMs } = settings;
  if (/\p{Cc}/u.test(from)) throw new TypeError('The sender of mail must not hold a control character');
  const server = readSmtpServer(settings);

  const attempt = async <Result>(act: (transport: Transport) => Promise<Result>): Promise<Result> => {
    const transport = openTransport(server, timeLimitMs);
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => limit.reject(timedOut(server)), timeLimitMs);
    try {
      return await Promise.race([act(transport), limit.promise]);
    } catch (error) {
      throw error instanceof MailError ? error : describeFailure(error, server);
    } finally {
      clearTimeout(timer);
      transport.close();
    }
  };

  return {
    async send(message) {
      assertSendable(message);
      const { to, subject, text, html, messageId } = message;
      await attempt((transport) =>
        transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: subject.replace(/\p{Cc}+/gu, ' '),
          text,
          html,
          messageId,
          // RFC 3834: no out-of-office replies to the sender.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        }),
      );
      return { messageId };
    },
    async verify() {
      await attempt((transport) => transport.verify());
    },
  };
}

type Transport = ReturnType<typeof openTransport>;

function openTransport({ host, port, auth, encryption }: SmtpServer, timeLimitMs: number) {
  return createTransport({
    host,
    port,
    ...(auth && { auth }),
    secure: encryption === 'fromTheStart',
    requireTLS: encryption === 'required',
    // Where plain text is accepted anyway, TLS without proof of the server's name is no loss.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: encryption !== 'whenOffered' },
    connectionTimeout: timeLimitMs,
    greetingTimeout: timeLimitMs,
    socketTimeout: timeLimitMs,
    dnsTimeout: timeLimitMs,
  });
}

function assertSendable({ to, messageId }: MailMessage): void {
  if (!plainMessageId.test(messageId)) throw new TypeError('A message id must look like <unique@domain>');
  if (plainAddress.test(to) && to.length <= 320) return;
  throw new MailError('The recipient is not one plain e-mail address. Check it and send again.', {
    failure: 'invalid',
    permanent: true,
  });
}

/** What nodemailer sets on its errors. */
interface TransportError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
  /** The code of the error beneath: of the socket, or of TLS. */
  readonly originalCode?: string;
}

/** Codes of Node's TLS errors: an untrusted or expired certificate, another name, no common version. */
const tlsCode = /CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_(?:TLS|SSL)_|^EPROTO$/;

const failures: Readonly<Record<string, MailFailure>> = {
  EAUTH: 'authentication',
  ENOAUTH: 'authentication',
  EENVELOPE: 'rejected',
  EMESSAGE: 'rejected',
  ETLS: 'insecure',
  ETIMEDOUT: 'timeout',
};

const explanations: Readonly<Record<MailFailure, string>> = {
  rejected: 'refused the message',
  authentication: 'refused the user or the password',
  unreachable: 'could not be reached, or broke the connection off',
  timeout: 'did not answer in time',
  insecure: 'offers no TLS, or a certificate that is not trusted',
  invalid: 'was not asked: the message cannot be written as mail',
};

function describeFailure(error: unknown, { host, port }: SmtpServer): MailError {
  const { code = '', responseCode, permanent, originalCode = '' } = (error ?? {}) as TransportError;
  const failure = tlsCode.test(originalCode) ? 'insecure' : (failures[code] ?? 'unreachable');
  const reply = responseCode === undefined ? '' : ` (SMTP ${responseCode})`;
  return new MailError(
    `The mail server ${host}:${port} ${explanations[failure]}${reply}.`,
    // A wrong password or a bad certificate is the operator's to correct: the message itself is still good.
    { failure, permanent: failure === 'rejected' && permanent !== false, responseCode },
    { cause: error },
  );
}

function timedOut({ host, port }: SmtpServer): MailError {
  return new MailError(`The mail server ${host}:${port} ${explanations.timeout}.`, {
    failure: 'timeout',
    permanent: false,
  });
}
