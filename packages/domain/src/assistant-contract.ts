import { z } from 'zod';
import { ASSISTANT_TASKS } from './assistant.ts';
import { LANGUAGES } from './languages.ts';
import { isUuid } from './uuid.ts';

/** The body of a call of the function `assistant`. */
export const assistantRequestSchema = z.object({
  task: z.enum(ASSISTANT_TASKS, { error: `task must be one of ${ASSISTANT_TASKS.join(', ')}` }),
  sessionId: z.string({ error: 'sessionId is required' }).refine(isUuid, 'sessionId must be a UUID'),
  /** What the answer is written in. */
  language: z.enum(LANGUAGES, { error: `language must be one of ${LANGUAGES.join(', ')}` }),
});

export type AssistantRequest = z.output<typeof assistantRequestSchema>;
