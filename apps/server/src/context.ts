import { systemClock } from '@dragoman/functions/translate/retry';
import { type BrandStore, openBrandStore } from './brand/brand-store.ts';
import { createUploadedPictures, type UploadedPictures } from './brand/uploaded-pictures.ts';
import type { Config } from './config/config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { recordRejectedTokens } from './http/rejected-tokens.ts';
import { type AccessWatch, openAccessWatch } from './keys/access-watch.ts';
import { type ApiKeys, type Authenticator, createAuthenticator, openApiKeys } from './keys/api-keys.ts';
import { type KeyRing, openKeyRing } from './keys/key-ring.ts';
import { type MasterKey, openMasterKey } from './keys/master-key.ts';
import { sealStoredSecrets } from './keys/sealed-secrets.ts';
import type { Mailer } from './mail/mail.ts';
import { createMailer } from './mail/mailer.ts';
import { createModelStore, type RunningModelStore } from './models/model-store.ts';
import { SPEECH_MODELS } from './models/speech-models.ts';
import { TRANSLATION_MODELS } from './models/translation-models.ts';
import { createDevices, type Devices } from './security/devices.ts';
import { insertSecurityEvents } from './security/event-store.ts';
import { createSecurityLog, type StoredSecurityLog } from './security/security-log.ts';
import { followBrand } from './settings/follow-brand.ts';
import { openSettings, type SettingsStore } from './settings/settings-store.ts';
import { createSmsSender } from './sms/create-sms-sender.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import { createLogger, type Logger } from './util/logger.ts';
import { findProjectRoot } from './util/project-root.ts';
import { createGuessLimit, type GuessLimit } from './web/guess-limit.ts';

/** Every dependency of the services, built once. */
export interface AppContext {
  config: Config;
  /** Absolute path of the project. */
  root: string;
  log: Logger;
  db: Database;
  /** Connection string of the database in use (change feed, migrations). */
  databaseUrl: string;
  /** Encrypts what the database keeps of secrets. */
  masterKey: MasterKey;
  ring: KeyRing;
  apiKeys: ApiKeys;
  authenticator: Authenticator;
  /** Whether the users and sessions of tokens still have access. */
  access: AccessWatch;
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
  /** Makes and reads the cookies by which limits tell browsers apart. */
  devices: Devices;
  /** The models of the engines on this machine. */
  models: RunningModelStore;
  /** Where security events of accounts and administrators are recorded. */
  securityLog: StoredSecurityLog;
}

export type ContextOverrides = Partial<Pick<AppContext, 'log' | 'root' | 'mailer' | 'models'>>;

/**
 * Migrates the database and builds the context over it.
 * @param databaseUrl the embedded server's or the operator's
 * @throws when the database cannot be reached or migrated, the master key is not its own, or `brand.json` cannot be used
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
    const masterKey = await openMasterKey({ dataDir: config.dataDir, given: config.keys.masterKey }, db);
    const sealed = await sealStoredSecrets(db, masterKey);
    if (sealed > 0) log.info({ secrets: sealed }, 'stored secrets were encrypted with the master key');
    const ring = await openKeyRing(config.keys, db, masterKey);
    const apiKeys = await openApiKeys(config.keys, db, masterKey);
    const securityLog = createSecurityLog(log, (events) => insertSecurityEvents(db, events));
    const access = await openAccessWatch(db);
    const settings = await openSettings({ db, log, defaults: config.organiser.defaults });
    const brandPictures = createUploadedPictures(db);
    await followBrand({ settings, brand, brandPictures, log });
    return {
      config,
      root,
      log,
      db,
      databaseUrl,
      masterKey,
      ring,
      apiKeys,
      authenticator: createAuthenticator(apiKeys, ring, access, recordRejectedTokens(securityLog, config)),
      access,
      mailer: overrides.mailer ?? createMailer(config),
      sms: createSmsSender(config),
      brand,
      brandPictures,
      settings,
      guesses: createGuessLimit(),
      devices: createDevices(masterKey.derive('device cookies')),
      models: overrides.models ?? modelsOf(config, log),
      securityLog,
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
