import type { OpenAiCompatibleOptions } from '@dragoman/functions/translate/engines/openai-compatible';
import type { z } from 'zod';
import { limit } from './variables.ts';

/** Who assists with chats, and how much of it one user may have. */
export interface AssistantConfig {
  /** Null: nobody; users then see no way to ask. */
  model: OpenAiCompatibleOptions | null;
  /** Answers that one user may ask for in an hour; 0: without limit. */
  perHour: number;
}

export const assistantVariables = { RATE_LIMIT_ASSISTANT_PER_HOUR: limit(30) };

export function assistantConfig(
  env: z.output<z.ZodObject<typeof assistantVariables>>,
  model: OpenAiCompatibleOptions | null,
): AssistantConfig {
  return { model, perHour: env.RATE_LIMIT_ASSISTANT_PER_HOUR };
}
