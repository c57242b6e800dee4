import type { ServerConfig } from '../config/server-config.ts';
import type { Mailer } from './mail.ts';
import { createOutboxMailer } from './outbox.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

/** Sends through SMTP_URL; without it, mails are kept in a folder of the data directory. */
export function createMailer(config: Pick<ServerConfig, 'mail' | 'dataDir'>): Mailer {
  const { smtpUrl, from } = config.mail;
  return smtpUrl === null ? createOutboxMailer(config.dataDir) : createSmtpMailer({ url: smtpUrl, from });
}
