import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Waits before another try, in milliseconds. */
const RETRY_DELAYS_MS = [1000, 5000];
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * Sends each mail over a connection of its own, with STARTTLS where the server offers it. Temporary
 * failures (no connection, a 4xx answer) are retried.
 * @param options.url smtp:// or smtps://, with the account's name and password when the server
 * wants one
 * @param options.from the From header
 */
export function createSmtpMailer(options: {
  url: string;
  from: string;
  retryDelaysMs?: readonly number[];
}): Mailer {
  const delays = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  const transport = createTransport({
    url: options.url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async send({ to, subject, text, html, writer, messageId, headers }) {
      const message = {
        from: writer ? { name: oneLine(writer.name), address: addressOf(options.from) } : options.from,
        ...(writer && { replyTo: { name: oneLine(writer.name), address: oneLine(writer.address) } }),
        // The address is passed as an object, so that it is one recipient whatever it holds, never
        // a list.
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        text,
        html,
        // Suppresses automatic replies (holiday notes), because no person reads the sender's
        // mailbox. A person who wrote the mail reads them.
        headers: writer ? { ...headers } : { ...headers, 'Auto-Submitted': 'auto-generated' },
        ...(messageId && { messageId }),
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      for (let turn = 0; ; turn += 1) {
        try {
          await transport.sendMail(message);
          return;
        } catch (error) {
          const delay = delays[turn];
          if (delay === undefined || !isTemporary(error)) throw error;
          await sleep(delay);
        }
      }
    },
  };
}

/**
 * Checks whether the mail server may accept the mail later: it said so, or did not answer (RFC
 * 5321, section 4.2.1).
 */
function isTemporary(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode === 'number') return responseCode >= 400 && responseCode < 500;
  return code !== 'EAUTH' && code !== 'EENVELOPE';
}

/** No header may hold a line break: the text after one would be a header of its own. */
function oneLine(value: string): string {
  return value.replaceAll(CONTROL_CHARACTERS, ' ').trim();
}

/** @returns the address of a From header, with or without a name */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}
