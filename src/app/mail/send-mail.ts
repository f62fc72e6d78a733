import { AppError } from '../../domain/app-error.ts';
import { MailError, type Mailer, type MailMessage } from '../../providers/mail/mailer.ts';

/** Sends a message from background work: a refusal for good ends the work, anything else is tried again later. */
export async function sendMail(mailer: Mailer, message: MailMessage): Promise<void> {
  try {
    await mailer.send(message);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const code = error.permanent ? 'mail_rejected' : 'dependency_unavailable';
    throw new AppError(code, { detail: error.message }, { cause: error });
  }
}
