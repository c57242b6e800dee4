import { z } from 'zod';
import { LANGUAGES } from '../languages.ts';
import { TRANSLATE_MESSAGES_MAX } from './translate-messages.ts';

// Body of the function `translate-messages`: a reader's part of a chat in the reader's own
// language.

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
