import { PASSWORD_COST, type PasswordCost } from './auth/services/passwords.ts';
import type { ServerConfig } from './config/server-config.ts';
import { type Database, openDatabase, type Queryable } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import type { MigrationSet } from './db/migration-sets.ts';
import { recordRejectedTokens } from './http/rejected-tokens.ts';
import { type AccessWatch, openAccessWatch } from './keys/access-watch.ts';
import { type ApiKeys, type Authenticator, createAuthenticator, openApiKeys } from './keys/api-keys.ts';
import { type MasterKey, openMasterKey } from './keys/master-key.ts';
import { openSigningKeys, type SigningKeys } from './keys/signing-keys.ts';
import type { Mailer } from './mail/mail.ts';
import { createMailer } from './mail/mailer.ts';
import { createDevices, type Devices } from './security/devices.ts';
import { insertSecurityEvents } from './security/event-store.ts';
import { createSecurityLog, type StoredSecurityLog } from './security/security-log.ts';
import { createSmsSender } from './sms/create-sms-sender.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import type { MessageTemplates } from './templates/message-templates.ts';
import type { Logger } from './util/logger.ts';

/** The application's hooks into the services. */
export interface ServerHooks {
  /** The application's version, as the health check of the auth service shows it. */
  version: string;
  /** The application's name, for mails, authenticator apps and passkeys. */
  appName(): string;
  /**
   * Checks whether anonymous users may sign up now. It is called only where the configuration
   * allows them.
   */
  anonymousUsersEnabled(): boolean;
  /**
   * The language that a user has chosen in the application; null: the one in the user's metadata.
   */
  preferredLanguage(db: Queryable, userId: string): Promise<string | null>;
  templates: MessageTemplates;
}

/** Everything that the services need, built once, but for the application's hooks. */
export interface ServerCore {
  config: ServerConfig;
  log: Logger;
  db: Database;
  /** Connection string of the database in use (change feed, migrations). */
  databaseUrl: string;
  /** Encrypts the secrets that the database keeps. */
  masterKey: MasterKey;
  signingKeys: SigningKeys;
  apiKeys: ApiKeys;
  authenticator: Authenticator;
  /** Whether the users and sessions of tokens still have access. */
  access: AccessWatch;
  mailer: Mailer;
  sms: SmsSender;
  /** Creates and reads the cookies by which rate limits distinguish browsers. */
  devices: Devices;
  /** The log of accounts' security events. */
  securityLog: StoredSecurityLog;
  passwordCost: PasswordCost;
}

/** Dependencies of the services. */
export interface ServerContext extends ServerCore {
  hooks: ServerHooks;
}

export interface ServerCoreOptions {
  config: ServerConfig;
  /** The embedded server's or the operator's. */
  databaseUrl: string;
  log: Logger;
  /** The platform's, then the application's. */
  migrations: readonly MigrationSet[];
  /** Instead of the one that the configuration asks for. */
  mailer?: Mailer | undefined;
  /** Instead of {@link PASSWORD_COST}, which takes too long for tests. */
  passwordCost?: PasswordCost | undefined;
}

/**
 * Migrates the database and builds the services' dependencies over it.
 * @throws when the database cannot be reached or migrated, or the master key is not its own
 */
export async function openServerCore(options: ServerCoreOptions): Promise<ServerCore> {
  const { config, databaseUrl, log } = options;
  await migrate({ url: databaseUrl, sets: options.migrations, log });
  const db = openDatabase({
    url: databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.limits.statementTimeoutMs,
    log,
  });
  try {
    const masterKey = await openMasterKey({ dataDir: config.dataDir, given: config.keys.masterKey }, db);
    const signingKeys = await openSigningKeys(config.keys, db, masterKey);
    const apiKeys = await openApiKeys(config.keys, db, masterKey);
    const securityLog = createSecurityLog(log, (events) => insertSecurityEvents(db, events));
    const access = await openAccessWatch(db);
    return {
      config,
      log,
      db,
      databaseUrl,
      masterKey,
      signingKeys,
      apiKeys,
      authenticator: createAuthenticator(
        apiKeys,
        signingKeys,
        access,
        recordRejectedTokens(securityLog, config),
      ),
      access,
      mailer: options.mailer ?? createMailer(config),
      sms: createSmsSender(config),
      devices: createDevices(masterKey.derive('device cookies')),
      securityLog,
      passwordCost: options.passwordCost ?? PASSWORD_COST,
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
