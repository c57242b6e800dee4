import { useEffect, useMemo } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { systemClock } from '../model/clock.ts';
import { useStore } from '../model/use-store.ts';
import type { ChatSnapshot } from '../sync/chat-snapshot.ts';
import { browserTranslation } from '../translation/browser-translator.ts';
import { loadPhrasebook } from '../translation/phrasebook.ts';
import { translateMessage } from '../translation/translate.ts';
import { translateMessages } from '../translation/translate-messages.ts';
import { type CachedViewerTranslations, withViewerTranslation } from '../translation/viewer-translation.ts';
import { createViewerTranslations, type ViewerTranslations } from '../translation/viewer-translations.ts';

interface ViewerTranslationsResult {
  viewerTranslations: ViewerTranslations;
  /** The chat as its viewer sees it. */
  messages: readonly ChatMessage[];
  translations: CachedViewerTranslations;
}

/** Translates an open chat for its viewer; restarts when the viewer's language changes. */
export function useViewerTranslations(
  chatId: string,
  me: Profile,
  messages: readonly ChatMessage[],
  snapshot: ChatSnapshot | null | undefined,
): ViewerTranslationsResult {
  const supabase = useSupabase();
  const { id: profileId, language } = me;
  const viewerTranslations = useMemo(
    () =>
      createViewerTranslations({
        language,
        clock: systemClock,
        requestTranslations: (ids) => translateMessages(supabase, ids, language),
        requestOther: (job, otherThan) =>
          translateMessage(supabase, { ...job, sessionId: chatId, otherThan }),
        async phrasebook(job) {
          const book = await loadPhrasebook().catch(() => null);
          return book?.phrasebook.translate({ ...job, text: job.text.trim() }) ?? null;
        },
        browser: browserTranslation(),
      }),
    [supabase, chatId, language],
  );
  useEffect(() => {
    window.addEventListener('online', viewerTranslations.wake);
    return () => {
      window.removeEventListener('online', viewerTranslations.wake);
      viewerTranslations.stop();
    };
  }, [viewerTranslations]);

  const kept = snapshot?.translations;
  useEffect(() => {
    if (kept?.language === language) viewerTranslations.restore(kept.byId);
  }, [viewerTranslations, kept, language]);

  const byId = useStore(viewerTranslations.translations);
  return useMemo(() => {
    const viewer = { profileId, language };
    return {
      viewerTranslations,
      messages:
        byId.size > 0
          ? messages.map((each) => withViewerTranslation(each, byId.get(each.id), viewer))
          : messages,
      translations: { language, byId },
    };
  }, [viewerTranslations, messages, byId, profileId, language]);
}
