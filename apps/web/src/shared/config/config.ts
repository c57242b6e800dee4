import type { AnnouncementTexts } from './announcement-text.ts';

/** The company that pays for a place labelled 'Sponsored'. */
export interface Sponsor {
  label: string;
  text?: string;
  link?: string;
  /** Path of a picture on the product's own server. */
  image?: string;
}

/** The company behind this installation, from its brand.json. Absent values are not shown. */
export interface Brand {
  name: string;
  company?: string;
  email?: string;
  phone?: string;
  website?: string;
  whatsapp?: string;
  /** Absent: the product's own line. Empty: no line. */
  location?: string;
  /** The same. */
  availability?: string;
  footerCredit: string;
  copyrightYear: number;
  /** In place of the product's mark; its path on the product's own server, its size in pixels. */
  logo?: { src: string; width: number; height: number };
  sponsors: Sponsor[];
  /** Given where sponsored places without a sponsor are left out. */
  emptyPlaces?: false;
}

/** The administrators' announcement; a language with an empty text shows another one. */
export interface Announcement extends AnnouncementTexts {
  /** Another one for each announcement. */
  id: string;
}

/** The configuration for the browser at `GET /config.json`. */
export interface AppConfig {
  supabaseUrl: string;
  supabaseKey: string;
  brand: Brand;
  /** Whether voice messages can be recorded, because a transcription provider exists. */
  speech: boolean;
  /** Whether there is another translation provider to ask than the first one. */
  otherTranslation: boolean;
  /** Whether an assistant is configured. */
  assistant: boolean;
  /** Whether a join page lets people in without an account. */
  guests: boolean;
  /** Whether people may sign in with passkeys here. */
  passkeys: boolean;
  /** The public key of Web Push, base64url; null where no pushes are sent. */
  push: string | null;
  /** Whether mails about unread messages are sent. */
  missedReplyMails: boolean;
  announcement: Announcement | null;
  /** Days after the last message after which chats are deleted; 0: never. */
  retentionDays: number;
  /**
   * Whether a hosted Supabase is behind the app, which lacks what only the product's own server
   * has: export and deletion of accounts, recovery codes, the list of devices, the admin dashboard
   * (docs/hosted-supabase.md).
   */
  hosted: boolean;
}

const TIMEOUT_MS = 10_000;
/** The time that the app waits for a newer configuration when it has an older one. */
const PATIENCE_MS = 3_000;
const KEPT_KEY = 'dragoman-config';

/** localStorage, unless it is given: where storage is forbidden, naming it throws. */
type ConfigStore = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Loads the configuration of this installation. The server puts it into each page. The page cached
 * by the service worker may be old, so it requests the configuration. Without a response the last
 * one is used, so that the app opens without a network, or with a captive portal that answers with
 * its own page.
 * @throws when none is stored and the server does not answer within 10 s, answers with an error, or
 * omits a required value
 */
export async function loadConfig(store?: ConfigStore): Promise<AppConfig> {
  const given = readPage();
  if (given) {
    keep(given, store);
    return given;
  }
  const kept = readKept(store);
  try {
    const signal = AbortSignal.timeout(kept ? PATIENCE_MS : TIMEOUT_MS);
    const response = await fetch('/config.json', { signal });
    if (!response.ok) throw new Error(`config.json answered ${response.status}`);
    const config = parseConfig(await response.json());
    keep(config, store);
    return config;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

function readPage(): AppConfig | null {
  const text = document.getElementById('config')?.textContent;
  return text ? parseConfig(JSON.parse(text)) : null;
}

function readKept(store: ConfigStore | undefined): AppConfig | null {
  try {
    return parseConfig(JSON.parse((store ?? localStorage).getItem(KEPT_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

function keep(config: AppConfig, store: ConfigStore | undefined): void {
  try {
    (store ?? localStorage).setItem(KEPT_KEY, JSON.stringify(config));
  } catch {
    // Forbidden or full: the next start waits for the server.
  }
}

/**
 * Checked by hand rather than with zod, which would weigh more than all else that the join page
 * loads first.
 */
export function parseConfig(value: unknown): AppConfig {
  const config = value as Partial<AppConfig> | null;
  if (typeof config?.supabaseUrl !== 'string' || typeof config.supabaseKey !== 'string') {
    throw new Error('config.json lacks supabaseUrl or supabaseKey');
  }
  // An installation without a brand still has the product's name.
  const name = config.brand?.name || 'Dragoman';
  return {
    supabaseUrl: config.supabaseUrl,
    supabaseKey: config.supabaseKey,
    speech: config.speech === true,
    otherTranslation: config.otherTranslation === true,
    assistant: config.assistant === true,
    guests: config.guests === true,
    passkeys: config.passkeys === true,
    push: typeof config.push === 'string' ? config.push : null,
    missedReplyMails: config.missedReplyMails === true,
    announcement: config.announcement ?? null,
    hosted: config.hosted === true,
    retentionDays: typeof config.retentionDays === 'number' ? config.retentionDays : 0,
    brand: { footerCredit: name, copyrightYear: 2024, sponsors: [], ...config.brand, name },
  };
}
