/** Messages of one call of the function `translate-messages`: about two screens of a chat. */
export const TRANSLATE_MESSAGES_MAX = 20;

export const UNTRANSLATED_REASONS = ['no-engine', 'failed', 'no-words'] as const;

/**
 * Why a message has no translation: no provider is configured; every provider failed; or it has no
 * translatable content (it was deleted, belongs to another chat, or is a recording without a
 * transcript).
 */
export type UntranslatedReason = (typeof UNTRANSLATED_REASONS)[number];

/** The function's response; it contains each requested message exactly once. */
export interface TranslateMessagesResponse {
  /** `engine` is `none` where nothing needed translating. */
  translations: Array<{ messageId: string; translatedText: string; engine: string }>;
  untranslated: Array<{ messageId: string; reason: UntranslatedReason }>;
}
