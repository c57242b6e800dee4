/**
 * Messages of the function `translate` for a text without a translation. The app shows them in the
 * user's language.
 */
export const TRANSLATE_MESSAGES = {
  noEngine:
    'Translation is not available: no translation engine is configured, and the phrasebook does not know this text',
  failed: 'Translation failed',
} as const;
