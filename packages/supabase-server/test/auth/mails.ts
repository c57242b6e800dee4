import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { listOutbox, type OutboxMail } from '../../src/mail/outbox.ts';
import { type StandaloneServer, startTestServer, type TestServer } from '../harness.ts';

/** A server whose mails can be read. */
export type MailServer<Server extends TestServer = StandaloneServer> = Server & ReceivedMails;

interface ReceivedMails {
  /**
   * Waits for a mail to this address and takes it: the same mail is never given twice.
   * @param about narrows it to mails whose subject matches
   */
  mailTo(address: string, about?: RegExp): Promise<ReadMail>;
  /** Mails to this address so far. */
  mailsTo(address: string): Promise<OutboxMail[]>;
}

export interface ReadMail extends OutboxMail {
  /** The link, as a URL. */
  link: URL;
  /** The token in the link. */
  linkToken: string;
  code: string;
}

/**
 * Boots a server with an outbox of its own. Addresses may get mails as fast as they like unless
 * `env` says otherwise.
 */
export const startMailServer = mailServers(startTestServer);

/** @param start boots the server that is to have an outbox */
export function mailServers<Server extends TestServer>(
  start: (env: Record<string, string>) => Promise<Server>,
): (env?: Record<string, string>) => Promise<MailServer<Server>> {
  return async (env = {}) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-mail-'));
    const server = await start({
      DATA_DIR: dataDir,
      AUTH_EMAIL_CONFIRM: 'true',
      RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0',
      RATE_LIMIT_MAILS_PER_ACCOUNT: '0',
      ...env,
    });
    const taken = new Set<string>();
    const mailsTo = async (address: string) => (await listOutbox(dataDir)).filter(({ to }) => to === address);
    return {
      ...server,
      mailsTo,
      mailTo: (address, about = /./) =>
        vi.waitFor(
          async () => {
            const mail = (await mailsTo(address)).find(
              (one) => about.test(one.subject) && !taken.has(keyOf(one)),
            );
            if (!mail) throw new Error(`no mail to ${address}`);
            taken.add(keyOf(mail));
            return read(mail);
          },
          { timeout: 10_000, interval: 20 },
        ),
      async stop() {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  };
}

function keyOf({ sentAt, text }: OutboxMail): string {
  return `${sentAt} ${text}`;
}

function read(mail: OutboxMail): ReadMail {
  const address = /^https?:\S+$/m.exec(mail.text)?.[0];
  const link = new URL(address ?? 'about:blank');
  return {
    ...mail,
    link,
    linkToken: link.searchParams.get('token') ?? '',
    code: /(?<!\w)\d{6,10}(?!\w)/.exec(mail.text.replace(address ?? '', ''))?.[0] ?? '',
  };
}

/** Opens a mailed link as a browser would, without following where it leads. */
export async function openLink(
  link: URL | string,
): Promise<{ status: number; target: URL; given: URLSearchParams }> {
  const response = await fetch(link, { redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? 'about:blank');
  return { status: response.status, target, given: new URLSearchParams(target.hash.slice(1)) };
}
