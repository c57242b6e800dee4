import type { Caller, FunctionHandler } from '@dragoman/functions/http/caller';
import { createEngineLimit } from '@dragoman/functions/http/engine-limit';
import { requireProfile } from '@dragoman/functions/http/profile-gate';
import { createSpeechHandler } from '@dragoman/functions/speech/handler';
import { openAiTranscription } from '@dragoman/functions/speech/openai-transcription';
import { createEngineHealth, type EngineState } from '@dragoman/functions/translate/engine-health';
import { enginesFromConfig } from '@dragoman/functions/translate/engines/engines-from-config';
import { createTranslateHandler } from '@dragoman/functions/translate/handler';
import { createTranslateMessagesHandler } from '@dragoman/functions/translate/messages/handler';
import { systemClock } from '@dragoman/functions/translate/retry';
import { type Context, Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { EngineBoard } from '../engines/engine-board.ts';
import { accessRefused } from '../http/access-refused.ts';
import { addressSlot, CallerBusyError, createCallerSlots, userSlot } from '../http/caller-slots.ts';
import { clientNetwork } from '../http/client-network.ts';
import { clientAddress, type ServerEnv } from '../http/request-info.ts';
import { MissingApiKeyError } from '../keys/api-keys.ts';
import { TokenError } from '../keys/key-ring.ts';
import { createAudioCheckPool } from '../speech/audio-check-pool.ts';
import { startAudioCheckProcess } from '../speech/audio-check-process.ts';
import { isSpeechSwitchedOn } from '../speech/choose-model.ts';
import { openLocalSpeech } from '../speech/local-speech.ts';
import { openLocalTranslation } from '../translation/local-translation.ts';
import { createAssistantFunction } from './assistant-function.ts';
import { createCallerScope } from './caller-scope.ts';
import { createDocumentFunctions, documentAdvice } from './document-functions.ts';
import { createEngineBoard, type EngineSection } from './engine-board.ts';
import { modelProbe, type Probe, readerProbe, speechProbe, translationProbe } from './engine-probes.ts';
import { glossaryFor } from './glossary.ts';
import { createMessageShelf } from './message-shelf.ts';
import { translationNotes } from './note-translation.ts';
import { profileCheck } from './profile-check.ts';
import { profileLanguage } from './profile-language.ts';
import { createTranslationCache } from './translation-cache.ts';

export interface FunctionsService {
  routes: Hono<ServerEnv>;
  /** How the translation engines are doing, in the order in which they are tried. */
  translationEngines(): EngineState[];
  /** How the engines that write down voice messages are doing, in the order in which they are tried. */
  speechEngines(): EngineState[];
  /** How those that read cards and passes are doing, in the order in which they are tried. */
  documentEngines(): EngineState[];
  /** All of them, as the organiser sees them. */
  board: EngineBoard;
  /** How the assistant's model is doing; empty where none is set up. */
  assistantEngines(): EngineState[];
  /** Ends what lives longer than a request. */
  close(): Promise<void>;
}

/**
 * Two processes, so that one recording that hangs does not hold up all others. A good one of two minutes takes some milliseconds,
 * so fifty people who send at once wait for moments.
 */
const AUDIO_CHECKS = { processes: 2, queue: 50, idleMs: 60_000 };
/** Calls of engines take seconds, reads of the database milliseconds: calls wait so many times as long. */
const PATIENCE = 4;
const AUDIO_CHECK_LIMITS = { startMs: 20_000, checkMs: 5_000 };

/** Hosts web-standard handlers under /functions/v1/{name} (supabase-protocol 6). The bearer is checked here, once for all. */
export function createFunctionsService(ctx: AppContext): FunctionsService {
  const local = ctx.config.models.translation
    ? openLocalTranslation(ctx.models, ctx.config.models, ctx.log)
    : null;
  const engines = [...(local ? [local.engine] : []), ...enginesFromConfig(ctx.config.translation)];
  const health = createEngineHealth(
    engines.map(({ name }) => name),
    { kind: 'translation', clock: systemClock, log: ctx.log },
  );
  const localSpeech = openLocalSpeech(ctx.models, ctx.config.models.speech, ctx.log);
  const speechEngines = [
    localSpeech.engine,
    ...(ctx.config.speech ? [openAiTranscription(ctx.config.speech)] : []),
  ];
  const speechHealth = createEngineHealth(
    speechEngines.map(({ name }) => name),
    { kind: 'transcription', clock: systemClock, log: ctx.log },
  );
  const audioChecks = createAudioCheckPool({ ...AUDIO_CHECKS, log: ctx.log }, () =>
    startAudioCheckProcess(AUDIO_CHECK_LIMITS),
  );
  const documents = createDocumentFunctions(ctx);
  const assistant = createAssistantFunction(ctx);
  const translation = {
    engines,
    health,
    cache: createTranslationCache(ctx.db),
    glossaryOf: (userId: string, sessionId: string | null) => glossaryFor(ctx.db, userId, sessionId),
    log: ctx.log,
    note: translationNotes(ctx.db),
  };
  const { engineLimits } = ctx.config;
  // One for both functions: a message costs the same whichever asks for it.
  const translationLimit = createEngineLimit(engineLimits.translation, systemClock);
  const hasProfile = profileCheck(ctx.db);
  const handlers: Record<string, FunctionHandler> = {
    ...documents.handlers,
    assistant: requireProfile(assistant.handler, hasProfile),
    translate: requireProfile(
      createTranslateHandler({ ...translation, engineLimit: translationLimit }),
      hasProfile,
    ),
    'translate-messages': requireProfile(
      createTranslateMessagesHandler({
        ...translation,
        messageLimit: translationLimit,
        shelf: createMessageShelf(ctx.db, createCallerScope(ctx.authenticator)),
      }),
      hasProfile,
    ),
    'speech-to-text': requireProfile(
      createSpeechHandler({
        engines: speechEngines,
        health: speechHealth,
        check: audioChecks.check,
        engineLimit: createEngineLimit(engineLimits.speech, systemClock),
        languageOf: (userId) => profileLanguage(ctx.db, userId),
        log: ctx.log,
      }),
      hasProfile,
    ),
  };
  const { callers } = ctx.config.limits;
  const slots = createCallerSlots({ ...callers, waitMs: callers.waitMs * PATIENCE });
  const routes = new Hono<ServerEnv>();
  routes.all('/:name', async (c) => {
    const name = c.req.param('name');
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) return relayError(c, 404, `There is no function named ${name}`);
    const caller = await callerOf(ctx, c);
    if (caller instanceof TokenError) return accessRefused(c, caller);
    try {
      return await slots.run(slotOf(ctx, c, caller), () => handler(c.req.raw, caller));
    } catch (error) {
      if (error instanceof CallerBusyError) return busy(c, error);
      ctx.log.error({ function: name, err: { name: (error as Error).name } }, 'a function crashed');
      return relayError(c, 500, 'The function could not answer');
    }
  });
  return {
    routes,
    translationEngines: health.states,
    speechEngines: speechHealth.states,
    documentEngines: documents.health.states,
    board: createEngineBoard([
      { kind: 'translation', health, engines: probed(engines, translationProbe), advice: () => null },
      {
        kind: 'speech',
        health: speechHealth,
        engines: probed(speechEngines, speechProbe),
        advice: () => null,
        // Without a model that is switched on, this machine is no choice yet.
        isShown: (name) => name !== localSpeech.engine.name || isSpeechSwitchedOn(ctx.models),
      },
      {
        kind: 'reading',
        health: documents.health,
        engines: probed(documents.engines, readerProbe),
        advice: () => documentAdvice(ctx.config.documents),
      },
      {
        kind: 'assistant',
        health: assistant.health,
        engines: probed(assistant.model ? [assistant.model] : [], modelProbe),
        advice: () => assistant.advice,
      },
    ]),
    assistantEngines: assistant.health.states,
    async close() {
      local?.close();
      localSpeech.close();
      audioChecks.close();
      await documents.close();
    },
  };
}

