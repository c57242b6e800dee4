import type { Caller, FunctionHandler } from '@dragoman/functions/http/caller';
import { createProviderLimit } from '@dragoman/functions/http/provider-limit';
import { requireProfile } from '@dragoman/functions/http/require-profile';
import { createProviderHealth, type ProviderState } from '@dragoman/functions/providers/provider-health';
import { systemClock } from '@dragoman/functions/providers/retry';
import { createConvertHandler } from '@dragoman/functions/speech/convert-handler';
import { createSpeechHandler } from '@dragoman/functions/speech/handler';
import { openAiTranscription } from '@dragoman/functions/speech/openai-transcription';
import { createTranslateHandler } from '@dragoman/functions/translate/handler';
import { createTranslateMessagesHandler } from '@dragoman/functions/translate/messages-handler';
import { providersFromConfig } from '@dragoman/functions/translate/providers/providers-from-config';
import {
  createAudioCheckPool,
  startAudioCheckProcess,
} from '@dragoman/local-engines/speech/audio-check-pool';
import { isSpeechSwitchedOn } from '@dragoman/local-engines/speech/choose-model';
import { openLocalSpeech } from '@dragoman/local-engines/speech/local-speech';
import { openLocalTranslation } from '@dragoman/local-engines/translation/local-translation';
import { accessRefused } from '@dragoman/supabase-server/http/access-refused';
import {
  addressSlot,
  CallerBusyError,
  createCallerSlots,
  userSlot,
} from '@dragoman/supabase-server/http/caller-slots';
import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { MissingApiKeyError } from '@dragoman/supabase-server/keys/api-keys';
import { TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import { type Context, Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { ProviderStatus } from '../providers/provider-status.ts';
import { createAssistantFunction } from './assistant-function.ts';
import { createCallerScope } from './caller-scope.ts';
import { createDocumentFunctions, documentAdvice } from './document-functions.ts';
import { glossaryFor } from './glossary.ts';
import { createMessageTranslationsRepository } from './message-translations-repository.ts';
import { translationNotes } from './note-translation.ts';
import { profileCheck } from './profile-check.ts';
import { profileLanguage } from './profile-language.ts';
import { modelProbe, type Probe, readerProbe, speechProbe, translationProbe } from './provider-probes.ts';
import { createProviderStatus, type ProviderSection } from './provider-status.ts';
import { createTranslationCache } from './translation-cache.ts';

export interface FunctionsService {
  routes: Hono<ServerEnv>;
  /** The states of the translation providers, in the order in which they are tried. */
  translationEngines(): ProviderState[];
  /** The states of the transcription providers, in the order in which they are tried. */
  speechEngines(): ProviderState[];
  /**
   * The states of the providers that read cards and passes, in the order in which they are tried.
   */
  documentEngines(): ProviderState[];
  /** All of them, as administrators see them. */
  board: ProviderStatus;
  /** The state of the assistant's model; empty where none is set up. */
  assistantEngines(): ProviderState[];
  /** Ends what lives longer than a request. */
  close(): Promise<void>;
}

/**
 * Two processes, so that one recording that hangs does not hold up all others. A good one of two
 * minutes takes some milliseconds, so fifty people who send at once wait for moments.
 */
const AUDIO_CHECKS = { processes: 2, queue: 50, idleMs: 60_000 };
/**
 * Calls of providers take seconds, reads of the database milliseconds: calls wait so many times as
 * long.
 */
const PATIENCE = 4;
const AUDIO_CHECK_LIMITS = { startMs: 20_000, checkMs: 5_000, convertMs: 20_000 };

/**
 * Hosts web-standard handlers under /functions/v1/{name} (supabase-protocol 6). The bearer is
 * checked here, once for all.
 */
export function createFunctionsService(ctx: AppContext): FunctionsService {
  const local = ctx.config.models.translation
    ? openLocalTranslation(ctx.models, ctx.config.models, ctx.log)
    : null;
  const providers = [...(local ? [local.provider] : []), ...providersFromConfig(ctx.config.translation)];
  const health = createProviderHealth(providers, { kind: 'translation', clock: systemClock, log: ctx.log });
  const localSpeech = openLocalSpeech(ctx.models, ctx.config.models.speech, ctx.log);
  const speechProviders = [
    localSpeech.provider,
    ...(ctx.config.speech ? [openAiTranscription(ctx.config.speech)] : []),
  ];
  const speechHealth = createProviderHealth(speechProviders, {
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
    providers,
    health,
    cache: createTranslationCache(ctx.db),
    glossaryOf: (userId: string, sessionId: string | null) => glossaryFor(ctx.db, userId, sessionId),
    log: ctx.log,
    note: translationNotes(ctx.db),
  };
  const { providerLimits } = ctx.config;
  // Both functions share one limit, because a message costs the same through either.
  const translationLimit = createProviderLimit(providerLimits.translation, systemClock);
  const hasProfile = profileCheck(ctx.db);
  const handlers: Record<string, FunctionHandler> = {
    ...documents.handlers,
    assistant: requireProfile(assistant.handler, hasProfile),
    translate: requireProfile(
      createTranslateHandler({
        ...translation,
        callerLimits: providerLimits.translation.user,
        providerLimit: translationLimit,
      }),
      hasProfile,
    ),
    'translate-messages': requireProfile(
      createTranslateMessagesHandler({
        ...translation,
        messageLimit: translationLimit,
        repository: createMessageTranslationsRepository(ctx.db, createCallerScope(ctx.authenticator)),
      }),
      hasProfile,
    ),
    'convert-recording': requireProfile(createConvertHandler(audioChecks.convert), hasProfile),
    'speech-to-text': requireProfile(
      createSpeechHandler({
        providers: speechProviders,
        health: speechHealth,
        check: audioChecks.check,
        providerLimit: createProviderLimit(providerLimits.speech, systemClock),
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
    board: createProviderStatus([
      { kind: 'translation', health, engines: probed(providers, translationProbe), advice: () => null },
      {
        kind: 'speech',
        health: speechHealth,
        engines: probed(speechProviders, speechProbe),
        advice: () => null,
        // Without a model that is switched on, this machine is no choice yet.
        isShown: (name) => name !== localSpeech.provider.name || isSpeechSwitchedOn(ctx.models),
      },
      {
        kind: 'reading',
        health: documents.health,
        engines: probed(documents.providers, readerProbe),
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

/** Providers with what each is tried with. */
function probed<Provider extends { name: string; description: string }>(
  providers: readonly Provider[],
  probeOf: (provider: Provider) => Probe,
): ProviderSection['engines'] {
  return providers.map((provider) => ({
    name: provider.name,
    description: provider.description,
    probe: probeOf(provider),
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
