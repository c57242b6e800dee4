import type { Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Mailer } from '@dragoman/supabase-server/mail/mail';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import type { Config } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import { mailedAddress, STOP_MAILS } from './mailed-links.ts';
import { createSendPush, type SendPush } from './push.ts';

/** How mails are sent. */
export interface Mailing {
  mailer: Mailer;
  /** Origin of the product. */
  publicUrl: string;
  /** The product's name. */
  appName(): string;
}

/** What the features need that tell people of something. */
export interface Notifier {
  db: Database;
  log: Pick<Logger, 'warn'>;
  /** Null where the installation sends no pushes. */
  push: SendPush | null;
  /** Null where the installation has no mail server. */
  mail:
    | (Mailing & {
        /** @returns the address that ends the person's mails */
        unsubscribeUrl(profileId: string, language: Language): Promise<string>;
      })
    | null;
  /** Milliseconds since 1970. */
  now(): number;
}

export function createNotifier(ctx: AppContext): Notifier {
  const { db, log, signingKeys, config, pushKeys, publicNetwork } = ctx;
  const subject = pushSubject(config);
  const mailing = createMailing(ctx);
  return {
    db,
    log,
    push: subject === null ? null : createSendPush({ keys: pushKeys, subject, agent: publicNetwork.agent }),
    mail: mailing && {
      ...mailing,
      unsubscribeUrl: (profile, language) =>
        mailedAddress(signingKeys, mailing.publicUrl, STOP_MAILS, { profile, language }),
    },
    now: Date.now,
  };
}

/** @returns null where the installation sends no mails */
export function createMailing({
  config,
  mailer,
  brand,
}: Pick<AppContext, 'config' | 'mailer' | 'brand'>): Mailing | null {
  const { publicUrl } = config;
  if (publicUrl === null || !sendsMails(config)) return null;
  return { mailer, publicUrl, appName: () => brand.current().brand.name };
}

/** @returns whether there is a mail server, and an address for the links of mails */
export function sendsMails({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): boolean {
  return mail.smtpUrl !== null && publicUrl !== null;
}

/**
 * @returns the operator's contact that push services ask for (RFC 8292, section 2.1); null where
 * browsers take no pushes, because the product is not reached over HTTPS
 */
export function pushSubject({
  publicUrl,
  securityContact,
}: Pick<Config, 'publicUrl' | 'securityContact'>): string | null {
  if (!publicUrl?.startsWith('https://')) return null;
  return securityContact && /^(mailto|https):/.test(securityContact) ? securityContact : publicUrl;
}
