/** What the function `translate` says of a text that nobody translated. The app shows it in the reader's language. */
export const TRANSLATE_MESSAGES = {
  noEngine:
    'Translation is not available: no translation engine is configured, and the phrasebook does not know this text',
  failed: 'Translation failed',
} as const;
