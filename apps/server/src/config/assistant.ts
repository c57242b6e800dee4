import type { OpenAiCompatibleOptions } from '@dragoman/functions/translate/engines/openai-compatible';

/** Who assists with chats. */
export interface AssistantConfig {
  /** Null: no assistant, and the app does not offer one. */
  model: OpenAiCompatibleOptions | null;
}
