import type { ModelStore } from '@dragoman/local-engines/models/model';
import { TRANSLATION_MODELS } from '@dragoman/local-engines/models/translation-models';
import { supportsSpeech } from '@dragoman/local-engines/speech/choose-model';
import { relyingPartyOf } from '@dragoman/supabase-server/http/relying-party';
import { publicOrigin, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context } from 'hono';
import type { Brand } from '../brand/brand-schema.ts';
import type { BrandStore } from '../brand/brand-store.ts';
import type { Config } from '../config/config.ts';
import { pushSubject, sendsMails } from '../notifications/notifier.ts';
import type { PushKeys } from '../notifications/push.ts';
import type { Announcement } from '../settings/settings-schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/** The settings of this installation that the browser needs before it can start. */
export interface BrowserConfig {
  /** The address at which the browser reaches the API. */
  supabaseUrl: string;
  /** The publishable key. */
  supabaseKey: string;
  brand: Brand;
  /** Whether voice messages can be recorded here. */
  speech: boolean;
  /** Whether there is another translation provider to ask than the first one. */
  otherTranslation: boolean;
  /** Whether an assistant is configured. */
  assistant: boolean;
  /** Whether a join page lets people in without an account. */
  guests: boolean;
  /**
   * Whether people may sign in with passkeys. Browsers allow them only on HTTPS and a host name.
   */
  passkeys: boolean;
  /** The public key of Web Push, in base64url; null where browsers take no pushes from here. */
  push: string | null;
  /** Whether mails about unread messages are sent. */
  missedReplyMails: boolean;
  /** Days after the last message after which chats are deleted; 0: never. */
  retentionDays: number;
  /** The announcement to all users; null: none. */
  announcement: Announcement | null;
}

type GuestSettings = Pick<Config['auth'], 'anonymousUsersEnabled' | 'signupEnabled' | 'captcha'>;

export interface BrowserConfigParts {
  config: Pick<
    Config,
    'publicUrl' | 'trustProxy' | 'speech' | 'translation' | 'assistant' | 'securityContact' | 'mail'
  > & {
    auth: GuestSettings & Pick<Config['auth'], 'passkeys'>;
    models: Pick<Config['models'], 'translation'>;
  };
  apiKeys: { publishable: string };
  pushKeys: Pick<PushKeys, 'publicKey'>;
  brand: BrandStore;
  settings: Pick<SettingsStore, 'current'>;
  models: Pick<ModelStore, 'files'>;
}

/** The body of `GET /config.json`, which the pages also embed. */
export function browserConfig(
  c: Context<ServerEnv>,
  { config, apiKeys, pushKeys, brand, settings, models }: BrowserConfigParts,
): BrowserConfig {
  const { guestsEnabled, retentionDays, announcement } = settings.current();
  const origin = publicOrigin(c, config);
  return {
    supabaseUrl: origin,
    supabaseKey: apiKeys.publishable,
    brand: brand.current().brand,
    speech: config.speech !== null || supportsSpeech(models),
    otherTranslation: config.translation.length + (translatesHere(config, models) ? 1 : 0) > 1,
    assistant: config.assistant.model !== null,
    guests: guestsEnabled && guestsAdmitted(config.auth),
    passkeys: config.auth.passkeys.enabled && relyingPartyOf(origin) !== null,
    push: pushSubject(config) === null ? null : pushKeys.publicKey,
    missedReplyMails: sendsMails(config),
    retentionDays,
    announcement,
  };
}

/** Checks whether this machine translates in at least one direction now. */
function translatesHere(
  config: Pick<BrowserConfigParts['config'], 'models'>,
  models: BrowserConfigParts['models'],
): boolean {
  return config.models.translation && TRANSLATION_MODELS.some(({ id }) => models.files(id) !== null);
}

/**
 * Checks whether the installation can admit guests at all. With a CAPTCHA it cannot, because the
 * guest form shows none.
 */
export function guestsAdmitted({ anonymousUsersEnabled, signupEnabled, captcha }: GuestSettings): boolean {
  return anonymousUsersEnabled && signupEnabled && captcha === null;
}
