import { z } from 'zod';
import { QUESTION_MAX_LENGTH } from '../knowledge-base/knowledge-base-answer.ts';
import { LANGUAGES } from '../languages.ts';
import { isUuid } from '../uuid.ts';
import { ASSISTANT_TASKS } from './assistant.ts';

/** The body of a call of the function `assistant`. */
export const assistantRequestSchema = z
  .object({
    task: z.enum(ASSISTANT_TASKS, { error: `task must be one of ${ASSISTANT_TASKS.join(', ')}` }),
    sessionId: z.string({ error: 'sessionId is required' }).refine(isUuid, 'sessionId must be a UUID'),
    /** The language of the answer. */
    language: z.enum(LANGUAGES, { error: `language must be one of ${LANGUAGES.join(', ')}` }),
    /**
     * The question about the knowledge base: required with the task `ask`, and not allowed with any
     * other.
     */
    question: z
      .string({ error: 'question must be a text' })
      .trim()
      .min(1, 'question must not be empty')
      .max(QUESTION_MAX_LENGTH, `question must have at most ${QUESTION_MAX_LENGTH} characters`)
      .optional(),
  })
  .refine(({ task, question }) => (task === 'ask') === (question !== undefined), {
    error: 'question goes with the task ask, and with no other',
  });

export type AssistantRequest = z.output<typeof assistantRequestSchema>;
