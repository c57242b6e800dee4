import type { OpenAiCompatibleOptions } from '@dragoman/functions/providers/openai-compatible';

/** Configuration of the chat assistant. */
export interface AssistantConfig {
  /** Null: no assistant, and the app does not offer one. */
  model: OpenAiCompatibleOptions | null;
}
