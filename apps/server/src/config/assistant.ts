import type { OpenAiCompatibleOptions } from '@dragoman/functions/translate/engines/openai-compatible';

/** Who assists with chats. */
export interface AssistantConfig {
  /** Null: nobody; users then see no way to ask. */
  model: OpenAiCompatibleOptions | null;
}
