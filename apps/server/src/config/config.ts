import path from 'node:path';
import type { OpenAiCompatibleOptions } from '@dragoman/functions/providers/openai-compatible';
import { readOpenAiEnvironment } from '@dragoman/functions/providers/openai-environment';
import type { TranslationProviderConfig } from '@dragoman/functions/translate/providers/providers-from-config';
import { readTranslationEnvironment } from '@dragoman/functions/translate/providers/translation-environment';
import {
  type AcmeConfig,
  acmeConfig,
  type HttpsConfig,
  httpsConfig,
  httpsProblems,
  withPublicUrl,
} from '@dragoman/supabase-server/config/https';
import type { ServerConfig } from '@dragoman/supabase-server/config/server-config';
import {
  givenVariables,
  parseVariables,
  serverConfig,
  serverProblems,
} from '@dragoman/supabase-server/config/server-environment';
import type { AssistantConfig } from './assistant.ts';
import { type CleanupConfig, cleanupConfig } from './cleanup.ts';
import { type DocumentsConfig, documentsConfig } from './documents.ts';
import { environmentSchema } from './environment.ts';
import { type EventAdminConfig, eventAdminConfig } from './event-admin.ts';
import { type JoinPageConfig, joinPageConfig } from './join-page.ts';
import { localName } from './local-name.ts';
import { type ModelsConfig, modelsConfig } from './models.ts';
import { type ProviderLimitsConfig, providerLimitsConfig } from './provider-limits.ts';
import { securityContact } from './security-contact.ts';

/**
 * The environment, read once and turned into typed settings. Of the server, only `main.ts`, which
 * passes `process.env` on and reads `LOG_LEVEL` when the start fails, and
 * `db/embedded/child-environment.ts` of supabase-server read it as well.
 */
export interface Config extends ServerConfig {
  /** In the order in which they are tried. */
  translation: readonly TranslationProviderConfig[];
  /** The provider that transcribes voice messages; null: there are no voice messages. */
  speech: OpenAiCompatibleOptions | null;
  models: ModelsConfig;
  documents: DocumentsConfig;
  assistant: AssistantConfig;
  /** Rate limits for providers that cost money or processor time. */
  providerLimits: ProviderLimitsConfig;
  joinPage: JoinPageConfig;
  cleanup: CleanupConfig;
  eventAdmin: EventAdminConfig;
  /** A URI under which flaws are reported; null: no contact is named. */
  securityContact: string | null;
  /** Null: plain HTTP, alone or behind a proxy. */
  https: HttpsConfig | null;
  /** The certificate that the server gets by itself; null: none. */
  acme: AcmeConfig | null;
  /** The name under `.local` by which devices in the same network find the server; null: none. */
  localName: string | null;
}

/**
 * Reads the settings out of an environment. Empty values count as unset.
 * @throws {ConfigError} naming every variable that is wrong.
 */
export function loadConfig(environment: Record<string, string | undefined>, cwd = process.cwd()): Config {
  const given = withPublicUrl(givenVariables(environment));
  const translation = readTranslationEnvironment(given);
  const speech = readOpenAiEnvironment('speech', given);
  const vision = readOpenAiEnvironment('vision', given);
  const assistant = readOpenAiEnvironment('assistant', given);
  const env = parseVariables(environmentSchema, given, [
    ...serverProblems(given),
    ...httpsProblems(given),
    ...translation.problems,
    ...speech.problems,
    ...vision.problems,
    ...assistant.problems,
  ]);
  return {
    ...serverConfig(env, given, cwd),
    translation: translation.providers,
    speech: speech.provider,
    models: modelsConfig(env, path.resolve(cwd, env.DATA_DIR), cwd),
    documents: documentsConfig(env, vision.provider),
    assistant: { model: assistant.provider },
    providerLimits: providerLimitsConfig(env),
    joinPage: joinPageConfig(env),
    cleanup: cleanupConfig(env),
    eventAdmin: eventAdminConfig(env),
    https: httpsConfig(env, cwd),
    acme: acmeConfig(env, path.resolve(cwd, env.DATA_DIR)),
    localName: localName(env),
    securityContact: securityContact(env.SECURITY_CONTACT, given.MAIL_FROM),
  };
}
