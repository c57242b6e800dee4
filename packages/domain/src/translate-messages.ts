/** Messages of one call of the function `translate-messages`: about two screens of a chat. */
export const TRANSLATE_MESSAGES_MAX = 20;

export const UNTRANSLATED_REASONS = ['no-engine', 'failed', 'no-words'] as const;

/**
 * Why a message has no translation: there is no engine to ask; every engine failed; or there is nothing to translate (the message
 * is gone, another chat's, or a recording that has not been written down).
 */
export type UntranslatedReason = (typeof UNTRANSLATED_REASONS)[number];

/** The function's response; it contains each requested message exactly once. */
export interface TranslateMessagesAnswer {
  /** `engine` is `none` where nothing needed translating. */
  translations: Array<{ messageId: string; translatedText: string; engine: string }>;
  untranslated: Array<{ messageId: string; reason: UntranslatedReason }>;
}
