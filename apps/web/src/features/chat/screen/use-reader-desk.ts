import { useEffect, useMemo } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { systemClock } from '../model/clock.ts';
import { useReadable } from '../model/use-readable.ts';
import type { ChatSnapshot } from '../sync/chat-snapshot.ts';
import { browserTranslation } from '../translation/browser-translator.ts';
import { loadPhrasebook } from '../translation/phrasebook.ts';
import { createReaderDesk, type ReaderDesk } from '../translation/reader-desk.ts';
import { asRead, type ReaderTranslations } from '../translation/reader-translation.ts';
import { translateMessages } from '../translation/translate-messages.ts';

interface ReaderView {
  desk: ReaderDesk;
  /** The chat as its reader sees it. */
  messages: readonly ChatMessage[];
  translations: ReaderTranslations;
}

/** Translates an open chat for its reader; restarts when the reader's language changes. */
export function useReaderDesk(
  sessionId: string,
  me: Profile,
  messages: readonly ChatMessage[],
  snapshot: ChatSnapshot | null | undefined,
): ReaderView {
  const supabase = useSupabase();
  const { id: profileId, language } = me;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat has a desk of its own.
  const desk = useMemo(
    () =>
      createReaderDesk({
        language,
        clock: systemClock,
        ask: (ids) => translateMessages(supabase, ids, language),
        async phrasebook(job) {
          const book = await loadPhrasebook().catch(() => null);
          return book?.phrasebook.translate({ ...job, text: job.text.trim() }) ?? null;
        },
        browser: browserTranslation(),
      }),
    [supabase, sessionId, language],
  );
  useEffect(() => {
    window.addEventListener('online', desk.wake);
    return () => {
      window.removeEventListener('online', desk.wake);
      desk.stop();
    };
  }, [desk]);

  const kept = snapshot?.translations;
  useEffect(() => {
    if (kept?.language === language) desk.restore(kept.byId);
  }, [desk, kept, language]);

  const byId = useReadable(desk.translations);
  return useMemo(() => {
    const reader = { profileId, language };
    return {
      desk,
      messages: byId.size > 0 ? messages.map((each) => asRead(each, byId.get(each.id), reader)) : messages,
      translations: { language, byId },
    };
  }, [desk, messages, byId, profileId, language]);
}
