import { createAssistantHandler } from '@dragoman/functions/assistant/handler';
import type { LanguageModel } from '@dragoman/functions/assistant/language-model';
import { openAiChatStream } from '@dragoman/functions/assistant/openai-chat-stream';
import type { FunctionHandler } from '@dragoman/functions/http/caller';
import { createProviderLimit } from '@dragoman/functions/http/provider-limit';
import { createProviderHealth, type ProviderHealth } from '@dragoman/functions/providers/provider-health';
import { systemClock } from '@dragoman/functions/providers/retry';
import type { AssistantConfig } from '../config/assistant.ts';
import type { AppContext } from '../context.ts';
import { createCallerScope } from './caller-scope.ts';
import { createChatReader } from './chat-reader.ts';
import { createKnowledgeBaseReader } from './knowledge-base-reader.ts';

export interface AssistantFunction {
  handler: FunctionHandler;
  /** Null where none is set up. */
  model: LanguageModel | null;
  /** The provider's health. */
  health: ProviderHealth;
  /** Advice for the event admin; null where a model is set up. */
  advice: string | null;
}

/** The function `assistant`, over the model that the configuration names, if any. */
export function createAssistantFunction({
  config: { assistant: config, providerLimits },
  authenticator,
  db,
  log,
}: Pick<AppContext, 'authenticator' | 'config' | 'db' | 'log'>): AssistantFunction {
  const model = config.model && openAiChatStream(config.model);
  const scopeOf = createCallerScope(authenticator);
  const health = createProviderHealth(model ? [model] : [], {
    kind: 'assistance',
    clock: systemClock,
    log,
  });
  return {
    handler: createAssistantHandler({
      model,
      chats: createChatReader(db, scopeOf),
      knowledgeBase: createKnowledgeBaseReader(db, scopeOf),
      health,
      log,
      providerLimit: createProviderLimit(providerLimits.assistant, systemClock),
    }),
    model,
    health,
    advice: assistantAdvice(config),
  };
}

/** @returns a line for the start banner. */
export function describeAssistant({ model }: AssistantConfig): string {
  return model
    ? openAiChatStream(model).description
    : 'off (set ASSISTANT_OPENAI_URL); key facts need no model';
}

/** @returns the advice of `/readyz` for an installation without an assistant; null with one */
export function assistantAdvice({ model }: AssistantConfig): string | null {
  return model
    ? null
    : 'No assistant is set up, and users see none: ASSISTANT_OPENAI_URL and _MODEL name one';
}
