import { HOME_PATH } from '@dragoman/domain/routes';
import { translationTarget } from '@dragoman/domain/translation/translation-target';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { ProfileLoadError } from '@/entities/profile/profile-load-error.tsx';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { outline, slotsOf } from '@/features/chat/composer/placeholder-inputs.ts';
import { systemClock } from '@/features/chat/model/clock.ts';
import type { Sending } from '@/features/chat/sync/outbox-runtime.ts';
import { useSending } from '@/features/chat/sync/use-sending.ts';
import type { TranslateOutcome } from '@/features/chat/translation/outgoing-translations.ts';
import { loadPhrasebook } from '@/features/chat/translation/phrasebook.ts';
import { translateMessage } from '@/features/chat/translation/translate.ts';
import { readAloud } from '@/features/chat/voice/browser-read-aloud.ts';
import { openMicrophone } from '@/features/chat/voice/microphone.ts';
import { microphoneProblem } from '@/features/chat/voice/microphone-problem.ts';
import { createRecorder } from '@/features/chat/voice/recorder.ts';
import { transcribeRecording } from '@/features/chat/voice/transcribe.ts';
import { FaceToFacePage } from '@/features/face-to-face/components/face-to-face-page.tsx';
import type { Interpretation, Interpreter } from '@/features/face-to-face/model/interpreter.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { type Supabase, useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { toast } from '@/shared/toast/toast.ts';

/** `/face-to-face`: the conversation of two people over one phone, with the chat's voice and translation. */
export function FaceToFace() {
  const profile = useProfile();
  const me = profile.data;
  if (me === null) return <Navigate to={HOME_PATH} replace />;
  if (profile.isError && !me) return <ProfileLoadError query={profile} />;
  if (!me) return <LoadingScreen />;
  return <FaceToFaceOf key={me.id} me={me} />;
}

function FaceToFaceOf({ me }: { me: Profile }) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const { speech } = useBackend().config;
  const [chatId] = useState(newId);
  const sending = useSending(me.id, (event) => {
    if (event.kind === 'refused' && event.entry.sessionId === chatId)
      toast.error(t('common.error'), { id: 'not-kept', description: t('faceToFace.notKept') });
  });
  const vendor = me.role === 'vendor';
  const interpreter = useMemo(
    () => ({
      ...voiceAndPhrases(supabase, speech),
      ...(vendor ? keptInChat(sending, chatId) : notKept(supabase)),
    }),
    [supabase, speech, vendor, sending, chatId],
  );
  const likely = translationTarget({ role: me.role, ownLanguage: me.language, counterpartLanguage: null });
  return <FaceToFacePage me={me} interpreter={interpreter} likelyLanguage={likely} />;
}

/** A vendor's conversation: each line goes through the outbox, as a message of a chat does. */
function keptInChat(
  { outbox, outgoingTranslations }: Sending,
  chatId: string,
): Pick<Interpreter, 'interpret' | 'keeping'> {
  const waiting = () => outbox.get().jobs.filter((entry) => entry.sessionId === chatId);
  return {
    async interpret({ id, side, text, source, target }, again) {
      const request = { id, sessionId: null, text, source, target };
      if (again) {
        const outcome = outgoingTranslations.start(request);
        // A line on its way takes the translation with it.
        if (!waiting().some((entry) => entry.id === id)) void outgoingTranslations.follow(id);
        return interpretation(await outcome);
      }
      void outbox.write({
        id,
        sessionId: chatId,
        content: text,
        saidBy: side === 'own' ? 'vendor' : 'visitor',
        sourceLanguage: source,
        targetLanguage: target,
      });
      return interpretation(await outgoingTranslations.start(request));
    },
    keeping: {
      chatId,
      state: {
        get() {
          const entries = waiting();
          if (entries.some(({ state }) => state.kind === 'failed')) return 'refused';
          return entries.length > 0 ? 'waiting' : 'saved';
        },
        subscribe: outbox.subscribe,
      },
      retry() {
        for (const { id } of waiting()) void outbox.retry(id);
      },
    },
  };
}

/** A visitor's conversation goes with the screen. */
function notKept(supabase: Supabase): Pick<Interpreter, 'interpret' | 'keeping'> {
  return {
    interpret: async ({ text, source, target }) =>
      interpretation(await translateMessage(supabase, { text, source, target })),
    keeping: null,
  };
}

function interpretation(result: TranslateOutcome): Interpretation {
  if (result.kind !== 'failed') return result;
  return { kind: 'failed', message: 'message' in result.failure ? result.failure.message : null };
}

function voiceAndPhrases(
  supabase: Supabase,
  speech: boolean,
): Pick<Interpreter, 'speech' | 'voice' | 'phrases'> {
  return {
    speech: speech
      ? {
          createRecorder: () =>
            createRecorder({ clock: systemClock, open: openMicrophone, problemOf: microphoneProblem }),
          async recognise(audio, language) {
            const result = await transcribeRecording(supabase, { id: newId(), audio, language });
            if (result.kind === 'transcribed') return { kind: 'heard', text: result.text };
            if (result.kind === 'unreachable') return { kind: 'unreachable' };
            return { kind: 'failed', message: 'message' in result.failure ? result.failure.message : null };
          },
        }
      : null,
    voice: {
      languages: { get: () => readAloud.state.get().languages, subscribe: readAloud.state.subscribe },
      read: (text, language) => void readAloud.read(newId(), text, language),
      stop: readAloud.stop,
    },
    async phrases(language) {
      const { topics } = await loadPhrasebook();
      return topics.map(({ id, phrases }) => ({
        id,
        // Phrases with gaps need a form of their own.
        phrases: phrases
          .filter((phrase) => slotsOf(phrase, language).length === 0)
          .map((phrase) => outline(phrase, language)),
      }));
    },
  };
}
