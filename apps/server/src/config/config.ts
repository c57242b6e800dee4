import path from 'node:path';
import { readAssistantEnvironment } from '@dragoman/functions/assistant/assistant-environment';
import { readVisionEnvironment } from '@dragoman/functions/documents/vision-environment';
import type { OpenAiTranscriptionOptions } from '@dragoman/functions/speech/openai-transcription';
import { readSpeechEnvironment } from '@dragoman/functions/speech/speech-environment';
import type { TranslationEngineConfig } from '@dragoman/functions/translate/engines/engines-from-config';
import { readTranslationEnvironment } from '@dragoman/functions/translate/engines/translation-environment';
import type { AssistantConfig } from './assistant.ts';
import { type DocumentsConfig, documentsConfig } from './documents.ts';
import { type EngineLimitsConfig, engineLimitsConfig } from './engine-limits.ts';
import { environmentSchema } from './environment.ts';
import { type HousekeepingConfig, housekeepingConfig } from './housekeeping.ts';
import { type JoinPageConfig, joinPageConfig } from './join-page.ts';
import { type ModelsConfig, modelsConfig } from './models.ts';
import { type OrganiserConfig, organiserConfig } from './organiser.ts';
import { securityContact } from './security-contact.ts';
import type { ServerConfig } from './server-config.ts';
import { givenVariables, parseVariables, serverConfig, serverProblems } from './server-environment.ts';

/** The environment, read once and turned into typed settings. Nothing else in the server reads `process.env`. */
export interface Config extends ServerConfig {
  /** In the order in which they are tried. */
  translation: readonly TranslationEngineConfig[];
  /** The engine that transcribes voice messages; null: there are no voice messages. */
  speech: OpenAiTranscriptionOptions | null;
  models: ModelsConfig;
  documents: DocumentsConfig;
  assistant: AssistantConfig;
  /** How often engines that cost money or processor time may be asked. */
  engineLimits: EngineLimitsConfig;
  joinPage: JoinPageConfig;
  housekeeping: HousekeepingConfig;
  organiser: OrganiserConfig;
  /** A URI under which flaws are reported; null: no contact is named. */
  securityContact: string | null;
}

/**
 * Reads the settings out of an environment. Empty values count as unset.
 * @throws {ConfigError} naming every variable that is wrong.
 */
export function loadConfig(environment: Record<string, string | undefined>, cwd = process.cwd()): Config {
  const given = givenVariables(environment);
  const translation = readTranslationEnvironment(given);
  const speech = readSpeechEnvironment(given);
  const vision = readVisionEnvironment(given);
  const assistant = readAssistantEnvironment(given);
  const env = parseVariables(environmentSchema, given, [
    ...serverProblems(given),
    ...translation.problems,
    ...speech.problems,
    ...vision.problems,
    ...assistant.problems,
  ]);
  return {
    ...serverConfig(env, given, cwd),
    translation: translation.engines,
    speech: speech.engine,
    models: modelsConfig(env, path.resolve(cwd, env.DATA_DIR), cwd),
    documents: documentsConfig(env, vision.engine),
    assistant: { model: assistant.engine },
    engineLimits: engineLimitsConfig(env),
    joinPage: joinPageConfig(env),
    housekeeping: housekeepingConfig(env),
    organiser: organiserConfig(env),
    securityContact: securityContact(env.SECURITY_CONTACT, given.MAIL_FROM),
  };
}
