import { type GlossaryTerm, TERM_MODES } from '@dragoman/domain/glossary/term';
import { isLanguage, type Language } from '@dragoman/domain/languages';
import { TRANSLATE_MESSAGES } from '@dragoman/domain/translate-failures';
import { z } from 'zod';
import { readAssistantEnvironment } from '../assistant/assistant-environment.ts';
import { createAssistantHandler } from '../assistant/handler.ts';
import { openAiChatStream } from '../assistant/openai-chat-stream.ts';
import {
  createBusinessCardHandler,
  createEntrancePassHandler,
  type ScanDependencies,
} from '../documents/scan-handler.ts';
import { visionEngine } from '../documents/vision-engine.ts';
import { readVisionEnvironment } from '../documents/vision-environment.ts';
import { jsonResponse } from '../http/json-response.ts';
import type { Log } from '../http/log.ts';
import { checkAudio } from '../speech/audio-check.ts';
import { createSpeechHandler } from '../speech/handler.ts';
import { openAiTranscription } from '../speech/openai-transcription.ts';
import { readSpeechEnvironment } from '../speech/speech-environment.ts';
import { memoryCache } from '../translate/cache.ts';
import { enginesFromConfig, type TranslationEngineConfig } from '../translate/engines/engines-from-config.ts';
import { readTranslationEnvironment } from '../translate/engines/translation-environment.ts';
import {
  type Caller,
  createTranslateHandler,
  type FunctionHandler,
  type TranslateDependencies,
} from '../translate/handler.ts';
import { createTranslateMessagesHandler } from '../translate/messages/handler.ts';
import { supabaseChatReader, supabaseMaterialReader } from './supabase-assistant-readers.ts';
import { supabaseMessageShelf } from './supabase-message-shelf.ts';
import {
  callerHeaders,
  SUPABASE_MS,
  type SupabaseEnvironment,
  serviceHeaders,
  supabaseUrl,
} from './supabase-rest.ts';

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
  return onSupabase(env, createTranslateHandler(translation(env, log)), log, TRANSLATE_MESSAGES.failed);
}

/**
 * The function `translate-messages` for a hosted or self-hosted Supabase: the same handler. Messages are read with the caller's own
 * rights; their translations are kept where SUPABASE_SERVICE_ROLE_KEY is set.
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
  return onSupabase(env, handler, log, TRANSLATE_MESSAGES.failed);
}

function translation(env: SupabaseEnvironment, log: Log): TranslateDependencies {
  return {
    engines: enginesFromConfig(enginesConfig(env)),
    cache: memoryCache(),
    log,
    glossaryOf: (userId, sessionId) => glossaryFor(env, userId, sessionId),
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
    engine: engine && openAiTranscription(engine),
    // The runtime bounds each worker and replaces it when it dies.
    check: checkAudio,
    languageOf: (userId, request) => profileLanguage(env, userId, request),
    log,
  });
  return onSupabase(env, handler, log, 'Speech to text conversion failed');
}

/**
 * The function `assistant` for a hosted or self-hosted Supabase: the same handler. Chats and material are read with the caller's own
 * rights; how often one may ask is counted in each worker.
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
    log,
  });
  return onSupabase(env, handler, log, 'The assistant failed');
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
  const handler = createBusinessCardHandler(scanDependencies(env, log));
  return onSupabase(env, handler, log, 'Failed to process business card');
}

/** The function `process-entrance-pass`, as above. @throws {Error} naming each variable that is missing. */
export function supabaseEntrancePass(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const handler = createEntrancePassHandler(scanDependencies(env, log));
  return onSupabase(env, handler, log, 'Failed to process entrance pass');
}

function scanDependencies(env: SupabaseEnvironment, log: Log): ScanDependencies {
  const { engine, problems } = readVisionEnvironment(env);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return { engines: engine ? [visionEngine(engine)] : [], log };
}

/** Answers CORS, verifies the bearer with Supabase's own auth service, and keeps the inside of a crash inside. */
function onSupabase(
  env: SupabaseEnvironment,
  handler: FunctionHandler,
  log: Log,
  crashText: string,
): (request: Request) => Promise<Response> {
  const userUrl = `${supabaseUrl(env)}/auth/v1/user`;

  return async function handle(request) {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS_HEADERS });
    const response = await answer(request);
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value);
    return response;
  };

  async function answer(request: Request): Promise<Response> {
    try {
      const caller = await verifiedCaller(request, userUrl, env);
      if (caller === 'unknown') return jsonResponse(503, { error: 'The session could not be verified' });
      return await handler(request, caller);
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.name : typeof error }, 'function crashed');
      return jsonResponse(500, { error: crashText });
    }
  }
}

const userSchema = z.object({ id: z.string().min(1) });
const languageSchema = z.array(z.object({ language: z.string() })).max(1);

/** @returns who calls, null without a valid session, or `unknown` when the auth service could not say. */
async function verifiedCaller(
  request: Request,
  userUrl: string,
  env: SupabaseEnvironment,
): Promise<Caller | 'unknown'> {
  const headers = callerHeaders(env, request);
  if (!/^bearer \S+$/i.test(headers.authorization ?? '')) return null;
  try {
    const response = await fetch(userUrl, { headers, signal: AbortSignal.timeout(SUPABASE_MS) });
    if (response.status >= 500 || response.status === 429) return 'unknown';
    const user = userSchema.safeParse(await response.json());
    return response.ok && user.success ? { userId: user.data.id } : null;
  } catch {
    return 'unknown';
  }
}

async function profileLanguage(
  env: SupabaseEnvironment,
  userId: string,
  request: Request,
): Promise<Language | null> {
  const url = new URL(`${supabaseUrl(env)}/rest/v1/profiles`);
  url.searchParams.set('select', 'language');
  url.searchParams.set('user_id', `eq.${userId}`);
  const response = await fetch(url, {
    headers: callerHeaders(env, request),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  const language = languageSchema.safeParse(await response.json()).data?.[0]?.language;
  return isLanguage(language) ? language : null;
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

/** The glossary is its vendor's own, so that the service key reads it; where there is none, nothing is masked. */
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
