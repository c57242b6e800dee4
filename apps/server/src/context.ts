import { systemClock } from '@dragoman/functions/providers/retry';
import { createModelStore, type RunningModelStore } from '@dragoman/local-engines/models/model-store';
import { SPEECH_MODELS } from '@dragoman/local-engines/models/speech-models';
import { TRANSLATION_MODELS } from '@dragoman/local-engines/models/translation-models';
import type { Queryable } from '@dragoman/supabase-server/db/database';
import { openServerCore, type ServerContext } from '@dragoman/supabase-server/server-context';
import { createLogger, type Logger } from '@dragoman/supabase-server/util/logger';
import manifest from '../package.json' with { type: 'json' };
import { type BrandStore, openBrandStore } from './brand/brand-store.ts';
import { createUploadedPictures, type UploadedPictures } from './brand/uploaded-pictures.ts';
import type { Config } from './config/config.ts';
import { productMigrations } from './database/migrations.ts';
import { MESSAGE_TEXTS } from './message-texts/message-texts.ts';
import { openPushKeys, type PushKeys } from './notifications/push.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';
import { syncBrand } from './settings/sync-brand.ts';
import { findProjectRoot } from './util/project-root.ts';
import { openPublicNetwork, type PublicNetwork } from './util/public-hosts.ts';
import { type CodeGuessLimit, createCodeGuessLimit } from './web/code-guess-limit.ts';

/** Every dependency of the product, built once. */
export interface AppContext extends ServerContext {
  config: Config;
  /** Absolute path of the project. */
  root: string;
  /** The product's branding, which event admins can change. */
  brand: BrandStore;
  /** Pictures that administrators have uploaded for it. */
  brandPictures: UploadedPictures;
  /** Settings that event admins change while the product runs. */
  settings: SettingsStore;
  /** Counts callers who guess booth codes. */
  guesses: CodeGuessLimit;
  /** The models of the local providers. */
  models: RunningModelStore;
  /** The installation's key pair of Web Push. */
  pushKeys: PushKeys;
  publicNetwork: PublicNetwork;
}

export type ContextOverrides = Partial<
  Pick<AppContext, 'log' | 'root' | 'mailer' | 'models' | 'publicNetwork' | 'passwordCost'>
>;

/**
 * Migrates the database and builds the context over it.
 * @param databaseUrl the embedded server's or the operator's
 * @throws when the database is a hosted Supabase's, cannot be reached or migrated, the master key
 * is not its own, or `brand.json` cannot be used
 */
export async function buildContext(
  config: Config,
  databaseUrl: string,
  overrides: ContextOverrides = {},
): Promise<AppContext> {
  const log = overrides.log ?? createLogger(config.logLevel);
  const root = overrides.root ?? findProjectRoot();
  const brand = openBrandStore(config.dataDir, log);
  const core = await openServerCore({
    config,
    databaseUrl,
    log,
    migrations: productMigrations(root),
    mailer: overrides.mailer,
    passwordCost: overrides.passwordCost,
  });
  const { db } = core;
  try {
    const settings = await openSettings({ db, log, defaults: config.eventAdmin.defaults });
    const brandPictures = createUploadedPictures(db);
    await syncBrand({ settings, brand, brandPictures, log });
    return {
      ...core,
      config,
      root,
      brand,
      brandPictures,
      settings,
      guesses: createCodeGuessLimit(),
      models: overrides.models ?? modelsOf(config, log),
      pushKeys: await openPushKeys(db, core.masterKey),
      publicNetwork: overrides.publicNetwork ?? openPublicNetwork(),
      hooks: {
        version: manifest.version,
        appName: () => brand.current().brand.name,
        anonymousUsersEnabled: () => settings.current().guestsEnabled,
        preferredLanguage: findProfileLanguage,
        templates: MESSAGE_TEXTS,
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function modelsOf({ models }: Config, log: Logger): RunningModelStore {
  const known = [...(models.translation ? TRANSLATION_MODELS : []), ...SPEECH_MODELS];
  return createModelStore({ ...models, models: known, clock: systemClock, log });
}

/** @returns the language of the user's profile, if they have one (specification 3.1) */
async function findProfileLanguage(db: Queryable, userId: string): Promise<string | null> {
  const [profile] = await db.query<{ language: string }>(
    'select language from public.profiles where user_id = $1',
    [userId],
  );
  return profile?.language ?? null;
}
