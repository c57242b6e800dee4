import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { useOlderMessages } from '../sync/use-older-messages.ts';

/**
 * The distance before its beginning, in px, at which earlier history is loaded: a few screens, so
 * that scrolling rarely has to wait.
 */
const AHEAD = 2_500;

/**
 * The top of the list while the server has more: loads as one scrolls towards it, and on a press.
 */
export function EarlierMessages({ chatId, view }: { chatId: string; view: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const { state, load } = useOlderMessages(chatId);
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // After a failure only a press tries again: the place stays in view and would ask without end.
    if (!top.current || state !== 'idle') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { root: view.current, rootMargin: `${AHEAD}px 0px 0px 0px` },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [state, load, view]);

  return (
    <div ref={top} className="flex flex-col items-center">
      {state === 'failed' && (
        <p role="alert" className="text-danger text-xs">
          {t('chat.earlierFailed')}
        </p>
      )}
      <Button variant="ghost" busy={state === 'loading'} onClick={load} className="text-ink-soft text-xs">
        {state === 'loading' ? t('chat.loadingEarlier') : t('chat.loadEarlier')}
      </Button>
    </div>
  );
}
