import { TRANSLATE_MESSAGES } from '@dragoman/domain/translation/translate-failures';
import { SPEECH_MESSAGES } from '@dragoman/domain/voice-messages';
import type { TFunction } from 'i18next';
import type { TranslationFailure } from '../translation/outgoing-translations.ts';
import type { TranscriptionFailure } from '../voice/transcription-queue.ts';

/**
 * @returns why there is no translation: the server's message, or ours without one
 * (specification 8.7)
 */
export function failureText(t: TFunction, failure: TranslationFailure): string {
  switch (failure.kind) {
    case 'server': {
      const known: Record<string, string> = {
        [TRANSLATE_MESSAGES.noEngine]: t('chat.translationNoEngine'),
        [TRANSLATE_MESSAGES.failed]: t('chat.translationFailed'),
      };
      return known[failure.message] ?? failure.message;
    }
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

/**
 * @returns why a voice message has no text: the server's message, or ours without one
 * (specification 8.7)
 */
export function voiceFailureText(t: TFunction, failure: TranscriptionFailure): string {
  switch (failure.kind) {
    case 'server': {
      const known: Record<string, string> = {
        [SPEECH_MESSAGES.noEngine]: t('chat.voice.noEngine'),
        [SPEECH_MESSAGES.noLanguage]: t('chat.voice.noLanguage'),
        [SPEECH_MESSAGES.unknownFormat]: t('chat.voice.unknownFormat'),
        [SPEECH_MESSAGES.noDecoder]: t('chat.voice.noDecoder'),
        [SPEECH_MESSAGES.failed]: t('chat.voice.notConverted'),
        [SPEECH_MESSAGES.busy]: t('chat.voice.busy'),
      };
      return known[failure.message] ?? failure.message;
    }
    case 'refused':
      return t('chat.voice.notConverted');
    case 'no-text':
      return t('chat.voice.noText');
    case 'unknown':
      return t('chat.voice.notProcessed');
  }
}
