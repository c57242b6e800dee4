import { z } from 'zod';
import { LANGUAGES } from './languages.ts';

// Body and answers of the function `translate-messages`: a reader's part of a chat in the reader's own language.

/** Messages of one call: about two screens of a chat. */
export const TRANSLATE_MESSAGES_MAX = 20;

export const translateMessagesRequestSchema = z.object(
  {
    messageIds: z
      .array(z.uuid({ error: 'messageIds must hold ids of messages' }), {
        error: 'messageIds must be a list of ids',
      })
      .min(1, { error: 'messageIds must not be empty' })
      .max(TRANSLATE_MESSAGES_MAX, { error: `messageIds must be at most ${TRANSLATE_MESSAGES_MAX}` }),
    targetLanguage: z.enum(LANGUAGES, { error: `targetLanguage must be one of ${LANGUAGES.join(', ')}` }),
  },
  { error: 'The request body must be a JSON object' },
);

export type TranslateMessagesRequest = z.infer<typeof translateMessagesRequestSchema>;

export const UNTRANSLATED_REASONS = ['no-engine', 'failed', 'no-words'] as const;

/**
 * Why a message has no translation: there is no engine to ask; every engine failed; or there is nothing to translate (the message
 * is gone, another chat's, or a recording that has not been written down).
 */
export type UntranslatedReason = (typeof UNTRANSLATED_REASONS)[number];

/** What the client reads. `engine` is `none` where nothing needed translating. */
export const translateMessagesAnswerSchema = z.object({
  translations: z.array(
    z.object({ messageId: z.string(), translatedText: z.string().min(1), engine: z.string() }),
  ),
  untranslated: z.array(z.object({ messageId: z.string(), reason: z.enum(UNTRANSLATED_REASONS) })),
});

export type TranslateMessagesAnswer = z.infer<typeof translateMessagesAnswerSchema>;