/** Engines with what each is tried with. */
function probed<Engine extends { name: string; description: string }>(
  engines: readonly Engine[],
  probeOf: (engine: Engine) => Probe,
): EngineSection['engines'] {
  return engines.map((engine) => ({
    name: engine.name,
    description: engine.description,
    probe: probeOf(engine),
  }));
}

/** The caller for whom a call counts among concurrent ones. */
function slotOf(ctx: AppContext, c: Context<ServerEnv>, caller: Caller): string | null {
  if (caller?.userId === 'service_role') return null;
  return caller ? userSlot(caller.userId) : addressSlot(clientAddress(c, ctx.config));
}

function busy(c: Context<ServerEnv>, { message, retryAfterSeconds }: CallerBusyError): Response {
  return c.json({ error: message }, 429, {
    'Retry-After': String(retryAfterSeconds),
    'Cache-Control': 'no-store',
  });
}

/**
 * An error before or instead of the function's own response; the header makes it the client's
 * FunctionsRelayError.
 */
function relayError(c: Context<ServerEnv>, status: 404 | 500, error: string): Response {
  c.header('x-relay-error', 'true');
  return c.json({ error }, status);
}

/**
 * @returns the signed-in user; null for an API key alone, and for a token that must not be
 * believed; the refusal of one that would be good if its access had not ended
 */
async function callerOf(ctx: AppContext, c: Context<ServerEnv>): Promise<Caller | TokenError> {
  try {
    const { claims, role } = await ctx.authenticator.authenticate(
      c.req.header('apikey'),
      c.req.header('authorization'),
      c.env.incoming,
    );
    const address = clientNetwork(clientAddress(c, ctx.config));
    if (role === 'service_role') return { userId: role, address };
    return role === 'authenticated' && claims.sub ? { userId: claims.sub, address } : null;
  } catch (error) {
    if (error instanceof TokenError) {
      return error.fault === 'ended' || error.fault === 'second_factor' ? error : null;
    }
    if (error instanceof MissingApiKeyError) return null;
    throw error;
  }
}
