import { isAudioMessage } from '@dragoman/domain/messages';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textDirection } from '../../../i18n/document-language.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import type { TranslationState } from '../model/translation-desk.ts';
import type { BubbleActions } from './use-bubble-actions.ts';

interface TranslationPartProps {
  message: ChatMessage;
  own: boolean;
  delivery: Delivery['kind'];
  translation: TranslationState['kind'] | undefined;
  actions: BubbleActions;
}

/** How long after a message was sent its reader is told that a translation is on its way. */
const EXPECTED_WITHIN_MS = 15_000;

/** What stands under the original: its translation, that one is coming, or that there is none. */
export function TranslationPart({ message, own, delivery, translation, actions }: TranslationPartProps) {
  const { t } = useTranslation();
  const { translated_content: translated, target_language: target } = message;
  const isMissing = delivery === 'sent' && target !== null && !translated && !isAudioMessage(message);
  const isExpected = useExpected(isMissing && !translation, message.created_at);

  // Written in the reader's language already: nothing was translated, and saying it twice helps nobody.
  if (translated?.trim() === message.content.trim()) return null;
  if (translated) {
    return (
      <div
        data-translation
        className="mt-2 mb-0.5 min-w-0 animate-fade rounded-card bg-translated px-2.5 py-1.5 text-translated-ink"
      >
        <p className="text-xs">{t('chat.translated')}</p>
        <p
          dir={target ? textDirection(target) : 'auto'}
          lang={target ?? undefined}
          className="whitespace-pre-wrap text-start [overflow-wrap:anywhere]"
        >
          {translated}
        </p>
      </div>
    );
  }
  if (!isMissing) return null;
  if (translation === 'translating' || isExpected) {
    return (
      <p data-translation className="mt-1 animate-pulse-soft text-ink-soft text-xs">
        {t('chat.translating')}
      </p>
    );
  }
  // Only who wrote a message may attach a translation to it.
  if (!own) return null;
  return (
    <p data-translation className="-mb-2.5 flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
      {t('chat.notTranslated')}
      <button
        type="button"
        onClick={() => actions.translateAgain(message)}
        className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary"
      >
        <RotateCw aria-hidden="true" className="size-3.5" />
        {t('chat.translateAgain')}
      </button>
    </p>
  );
}

/** Whether something awaited is still recent enough to be said to be on its way. */
function useExpected(awaited: boolean, since: string): boolean {
  const [over, setOver] = useState(false);
  const left = awaited ? Date.parse(since) + EXPECTED_WITHIN_MS - Date.now() : 0;
  const isRecent = left > 0;
  useEffect(() => {
    if (!isRecent) return;
    const timer = setTimeout(() => setOver(true), EXPECTED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isRecent]);
  return isRecent && !over;
}
