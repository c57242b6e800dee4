import { type GlossaryTerm, TERM_MODES } from '@dragoman/domain/glossary/term';
import { TRANSLATE_MESSAGES } from '@dragoman/domain/translate-failures';
import { z } from 'zod';
import { readAssistantEnvironment } from '../assistant/assistant-environment.ts';
import { createAssistantHandler } from '../assistant/handler.ts';
import { openAiChatStream } from '../assistant/openai-chat-stream.ts';
import {
  createBusinessCardHandler,
  createEntrancePassHandler,
  type ScanDependencies,
  tooManyScans,
} from '../documents/scan-handler.ts';
import { visionEngine } from '../documents/vision-engine.ts';
import { readVisionEnvironment } from '../documents/vision-environment.ts';
import type { Caller, FunctionHandler } from '../http/caller.ts';
import { createEngineLimit } from '../http/engine-limit.ts';
import { jsonResponse } from '../http/json-response.ts';
import type { Log } from '../http/log.ts';
import { allowWithoutProfile, requireProfile } from '../http/profile-gate.ts';
import { checkAudio } from '../speech/audio-check.ts';
import { createSpeechHandler } from '../speech/handler.ts';
import { openAiTranscription } from '../speech/openai-transcription.ts';
import { readSpeechEnvironment } from '../speech/speech-environment.ts';
import { memoryCache } from '../translate/cache.ts';
import { enginesFromConfig, type TranslationEngineConfig } from '../translate/engines/engines-from-config.ts';
import { readTranslationEnvironment } from '../translate/engines/translation-environment.ts';
import {
  createTranslateHandler,
  type MadeTranslation,
  type TranslateDependencies,
} from '../translate/handler.ts';
import { createTranslateMessagesHandler } from '../translate/messages/handler.ts';
import { systemClock } from '../translate/retry.ts';
import { addressOf, HOSTED_LIMITS } from './hosted-limits.ts';
import { factorsSchema, lacksSecondFactor } from './second-factor.ts';
import { supabaseChatReader, supabaseMaterialReader } from './supabase-assistant-readers.ts';
import { publishableKey, type SupabaseEnvironment, secretKey } from './supabase-keys.ts';
import { supabaseMessageShelf } from './supabase-message-shelf.ts';
import { hasSupabaseProfile, profileLanguage } from './supabase-profiles.ts';
import { callerHeaders, SUPABASE_MS, serviceHeaders, supabaseUrl } from './supabase-rest.ts';

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-expose-headers': 'x-relay-error',
  'access-control-max-age': '86400',
};

/**
 * The function `translate` for a hosted or self-hosted Supabase: the same handler, with a cache in the worker's memory.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseTranslate(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = createTranslateHandler(translation(env, log));
  return onSupabase(env, profiled(env, handler), log, TRANSLATE_MESSAGES.failed);
}

/**
 * The function `translate-messages` for a hosted or self-hosted Supabase: the same handler. Messages are read with the caller's own
 * rights; their translations are kept where the project has a secret key.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseTranslateMessages(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = createTranslateMessagesHandler({
    ...translation(env, log),
    shelf: supabaseMessageShelf(env),
  });
  return onSupabase(env, profiled(env, handler), log, TRANSLATE_MESSAGES.failed);
}

function translation(env: SupabaseEnvironment, log: Log): TranslateDependencies {
  return {
    engines: enginesFromConfig(enginesConfig(env)),
    cache: memoryCache(),
    log,
    glossaryOf: (userId, sessionId) => glossaryFor(env, userId, sessionId),
    note: (made) => noteTranslation(env, made),
    engineLimit: createEngineLimit(HOSTED_LIMITS.translation, systemClock),
  };
}

/**
 * The function `speech-to-text` for a hosted or self-hosted Supabase: the same handler; the caller's own rights read the
 * language of the profile.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseSpeechToText(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const { engine, problems } = readSpeechEnvironment(env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const handler = createSpeechHandler({
    engines: engine ? [openAiTranscription(engine)] : [],
    // The runtime bounds each worker and replaces it when it dies.
    check: checkAudio,
    languageOf: (userId, request) => profileLanguage(env, userId, request),
    engineLimit: createEngineLimit(HOSTED_LIMITS.speech, systemClock),
    log,
  });
  return onSupabase(env, profiled(env, handler), log, 'Speech to text conversion failed');
}

/**
 * The function `assistant` for a hosted or self-hosted Supabase: the same handler. Chats and
 * material are read with the caller's own rights; each worker counts the calls of its own.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseAssistant(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const { engine, problems } = readAssistantEnvironment(env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const handler = createAssistantHandler({
    model: engine && openAiChatStream(engine),
    chats: supabaseChatReader(env),
    material: supabaseMaterialReader(env),
    engineLimit: createEngineLimit(HOSTED_LIMITS.assistant, systemClock),
    log,
  });
  return onSupabase(env, profiled(env, handler), log, 'The assistant failed');
}

/**
 * The function `process-business-card` for a hosted or self-hosted Supabase. Its runtime starts no processes, so a vision model
 * reads the picture there.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseBusinessCard(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = beginning(env, createBusinessCardHandler(scanDependencies(env, log)));
  return onSupabase(env, handler, log, 'Failed to process business card');
}

/** The function `process-entrance-pass`, as above. @throws {Error} naming each variable that is missing. */
export function supabaseEntrancePass(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = beginning(env, createEntrancePassHandler(scanDependencies(env, log)));
  return onSupabase(env, handler, log, 'Failed to process entrance pass');
}

