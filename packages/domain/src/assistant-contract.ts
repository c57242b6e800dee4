import { z } from 'zod';
import { ASSISTANT_TASKS } from './assistant.ts';
import { LANGUAGES } from './languages.ts';
import { QUESTION_MAX_LENGTH } from './material/material-answer.ts';
import { isUuid } from './uuid.ts';

/** The body of a call of the function `assistant`. */
export const assistantRequestSchema = z
  .object({
    task: z.enum(ASSISTANT_TASKS, { error: `task must be one of ${ASSISTANT_TASKS.join(', ')}` }),
    sessionId: z.string({ error: 'sessionId is required' }).refine(isUuid, 'sessionId must be a UUID'),
    /** What the answer is written in. */
    language: z.enum(LANGUAGES, { error: `language must be one of ${LANGUAGES.join(', ')}` }),
    /** What is asked of one's material: with the task `ask`, and with no other. */
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
