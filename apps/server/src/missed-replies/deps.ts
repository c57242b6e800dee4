import type { Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Mailer } from '@dragoman/supabase-server/mail/mail';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import type { SendPush } from './send-push.ts';

/** What the rounds of missed replies and reminders need. */
export interface MissedRepliesDeps {
  db: Database;
  log: Pick<Logger, 'warn'>;
  /** Null where the installation sends no pushes. */
  push: SendPush | null;
  /** Null where the installation has no mail server. */
  mail: {
    mailer: Mailer;
    publicUrl: string;
    /** @returns the address that ends the person's mails */
    unsubscribeUrl(profileId: string, language: Language): Promise<string>;
  } | null;
  /** The product's name. */
  appName(): string;
  /** Milliseconds since 1970. */
  now(): number;
}
