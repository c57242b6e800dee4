import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/toast.ts';
import type { SendingEvent } from '../api/outbox-runtime.ts';
import type { TranscriptionFailure } from '../model/transcription-desk.ts';
import type { TranslationFailure } from '../model/translation-desk.ts';
import { failureText, voiceFailureText } from './failure-text.ts';

/** Shows 'Translation Error' and 'Voice Processing Error' with the server's message, or ours without one (spec section 8). */
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

  return (event: Exclude<SendingEvent, { kind: 'refused' }>) =>
    event.kind === 'translation-failed'
      ? showTranslationFailure(event.failure)
      : showVoiceFailure(event.failure);
}
