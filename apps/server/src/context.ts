import { systemClock } from '@dragoman/functions/translate/retry';
import manifest from '../package.json' with { type: 'json' };
import { type BrandStore, openBrandStore } from './brand/brand-store.ts';
import { createUploadedPictures, type UploadedPictures } from './brand/uploaded-pictures.ts';
import type { Config } from './config/config.ts';
import { productMigrations } from './database/migrations.ts';
import { findProfileLanguage } from './database/profile-language.ts';
import { refuseHostedSupabase } from './db/refuse-hosted-supabase.ts';
import { MESSAGE_TEXTS } from './message-texts/message-texts.ts';
import { createModelStore, type RunningModelStore } from './models/model-store.ts';
import { SPEECH_MODELS } from './models/speech-models.ts';
import { TRANSLATION_MODELS } from './models/translation-models.ts';
import { ADMIN_SECRETS } from './organiser/data/admin-secrets.ts';
import { openServerCore, type ServerContext } from './server-context.ts';
import { followBrand } from './settings/follow-brand.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';
import { createLogger, type Logger } from './util/logger.ts';
import { findProjectRoot } from './util/project-root.ts';
import { createGuessLimit, type GuessLimit } from './web/guess-limit.ts';

/** Every dependency of the product, built once. */
export interface AppContext extends ServerContext {
  config: Config;
  /** Absolute path of the project. */
  root: string;
  /** What the organiser has put on the product. */
  brand: BrandStore;
  /** Pictures that the organiser has uploaded for it. */
  brandPictures: UploadedPictures;
  /** What the organiser decides while the product runs. */
  settings: SettingsStore;
  /** Counts callers who guess booth codes. */
  guesses: GuessLimit;
  /** The models of the engines on this machine. */
  models: RunningModelStore;
}

export type ContextOverrides = Partial<Pick<AppContext, 'log' | 'root' | 'mailer' | 'models'>>;

/**
 * Migrates the database and builds the context over it.
 * @param databaseUrl the embedded server's or the operator's
 * @throws when the database is a hosted Supabase's, cannot be reached or migrated, the master key is not its own, or `brand.json` cannot be used
 */
export async function buildContext(
  config: Config,
  databaseUrl: string,
  overrides: ContextOverrides = {},
): Promise<AppContext> {
  const log = overrides.log ?? createLogger(config.logLevel);
  const root = overrides.root ?? findProjectRoot();
  const brand = openBrandStore(config.dataDir, log);
  await refuseHostedSupabase(databaseUrl);
  const core = await openServerCore({
    config,
    databaseUrl,
    log,
    migrations: productMigrations(root),
    secrets: ADMIN_SECRETS,
    mailer: overrides.mailer,
  });
  const { db } = core;
  try {
    const settings = await openSettings({ db, log, defaults: config.organiser.defaults });
    const brandPictures = createUploadedPictures(db);
    await followBrand({ settings, brand, brandPictures, log });
    return {
      ...core,
      config,
      root,
      brand,
      brandPictures,
      settings,
      guesses: createGuessLimit(),
      models: overrides.models ?? modelsOf(config, log),
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
