/** A message to one person. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * `<unique@domain>`, the same for every attempt to send this message: when an attempt fails after the server has
   * taken the message, mail systems recognise the second copy.
   */
  readonly messageId: string;
}

export interface Mailer {
  /** Resolves once the mail server has taken responsibility for the message; else throws a MailError. */
  send(message: MailMessage): Promise<{ readonly messageId: string }>;
  /** Connects and signs in without sending anything; throws a MailError if that fails. */
  verify(): Promise<void>;
}

export type MailFailure =
  /** The server refused the message or its recipient. */
  | 'rejected'
  /** The server refused the account; the message has not been looked at. */
  | 'authentication'
  /** No connection, or one that broke off. */
  | 'unreachable'
  | 'timeout'
  /** TLS is required and not to be had, or its certificate is not trusted. */
  | 'insecure'
  /** The message could not be written as mail. */
  | 'invalid';

/** A message that was not sent. The text may be shown to an Owner: it holds no password and no content. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly failure: MailFailure;
  /** Whether the same message would be refused again, so that to retry is of no use. */
  readonly permanent: boolean;
  /** The server's SMTP reply code, if it replied. */
  readonly responseCode: number | undefined;

  constructor(
    detail: string,
    params: {
      readonly failure: MailFailure;
      readonly permanent: boolean;
      readonly responseCode?: number | undefined;
    },
    options?: { cause?: unknown },
  ) {
    super(detail, options);
    this.failure = params.failure;
    this.permanent = params.permanent;
    this.responseCode = params.responseCode;
  }
}
