import type { TFunction } from 'i18next';
import type { TranslationFailure } from '../model/translation-desk.ts';

/** @returns why there is no translation: the server's message, or ours without one (spec section 8) */
export function failureText(t: TFunction, failure: TranslationFailure): string {
  switch (failure.kind) {
    case 'server':
      return failure.message;
    case 'no-session':
      return t('chat.translationNoSession');
    case 'no-translation':
      return t('chat.translationNothing');
    case 'limited':
      return t('chat.translationLimited');
    case 'unknown':
      return t('chat.translationError');
  }
}
