import { TRANSLATE_MESSAGES } from '@dragoman/domain/translation/translate-failures';
import { createAssistantHandler } from '../assistant/handler.ts';
import { openAiChatStream } from '../assistant/openai-chat-stream.ts';
import {
  createBusinessCardHandler,
  createEntrancePassHandler,
  createReadPictureHandler,
  type ScanDependencies,
  tooManyScans,
} from '../documents/scan-handler.ts';
import { visionProvider } from '../documents/vision-provider.ts';
import type { FunctionHandler } from '../http/caller.ts';
import type { Log } from '../http/log.ts';
import { createProviderLimit } from '../http/provider-limit.ts';
import { allowWithoutProfile, requireProfile } from '../http/require-profile.ts';
import { readOpenAiEnvironment } from '../providers/openai-environment.ts';
import { systemClock } from '../providers/retry.ts';
import { checkAudio } from '../speech/audio-check.ts';
import { createSpeechHandler } from '../speech/handler.ts';
import { openAiTranscription } from '../speech/openai-transcription.ts';
import { memoryCache } from '../translate/cache.ts';
import { createTranslateHandler, type TranslateDependencies } from '../translate/handler.ts';
import { createTranslateMessagesHandler } from '../translate/messages-handler.ts';
import {
  providersFromConfig,
  type TranslationProviderConfig,
} from '../translate/providers/providers-from-config.ts';
import { readTranslationEnvironment } from '../translate/providers/translation-environment.ts';
import { HOSTED_LIMITS } from './hosted-limits.ts';
import { consoleLog, serveOnSupabase } from './serve-on-supabase.ts';
import {
  hasSupabaseProfile,
  noteOnSupabase,
  profileLanguage,
  supabaseChatReader,
  supabaseGlossary,
  supabaseKnowledgeBaseReader,
  supabaseMessageTranslations,
} from './supabase-data.ts';
import type { SupabaseEnvironment } from './supabase-rest.ts';

/**
 * The function `translate` for a hosted or self-hosted Supabase: the same handler, with a cache in
 * the worker's memory.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseTranslate(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = createTranslateHandler(translation(env, log));
  return serveOnSupabase(env, profiled(env, handler), log, TRANSLATE_MESSAGES.failed);
}

/**
 * The function `translate-messages` for a hosted or self-hosted Supabase: the same handler.
 * Messages are read with the caller's own rights; their translations are kept where the project has
 * a secret key.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseTranslateMessages(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = createTranslateMessagesHandler({
    ...translation(env, log),
    repository: supabaseMessageTranslations(env),
  });
  return serveOnSupabase(env, profiled(env, handler), log, TRANSLATE_MESSAGES.failed);
}

function translation(env: SupabaseEnvironment, log: Log): TranslateDependencies {
  return {
    providers: providersFromConfig(providersConfig(env)),
    cache: memoryCache(),
    log,
    glossaryOf: (userId, sessionId) => supabaseGlossary(env, userId, sessionId),
    note: (made) => noteOnSupabase(env, made),
    providerLimit: createProviderLimit(HOSTED_LIMITS.translation, systemClock),
  };
}

/**
 * The function `speech-to-text` for a hosted or self-hosted Supabase: the same handler; the
 * caller's own rights read the language of the profile.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseSpeechToText(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const { provider, problems } = readOpenAiEnvironment('speech', env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const handler = createSpeechHandler({
    providers: provider ? [openAiTranscription(provider)] : [],
    // The runtime bounds each worker and replaces it when it dies.
    check: checkAudio,
    languageOf: (userId, request) => profileLanguage(env, userId, request),
    providerLimit: createProviderLimit(HOSTED_LIMITS.speech, systemClock),
    log,
  });
  return serveOnSupabase(env, profiled(env, handler), log, 'Speech to text conversion failed');
}

/**
 * The function `assistant` for a hosted or self-hosted Supabase: the same handler. Chats and
 * knowledge base are read with the caller's own rights; each worker counts the calls of its own.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseAssistant(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const { provider, problems } = readOpenAiEnvironment('assistant', env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const handler = createAssistantHandler({
    model: provider && openAiChatStream(provider),
    chats: supabaseChatReader(env),
    knowledgeBase: supabaseKnowledgeBaseReader(env),
    providerLimit: createProviderLimit(HOSTED_LIMITS.assistant, systemClock),
    log,
  });
  return serveOnSupabase(env, profiled(env, handler), log, 'The assistant failed');
}

/**
 * The function `process-business-card` for a hosted or self-hosted Supabase. Its runtime starts no
 * processes, so a vision model reads the picture there.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseBusinessCard(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = beginning(env, createBusinessCardHandler(scanDependencies(env, log)));
  return serveOnSupabase(env, handler, log, 'Failed to process business card');
}

/**
 * The function `process-entrance-pass`, as above.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseEntrancePass(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = beginning(env, createEntrancePassHandler(scanDependencies(env, log)));
  return serveOnSupabase(env, handler, log, 'Failed to process entrance pass');
}

/**
 * The function `read-picture` for a hosted or self-hosted Supabase: a vision model reads the text.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseReadPicture(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = profiled(env, createReadPictureHandler(scanDependencies(env, log)));
  return serveOnSupabase(env, handler, log, 'The text in the picture could not be read');
}

function scanDependencies(env: SupabaseEnvironment, log: Log): ScanDependencies {
  const { provider, problems } = readOpenAiEnvironment('vision', env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const providerLimit = createProviderLimit(HOSTED_LIMITS.scans, systemClock);
  return { providers: provider ? [visionProvider(provider)] : [], providerLimit, log };
}

/** The handler for users with a profile alone. */
function profiled(env: SupabaseEnvironment, handler: FunctionHandler): FunctionHandler {
  return requireProfile(handler, hasSupabaseProfile(env));
}

/** The handler also for users who are setting a profile up, with fewer permissions. */
function beginning(env: SupabaseEnvironment, handler: FunctionHandler): FunctionHandler {
  return allowWithoutProfile(handler, {
    hasProfile: hasSupabaseProfile(env),
    allowance: createProviderLimit(HOSTED_LIMITS.scansWithoutProfile, systemClock),
    refuse: tooManyScans,
  });
}

function providersConfig(env: SupabaseEnvironment): TranslationProviderConfig[] {
  const { providers, problems } = readTranslationEnvironment(env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return providers;
}
