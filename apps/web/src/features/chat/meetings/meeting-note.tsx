import { foreignLanguage } from '@dragoman/domain/foreign-language';
import { textDirection } from '@dragoman/domain/languages';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { Button } from '@/shared/ui/button.tsx';
import { chatKeys } from '../model/chat-keys.ts';
import { failureText } from '../sync/failure-text.ts';
import { providerText } from '../translation/provider-text.ts';
import { translateMessage } from '../translation/translate.ts';
import type { Meetings } from './meetings-context.ts';

interface MeetingNoteProps {
  meeting: MeetingRow;
  /** Null where the card is shown outside a chat: the note is as it was written. */
  viewer: Meetings['viewer'] | null;
}

const WORDS = 'select-text whitespace-pre-wrap text-start [overflow-wrap:anywhere]';

/** What a meeting is about: in the reader's language, and below a hairline as it was written. */
export function MeetingNote({ meeting, viewer }: MeetingNoteProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const { id, note: text, session_id: sessionId } = meeting;
  const source = viewer && viewer.id !== meeting.proposer_id ? foreignLanguage(text, viewer.language) : null;
  const target = viewer?.language ?? 'en';
  const translation = useQuery({
    queryKey: chatKeys.meetingNote(id, target),
    queryFn: () => translateMessage(supabase, { id, sessionId, text, source: source ?? target, target }),
    enabled: source !== null,
    // The words of a proposal never change.
    staleTime: ({ state }) => (state.data?.kind === 'translated' ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    retry: false,
    networkMode: 'always',
  });
  const outcome = translation.isFetching ? undefined : translation.data;
  const translated = outcome?.kind === 'translated' ? outcome : null;
  return (
    <section aria-label={t('meetings.note')} className="border-ink-soft/25 border-t pt-2 text-sm">
      {translated && (
        <p dir={textDirection(target)} lang={target} className={WORDS}>
          {translated.text}
        </p>
      )}
      <p
        dir="auto"
        lang={source ?? undefined}
        className={
          translated ? `${WORDS} mt-1 border-ink-soft/25 border-t pt-1 text-ink-soft text-xs` : WORDS
        }
      >
        {text}
      </p>
      {source !== null && (
        <div role="status" className="mt-1 flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
          {!outcome ? (
            <p className="animate-pulse-soft">{t('chat.translating')}</p>
          ) : translated ? (
            <p>{providerText(t, translated.engine)}</p>
          ) : (
            <>
              <p>
                {outcome.kind === 'failed' ? failureText(t, outcome.failure) : t('chat.translationError')}
              </p>
              <Button variant="link" size="inline" onClick={() => void translation.refetch()}>
                <RotateCw aria-hidden="true" className="size-3.5" />
                {t('chat.translateAgain')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
