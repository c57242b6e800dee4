import { textDirection } from '@dragoman/domain/languages';
import { ChevronDown, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPageWritten } from '@/shared/page/written-page.ts';
import { cn } from '@/shared/ui/cn.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { wordsOf } from '../model/message-words.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import { engineText } from '../translation/engine-name.ts';
import type { ReaderState } from '../translation/reader-desk.ts';
import { BROWSER_ENGINE, EXPECTED_WITHIN_MS } from '../translation/reader-translation.ts';
import type { TranslationState } from '../translation/translation-desk.ts';
import { ListenButton } from '../voice/listen-button.tsx';
import { MessageText } from './message-text.tsx';
import { ReaderNote } from './reader-note.tsx';
import type { BubbleActions } from './use-bubble-actions.ts';
import { useExpected } from './use-expected.ts';

interface TranslationPartProps {
  message: ChatMessage;
  own: boolean;
  delivery: Delivery['kind'];
  translation: TranslationState | undefined;
  reading: ReaderState | undefined;
  folded: boolean;
  actions: BubbleActions;
}

/** The part under the original: the translation, its progress, or that none exists. */
export function TranslationPart(props: TranslationPartProps) {
  const { message, own, delivery, translation, reading, actions } = props;
  const { t } = useTranslation();
  const { translated_content: translated, target_language: target } = message;
  const words = wordsOf(message);
  const isMissing = delivery === 'sent' && target !== null && !translated && words !== null;
  const isExpected = useExpected(isMissing && !translation, message.created_at, EXPECTED_WITHIN_MS);

  // The message is in the reader's language already, so the same text is not shown twice.
  if (translated && translated.trim() === words?.trim()) return null;
  if (translated) {
    return (
      <>
        <Translation {...props} text={translated} engine={message.translation_engine} />
        {/* Into a language that the reader has read before. */}
        {reading && <ReaderNote message={message} state={reading} actions={actions} />}
      </>
    );
  }
  if (translation?.kind === 'phrasebook')
    return <Translation {...props} text={translation.text} engine="phrasebook" byPhrasebook />;
  if (reading) return <ReaderNote message={message} state={reading} actions={actions} />;
  if (!isMissing) return null;
  if (translation?.kind === 'translating' || isExpected) {
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

/** The translation under its label, which folds it away and out again. */
function Translation({
  message,
  folded,
  actions,
  text,
  engine,
  byPhrasebook = false,
}: TranslationPartProps & { text: string; engine: string | null; byPhrasebook?: boolean }) {
  const { t } = useTranslation();
  const target = message.target_language;
  const textId = useId();
  // A message that arrives now fades in; one that scrolls into view, or was rendered before the
  // app, does not.
  const [arrived] = useState(
    () => Date.parse(message.created_at) > Date.now() - EXPECTED_WITHIN_MS && !isPageWritten(),
  );
  return (
    <div
      data-translation
      className={cn(
        'mt-2 mb-0.5 min-w-0 rounded-card bg-translated px-2.5 py-1.5 text-translated-ink',
        arrived && 'animate-fade',
      )}
    >
      <button
        type="button"
        // The menu of the message does the same, and the list is one stop of the keyboard.
        tabIndex={-1}
        aria-expanded={!folded}
        aria-controls={textId}
        onClick={() => actions.fold(message.id)}
        className="relative flex w-full items-center gap-1 text-start text-xs after:absolute after:-inset-x-2.5 after:-inset-y-3.5"
      >
        {t(labelOf(engine, byPhrasebook))}
        <ChevronDown
          aria-hidden="true"
          className={cn('size-3.5 transition-transform duration-150', folded && '-rotate-90 rtl:rotate-90')}
        />
      </button>
      <div id={textId} hidden={folded}>
        <p
          dir={target ? textDirection(target) : 'auto'}
          lang={target ?? undefined}
          className="whitespace-pre-wrap text-start [overflow-wrap:anywhere]"
        >
          <MessageText text={text} />
          <ListenButton messageId={message.id} part="translation" text={text} language={target} />
        </p>
        {!byPhrasebook && <p className="mt-0.5 text-start text-xs">{engineText(t, engine)}</p>}
      </div>
    </div>
  );
}

function labelOf(engine: string | null, byPhrasebook: boolean) {
  if (byPhrasebook) return 'phrases.byPhrasebook';
  return engine === BROWSER_ENGINE ? 'chat.reader.byBrowser' : 'chat.translated';
}
