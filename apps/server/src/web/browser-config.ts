import type { Context } from 'hono';
import type { Brand } from '../brand/brand-schema.ts';
import type { BrandStore } from '../brand/brand-store.ts';
import type { Config } from '../config/config.ts';
import { relyingPartyOf } from '../http/relying-party.ts';
import { publicOrigin, type ServerEnv } from '../http/request-info.ts';
import type { ModelStore } from '../models/model.ts';
import type { Announcement } from '../settings/settings-schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { hearsSpeech } from '../speech/choose-model.ts';

/** What the browser must know of this installation before it can start. */
export interface BrowserConfig {
  /** Where the browser reaches the API. */
  supabaseUrl: string;
  /** The publishable key. */
  supabaseKey: string;
  brand: Brand;
  /** Whether voice messages can be recorded here. */
  speech: boolean;
  /** Whether there is an assistant to ask. */
  assistant: boolean;
  /** Whether a join page lets people in without an account. */
  guests: boolean;
  /** Whether people may sign in with passkeys: browsers have them under a host name and HTTPS alone. */
  passkeys: boolean;
  /** Days after the last message after which chats are deleted; 0: never. */
  retentionDays: number;
  /** What the organiser tells everybody; null: nothing. */
  announcement: Announcement | null;
}

type GuestSettings = Pick<Config['auth'], 'anonymousUsersEnabled' | 'signupEnabled' | 'captcha'>;

export interface BrowserConfigParts {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'speech' | 'assistant'> & {
    auth: GuestSettings & Pick<Config['auth'], 'passkeys'>;
  };
  apiKeys: { publishable: string };
  brand: BrandStore;
  settings: Pick<SettingsStore, 'current'>;
  models: Pick<ModelStore, 'files'>;
}

/** What `GET /config.json` answers, and the pages have in them. */
export function browserConfig(
  c: Context<ServerEnv>,
  { config, apiKeys, brand, settings, models }: BrowserConfigParts,
): BrowserConfig {
  const { guestsEnabled, retentionDays, announcement } = settings.current();
  const origin = publicOrigin(c, config);
  return {
    supabaseUrl: origin,
    supabaseKey: apiKeys.publishable,
    brand: brand.current().brand,
    speech: config.speech !== null || hearsSpeech(models),
    assistant: config.assistant.model !== null,
    guests: guestsEnabled && guestsAdmitted(config.auth),
    passkeys: config.auth.passkeys.enabled && relyingPartyOf(origin) !== null,
    retentionDays,
    announcement,
  };
}

/**
 * Whether the installation can admit guests at all. With a CAPTCHA it cannot, because the guest
 * form shows none.
 */
export function guestsAdmitted({ anonymousUsersEnabled, signupEnabled, captcha }: GuestSettings): boolean {
  return anonymousUsersEnabled && signupEnabled && captcha === null;
}
