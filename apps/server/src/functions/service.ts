import { createSpeechHandler } from '@dragoman/functions/speech/handler';
import { openAiTranscription } from '@dragoman/functions/speech/openai-transcription';
import { createEngineHealth, type EngineState } from '@dragoman/functions/translate/engine-health';
import { enginesFromConfig } from '@dragoman/functions/translate/engines/engines-from-config';
import {
  type Caller,
  createTranslateHandler,
  type FunctionHandler,
} from '@dragoman/functions/translate/handler';
import { createTranslateMessagesHandler } from '@dragoman/functions/translate/messages/handler';
import { systemClock } from '@dragoman/functions/translate/retry';
import { type Context, Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { EngineBoard } from '../engines/engine-board.ts';
import type { ServerEnv } from '../http/request-info.ts';
import { MissingApiKeyError } from '../keys/api-keys.ts';
import { TokenError } from '../keys/key-ring.ts';
import { createAudioCheckPool } from '../speech/audio-check-pool.ts';
import { startAudioCheckProcess } from '../speech/audio-check-process.ts';
import { createAssistantFunction } from './assistant-function.ts';
import { createDocumentFunctions, documentAdvice } from './document-functions.ts';
import { createEngineBoard, type EngineSection } from './engine-board.ts';
import { modelProbe, type Probe, readerProbe, speechProbe, translationProbe } from './engine-probes.ts';
import { glossaryFor } from './glossary.ts';
import { createMessageShelf } from './message-shelf.ts';
import { profileLanguage } from './profile-language.ts';
import { createTranslationCache } from './translation-cache.ts';

export interface FunctionsService {
  routes: Hono<ServerEnv>;
  /** How the translation engines are doing, in the order in which they are tried. */
  translationEngines(): EngineState[];
  /** How the engine that writes down voice messages is doing; empty without one. */
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

/** Two, so that one recording that hangs does not hold up all others. A good one of two minutes takes some milliseconds. */
const AUDIO_CHECKS = { processes: 2, queue: 10, idleMs: 60_000 };
const AUDIO_CHECK_LIMITS = { startMs: 20_000, checkMs: 5_000 };

/** Hosts web-standard handlers under /functions/v1/{name} (wire facts, section E). The bearer is checked here, once for all. */
export function createFunctionsService(ctx: AppContext): FunctionsService {
  const engines = enginesFromConfig(ctx.config.translation);
  const health = createEngineHealth(
    engines.map(({ name }) => name),
    { kind: 'translation', clock: systemClock, log: ctx.log },
  );
  const speechEngine = ctx.config.speech && openAiTranscription(ctx.config.speech);
  const speechHealth = createEngineHealth(speechEngine ? [speechEngine.name] : [], {
    kind: 'transcription',
    clock: systemClock,
    log: ctx.log,
  });
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
  };
  const handlers: Record<string, FunctionHandler> = {
    ...documents.handlers,
    assistant: assistant.handler,
    translate: createTranslateHandler(translation),
    'translate-messages': createTranslateMessagesHandler({
      ...translation,
      shelf: createMessageShelf(ctx.db),
    }),
    'speech-to-text': createSpeechHandler({
      engine: speechEngine,
      health: speechHealth,
      check: audioChecks.check,
      languageOf: (userId) => profileLanguage(ctx.db, userId),
      log: ctx.log,
    }),
  };
  const routes = new Hono<ServerEnv>();
  routes.all('/:name', async (c) => {
    const name = c.req.param('name');
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) return relayError(c, 404, `There is no function named ${name}`);
    const caller = await callerOf(ctx, c);
    try {
      return await handler(c.req.raw, caller);
    } catch (error) {
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
        engines: probed(speechEngine ? [speechEngine] : [], speechProbe),
        advice: () => null,
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

/** What went wrong before or instead of the function's own answer; the header makes it the client's FunctionsRelayError. */
function relayError(c: Context<ServerEnv>, status: 404 | 500, error: string): Response {
  c.header('x-relay-error', 'true');
  return c.json({ error }, status);
}

/** @returns the signed-in user; null for an API key alone, and for a token that must not be believed */
async function callerOf(ctx: AppContext, c: Context<ServerEnv>): Promise<Caller> {
  try {
    const { claims, role } = await ctx.authenticator.authenticate(
      c.req.header('apikey'),
      c.req.header('authorization'),
    );
    if (role === 'service_role') return { userId: role };
    return role === 'authenticated' && claims.sub ? { userId: claims.sub } : null;
  } catch (error) {
    if (error instanceof TokenError || error instanceof MissingApiKeyError) return null;
    throw error;
  }
}