function scanDependencies(env: SupabaseEnvironment, log: Log): ScanDependencies {
  const { engine, problems } = readVisionEnvironment(env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const engineLimit = createEngineLimit(HOSTED_LIMITS.scans, systemClock);
  return { engines: engine ? [visionEngine(engine)] : [], engineLimit, log };
}

/** The handler for users with a profile alone. */
function profiled(env: SupabaseEnvironment, handler: FunctionHandler): FunctionHandler {
  return requireProfile(handler, hasSupabaseProfile(env));
}

/** The handler also for who is setting a profile up, who may have a little. */
function beginning(env: SupabaseEnvironment, handler: FunctionHandler): FunctionHandler {
  return allowWithoutProfile(handler, {
    hasProfile: hasSupabaseProfile(env),
    allowance: createEngineLimit(HOSTED_LIMITS.scansWithoutProfile, systemClock),
    refuse: tooManyScans,
  });
}

/** Answers CORS, verifies the bearer with Supabase's own auth service, and keeps the inside of a crash inside. */
function onSupabase(
  env: SupabaseEnvironment,
  handler: FunctionHandler,
  log: Log,
  crashText: string,
): (request: Request) => Promise<Response> {
  const userUrl = `${supabaseUrl(env)}/auth/v1/user`;
  // A dictionary of keys that cannot be read is told at the start, not at the first request.
  publishableKey(env);
  secretKey(env);

  return async function handle(request) {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS_HEADERS });
    const response = await answer(request);
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value);
    return response;
  };

  async function answer(request: Request): Promise<Response> {
    try {
      const caller = await verifiedCaller(request, userUrl, env);
      if (caller === 'second_factor') {
        const error = 'This account has a second factor: prove it to go on';
        return jsonResponse(403, { code: 'insufficient_aal', error });
      }
      if (caller === 'unknown') return jsonResponse(503, { error: 'The session could not be verified' });
      return await handler(request, caller);
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.name : typeof error }, 'function crashed');
      return jsonResponse(500, { error: crashText });
    }
  }
}

const userSchema = factorsSchema.extend({ id: z.string().min(1) });

/**
 * @returns who calls, null without a valid session, `second_factor` for a session that must prove
 * it first, or `unknown` when the auth service could not say.
 */
async function verifiedCaller(
  request: Request,
  userUrl: string,
  env: SupabaseEnvironment,
): Promise<Caller | 'unknown' | 'second_factor'> {
  const headers = callerHeaders(env, request);
  if (!/^bearer \S+$/i.test(headers.authorization ?? '')) return null;
  try {
    const response = await fetch(userUrl, { headers, signal: AbortSignal.timeout(SUPABASE_MS) });
    if (response.status >= 500 || response.status === 429) return 'unknown';
    const user = userSchema.safeParse(await response.json());
    if (!response.ok || !user.success) return null;
    if (lacksSecondFactor(headers.authorization ?? '', user.data)) return 'second_factor';
    return { userId: user.data.id, address: addressOf(request) };
  } catch {
    return 'unknown';
  }
}

const glossarySchema = z.array(
  z.object({
    term: z.string(),
    mode: z.enum(TERM_MODES),
    en: z.string().nullable(),
    zh: z.string().nullable(),
    ar: z.string().nullable(),
  }),
);

/**
 * A vendor's glossary is private to the vendor, so it is read with the service key. Without a
 * glossary nothing is masked.
 */
async function glossaryFor(
  env: SupabaseEnvironment,
  userId: string,
  sessionId: string | null,
): Promise<GlossaryTerm[]> {
  const rights = serviceHeaders(env);
  if (!rights) return [];
  const response = await fetch(`${supabaseUrl(env)}/rest/v1/rpc/glossary_for`, {
    method: 'POST',
    headers: { ...rights, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, session_id: sessionId }),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The glossary could not be read: status ${response.status}`);
  return glossarySchema.parse(await response.json());
}

/** Without the service key nothing is noted, and messages name no engine. */
async function noteTranslation(env: SupabaseEnvironment, made: MadeTranslation): Promise<void> {
  const rights = serviceHeaders(env);
  if (!rights) return;
  const { userId: user_id, words, target, translated, engine } = made;
  const response = await fetch(`${supabaseUrl(env)}/rest/v1/rpc/note_translation`, {
    method: 'POST',
    headers: { ...rights, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id, words, target, translated, engine }),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The translation could not be noted: status ${response.status}`);
}

function enginesConfig(env: SupabaseEnvironment): TranslationEngineConfig[] {
  const { engines, problems } = readTranslationEnvironment(env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return engines;
}

function consoleLog(): Log {
  const line = (level: string) => (fields: Record<string, unknown>, message: string) =>
    console.log(JSON.stringify({ level, message, ...fields }));
  return { info: line('info'), warn: line('warn') };
}
