import { useTranslation } from 'react-i18next';
import { QUOTA_TEXTS } from '@/shared/api/quota.ts';
import { toast } from '@/shared/toast/toast.ts';
import type { DelayReason } from '../model/send-result.ts';
import type { TranslationFailure } from '../translation/outgoing-translations.ts';
import type { TranscriptionFailure } from '../voice/transcription-queue.ts';
import { failureText, voiceFailureText } from './failure-text.ts';
import type { SendingEvent } from './outbox-runtime.ts';

/**
 * Shows 'Translation Error' and 'Voice Processing Error' with the server's message, or ours without
 * one (specification 8.7).
 */
export function useFailureToasts() {
  const { t } = useTranslation();

  function showTranslationFailure(failure: TranslationFailure): void {
    // One toast for a burst of messages that all meet the same missing engine.
    toast.error(t('chat.translationErrorTitle'), {
      id: 'translation-error',
      description: failureText(t, failure),
    });
  }

  function showVoiceFailure(failure: TranscriptionFailure): void {
    toast.error(t('chat.voice.errorTitle'), {
      id: 'voice-error',
      description: voiceFailureText(t, failure),
    });
  }

  function showDelay(reason: DelayReason): void {
    // One toast for all attempts of the same burst.
    toast(t(reason === 'full' ? QUOTA_TEXTS.installation : 'quota.tooFast'), { id: 'held-back' });
  }

  return (event: Exclude<SendingEvent, { kind: 'refused' }>) => {
    switch (event.kind) {
      case 'held-back':
        return showDelay(event.reason);
      case 'translation-failed':
        return showTranslationFailure(event.failure);
      case 'transcription-failed':
        return showVoiceFailure(event.failure);
    }
  };
}
