import type { Settings } from '../cli/configuration/settings.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import { readSmtpServer, type SmtpSettings } from '../providers/mail/smtp-settings.ts';

/** Undefined where no mail server is configured: then nothing is ever sent. */
export function mailSettings(settings: Settings): SmtpSettings | undefined {
  const url = settings.PLUMBLINE_SMTP_URL;
  if (url === undefined) return undefined;
  const smtp = { url, from: settings.PLUMBLINE_MAIL_FROM };
  try {
    readSmtpServer(smtp);
  } catch (error) {
    if (error instanceof TypeError) throw new StartRefusal(`PLUMBLINE_SMTP_URL: ${error.message}.`);
    throw error;
  }
  return smtp;
}
