import type { Language } from '@dragoman/domain/languages';
import { recordingPath } from '@dragoman/domain/voice-messages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import type { Recording } from '../model/outbox-entry.ts';
import type { Sending } from '../sync/outbox-runtime.ts';

export interface Voice {
  /** @returns whether the device can store one more; otherwise the user sees why not */
  canRecord(): boolean;
  send(recording: Recording): void;
}

/**
 * Recordings that may wait on the device for the network or for their words; each is half a
 * megabyte at most.
 */
const MOST_WAITING = 30;

/** Sends recordings in a session; null without a transcription engine. */
export function useSendVoice(
  chatId: string,
  me: Profile,
  target: Language | null,
  { outbox, transcripts }: Sending,
): Voice | null {
  const { t } = useTranslation();
  const { speech } = useBackend().config;
  return useMemo(() => {
    if (!speech) return null;
    return {
      canRecord() {
        const queued = outbox.get().jobs.filter(({ recording }) => recording).length;
        if (queued + transcripts.busy.get().size < MOST_WAITING) return true;
        toast.error(t('common.error'), { id: 'voice-full', description: t('chat.voice.full') });
        return false;
      },
      send(recording) {
        void outbox.write({
          sessionId: chatId,
          content: recordingPath(chatId, Date.now(), recording.audio.type),
          recording,
          sourceLanguage: me.language,
          targetLanguage: target,
        });
      },
    };
  }, [speech, outbox, transcripts, chatId, me.language, target, t]);
}
