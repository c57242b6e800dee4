import { foreignLanguage } from '@dragoman/domain/foreign-language';
import { textDirection } from '@dragoman/domain/languages';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readPictureText } from '@/entities/card/scan/document-scans.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { Button } from '@/shared/ui/button.tsx';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { failureText } from '../sync/failure-text.ts';
import { providerText } from '../translation/provider-text.ts';
import { translateMessage } from '../translation/translate.ts';

interface PictureTextProps {
  me: Profile;
  message: ChatMessage;
  /** The whole picture. */
  content: Blob;
}

/** The text of a picture, and below it its translation into the reader's language. */
export function PictureText({ me, message, content }: PictureTextProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const read = useQuery({
    queryKey: chatKeys.pictureText(message.id),
    queryFn: () => readPictureText(supabase, content),
    // A picture's text stays what it is; what went wrong is asked for again by hand.
    staleTime: ({ state }) => (state.data?.kind === 'read' ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    networkMode: 'always',
  });

  if (read.isFetching || !read.data) {
    return (
      <p role="status" className="animate-pulse-soft">
        {t('chat.attach.reading')}
      </p>
    );
  }
  if (read.data.kind === 'read') {
    return <ReadText me={me} message={message} text={read.data.found.text} />;
  }
  const { kind } = read.data;
  const isEmpty = kind === 'refused' && read.data.status === 422;
  return (
    <div role="alert">
      <p>
        {isEmpty
          ? t('chat.attach.noText')
          : kind === 'refused' && read.data.status === 429
            ? t('chat.attach.readLimited')
            : t('chat.attach.readFailed')}
      </p>
      {!isEmpty && (
        <Button variant="link" size="inline" onClick={() => void read.refetch()}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}

function ReadText({ me, message, text }: Omit<PictureTextProps, 'content'> & { text: string }) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const { id, session_id: sessionId } = message;
  const source = foreignLanguage(text, me.language);
  const translation = useQuery({
    queryKey: [...chatKeys.pictureText(id), me.language],
    queryFn: () =>
      translateMessage(supabase, { id, sessionId, text, source: source ?? me.language, target: me.language }),
    enabled: source !== null,
    staleTime: ({ state }) => (state.data?.kind === 'translated' ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    networkMode: 'always',
  });
  const outcome = translation.data;
  return (
    <div className="space-y-3">
      <section>
        <h2 className="mb-1 font-semibold text-ink-soft text-xs">{t('chat.attach.text')}</h2>
        <p
          dir="auto"
          lang={source ?? undefined}
          className="select-text whitespace-pre-wrap text-start [overflow-wrap:anywhere]"
        >
          {text}
        </p>
      </section>
      {source !== null && (
        <section role="status" className="rounded-control bg-translated px-3 py-2 text-translated-ink">
          <h2 className="mb-1 font-semibold text-xs">{t('chat.translated')}</h2>
          {!outcome || translation.isFetching ? (
            <p className="animate-pulse-soft">{t('chat.translating')}</p>
          ) : outcome.kind === 'translated' ? (
            <>
              <p
                dir={textDirection(me.language)}
                lang={me.language}
                className="select-text whitespace-pre-wrap text-start [overflow-wrap:anywhere]"
              >
                {outcome.text}
              </p>
              <p className="mt-1 text-xs">{providerText(t, outcome.engine)}</p>
            </>
          ) : (
            <>
              <p>
                {outcome.kind === 'failed' ? failureText(t, outcome.failure) : t('chat.translationError')}
              </p>
              <Button variant="link" size="inline" onClick={() => void translation.refetch()}>
                {t('chat.translateAgain')}
              </Button>
            </>
          )}
        </section>
      )}
    </div>
  );
}
