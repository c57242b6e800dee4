import { type BrandStore, openBrandStore } from './brand/brand-store.ts';
import { followBrand } from './brand/follow-brand.ts';
import { createUploadedPictures, type UploadedPictures } from './brand/uploaded-pictures.ts';
import type { Config } from './config/config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createGuessLimit, type GuessLimit } from './http/guess-limit.ts';
import { createLogger, type Logger } from './http/logger.ts';
import { type ApiKeys, type Authenticator, createAuthenticator, openApiKeys } from './keys/api-keys.ts';
import { type KeyRing, openKeyRing } from './keys/key-ring.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';
import { createSmsSender } from './sms/create-sms-sender.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import { findProjectRoot } from './util/project-root.ts';

/** Every dependency of the services, built once. */
export interface AppContext {
  config: Config;
  /** Absolute path of the project. */
  root: string;
  log: Logger;
  db: Database;
  /** Connection string of the database in use (change feed, migrations). */
  databaseUrl: string;
  ring: KeyRing;
  apiKeys: ApiKeys;
  authenticator: Authenticator;
  mailer: Mailer;
  sms: SmsSender;
  /** What the organiser has put on the product. */
  brand: BrandStore;
  /** Pictures that the organiser has uploaded for it. */
  brandPictures: UploadedPictures;
  /** What the organiser decides while the product runs. */
  settings: SettingsStore;
  /** Who asks about booth codes that do not exist. */
  guesses: GuessLimit;
}

export type ContextOverrides = Partial<Pick<AppContext, 'log' | 'root' | 'mailer'>>;

/**
 * Migrates the database and builds the context over it.
 * @param databaseUrl the embedded server's or the operator's
 * @throws when the database cannot be reached or migrated, or `brand.json` cannot be used
 */
export async function buildContext(
  config: Config,
  databaseUrl: string,
  overrides: ContextOverrides = {},
): Promise<AppContext> {
  const log = overrides.log ?? createLogger(config.logLevel);
  const root = overrides.root ?? findProjectRoot();
  const brand = openBrandStore(config.dataDir, log);
  await migrate({ url: databaseUrl, root, log });
  const db = openDatabase({
    url: databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.limits.statementTimeoutMs,
    log,
  });
  try {
    const ring = await openKeyRing(config.keys, db);
    const apiKeys = await openApiKeys(config.keys, db);
    const settings = await openSettings({ db, log, defaults: config.organiser.defaults });
    const brandPictures = createUploadedPictures(db);
    await followBrand({ settings, brand, brandPictures, log });
    return {
      config,
      root,
      log,
      db,
      databaseUrl,
      ring,
      apiKeys,
      authenticator: createAuthenticator(apiKeys, ring),
      mailer: overrides.mailer ?? createMailer(config),
      sms: createSmsSender(config),
      brand,
      brandPictures,
      settings,
      guesses: createGuessLimit(),
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
