import { z } from 'zod';
import { LANGUAGES } from '../languages.ts';
import { MESSAGE_MAX_LENGTH } from '../messages.ts';
import { characterCount, isBlank } from '../text.ts';
import { isUuid } from '../uuid.ts';

// Body and answers of the function `translate` (specification 7.7).

const languages = LANGUAGES.join(', ');

export const translateRequestSchema = z.object(
  {
    text: z
      .string({ error: 'text must be a string' })
      .refine((text) => !isBlank(text), { error: 'text must not be empty' })
      .refine((text) => characterCount(text) <= MESSAGE_MAX_LENGTH, {
        error: `text must be at most ${MESSAGE_MAX_LENGTH} characters`,
      }),
    targetLanguage: z.enum(LANGUAGES, { error: `targetLanguage must be one of ${languages}` }),
    sourceLanguage: z.enum(LANGUAGES, { error: `sourceLanguage must be one of ${languages}` }),
    /**
     * The chat in which it is said: its vendor's glossary holds. Beyond the specification, and not
     * needed.
     */
    sessionId: z
      .string({ error: 'sessionId must be a string' })
      .refine(isUuid, { error: 'sessionId must be the id of a session' })
      .nullish(),
    /**
     * The provider of a translation that its reader does not trust, as `engine` named it: another one
     * is asked (docs/adr/0071).
     */
    otherThan: z
      .string({ error: 'otherThan must be a string' })
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'otherThan must be the name of an engine' })
      .nullish(),
  },
  { error: 'The request body must be a JSON object' },
);

export type TranslateRequest = z.infer<typeof translateRequestSchema>;

/**
 * The response as the client reads it. `engine` says who made the translation; `none` means that
 * nothing needed translating.
 */
export const translateResponseSchema = z.object({
  translatedText: z.string().min(1),
  engine: z.string().optional(),
});

export type TranslateResponse = z.infer<typeof translateResponseSchema>;

export interface TranslateFailure {
  /** Text for the toast 'Translation Error' (specification 8.7). */
  error: string;
}
