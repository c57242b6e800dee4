import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * Sends each mail over a connection of its own, with STARTTLS where the server offers it.
 * @param options.url smtp:// or smtps://, with the account's name and password when the server wants one
 * @param options.from the From header
 */
export function createSmtpMailer(options: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from: options.from,
        // As an object the address is one recipient whatever it holds, never a list.
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        text,
        html,
        // What a mailbox answers by itself (holiday notes) has nobody to read it.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}

/** No header may hold a line break: what follows one would be a header of its own. */
function oneLine(value: string): string {
  return value.replaceAll(CONTROL_CHARACTERS, ' ').trim();
}
