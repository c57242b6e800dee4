import type { Language } from '@dragoman/domain/languages';
import { MESSAGE_MAX_LENGTH, messageText, validateMessageText } from '@dragoman/domain/messages';
import { characterCount } from '@dragoman/domain/text';
import { Eye, SendHorizontal } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '@/shared/browser/is-composing.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';
import { AttachButton } from '../attachments/attach-button.tsx';
import { type Catalogue, CatalogueButton } from '../catalogue/catalogue-button.tsx';
import type { Store } from '../model/store.ts';
import { useStore } from '../model/use-store.ts';
import { ComposerTools } from './composer-tools.tsx';
import { fitHeight, fitToWidths } from './field-height.ts';
import { PhraseStrip } from './phrase-strip.tsx';
import { TranslationPreview } from './translation-preview.tsx';
import { usePreview } from './use-preview.ts';
import type { Voice } from './use-send-voice.ts';

// Loaded when the user first records.
const loadRecorder = async () => (await import('../voice/voice-recorder.tsx')).VoiceRecorder;

// Loaded when they are first opened.
const loadPhrases = async () => (await import('./quick-phrases-dialog.tsx')).QuickPhrasesDialog;

interface ComposerProps {
  chatId: string;
  /** The typed text; only the composer re-renders with every key. */
  draft: Store<string>;
  /** Resolves when the message is kept. */
  onSend: (text: string) => Promise<void>;
  /** Null without a transcription engine. */
  voice: Voice | null;
  /** Of the writer's booth; null where they have none, and where the chat takes no files. */
  catalogue: Catalogue | null;
  ownLanguage: Language;
  /** Of the writer: it chooses the phrases that are offered. */
  role: 'vendor' | 'visitor';
  target: Language | null;
  /** The recipient's name; null before a visitor has joined. */
  readerName: string | null;
  translationOn: boolean;
  onTranslationOn: (on: boolean) => void;
}

/** A button at the end of the field. */
const fieldTool =
  '-ms-2.5 -my-px grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken';

/** The counter shows when fewer characters than this are left. */
const COUNTER_FROM = 500;

/**
 * The strip of phrases stays this long after the focus, in ms: a press takes the focus before it
 * ends, and what was pressed must not move away under the finger.
 */
const LEAVING_MS = 300;

/** After this time in ms, the field shows that saving a message takes long. */
const SLOW_MS = 400;

/**
 * The composer (specification 2.20): Enter sends, Shift and Enter begin a new line; or it records a
 * voice message. New messages do not re-render it.
 */
export const Composer = memo(function Composer({ voice, ...props }: ComposerProps) {
  const [isRecording, setRecording] = useState(false);
  const stopRecording = () => setRecording(false);
  const VoiceRecorder = useLazyComponent(isRecording, loadRecorder, stopRecording);
  const box = useRef<HTMLDivElement>(null);
  const hasRecorded = useRef(false);

  useEffect(() => {
    // Returns the focus from a button that no longer exists.
    if (!isRecording && hasRecorded.current) {
      box.current?.querySelector<HTMLElement>('[data-record]')?.focus({ preventScroll: true });
    }
    hasRecorded.current = isRecording;
  }, [isRecording]);

  return (
    <div
      ref={box}
      className="border-line border-t bg-surface ps-[max(0.375rem,env(safe-area-inset-left))] pe-[max(0.375rem,env(safe-area-inset-right))] pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]"
    >
      {isRecording && voice && VoiceRecorder ? (
        <VoiceRecorder onSend={voice.send} onClose={stopRecording} />
      ) : (
        <TextComposer {...props} onRecord={voice && (() => setRecording(voice.canRecord()))} />
      )}
    </div>
  );
});

type TextComposerProps = Omit<ComposerProps, 'voice'> & { onRecord: (() => void) | null };

function TextComposer(props: TextComposerProps) {
  const { chatId, draft, onSend, catalogue, role, ownLanguage, readerName, ...tools } = props;
  const text = useStore(draft);
  const { t, i18n } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const [processing, setProcessing] = useState(false);
  const checked = validateMessageText(text);
  const { target } = tools;
  /** The focus is in the composer, or has just left it. */
  const [isActive, setActive] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const [isChoosing, setChoosing] = useState(false);
  const QuickPhrasesDialog = useLazyComponent(isChoosing, loadPhrases, () => setChoosing(false));
  const { preview, show, close } = usePreview(chatId, checked.ok ? checked.text : '', ownLanguage, target);
  const left = MESSAGE_MAX_LENGTH - characterCount(messageText(text));
  const tooLong =
    left < 0 &&
    t('chat.tooLong', { count: -left, max: MESSAGE_MAX_LENGTH.toLocaleString(intlLocale(i18n.language)) });

  const canPreview = target !== null && checked.ok;

  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current, text);
  }, [text]);
  useEffect(() => {
    if (field.current) return fitToWidths(field.current);
  }, []);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    field.current?.focus();
    if (!checked.ok) return;
    draft.set('');
    // The field is free at once, and the outbox takes messages as fast as they come: only a slow
    // disk is worth a word.
    const slow = setTimeout(() => setProcessing(true), SLOW_MS);
    try {
      await onSend(checked.text);
    } finally {
      clearTimeout(slow);
      setProcessing(false);
    }
  }

  /** Several phrases in a row make one message; each is translated. */
  const addPhrase = useCallback(
    (phrase: string) => {
      const before = draft.get().trimEnd();
      draft.set(before ? `${before} ${phrase}` : phrase);
    },
    [draft],
  );
  const openPhrases = useCallback(() => setChoosing(true), []);

  function onKeyDown(event: KeyboardEvent) {
    // While an input method is composing, Enter chooses a word: it must not send.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      onFocus={() => {
        clearTimeout(leaving.current);
        setActive(true);
      }}
      onBlur={() => {
        clearTimeout(leaving.current);
        leaving.current = setTimeout(() => setActive(false), LEAVING_MS);
      }}
      data-active={isActive || undefined}
      data-writing={text !== '' || undefined}
      className="group/composer"
    >
      {preview && target && checked.ok && (
        <TranslationPreview preview={preview} target={target} readerName={readerName} onClose={close} />
      )}
      <PhraseStrip
        language={ownLanguage}
        role={role}
        onPhrase={addPhrase}
        onAll={openPhrases}
        // On a phone it lies on the keyboard and leaves with it; where there is hardly any height the
        // messages need it.
        className="-mt-1.5 hidden @[44rem]/chat:flex group-data-active/composer:flex [@media(max-height:20rem)]:hidden!"
      />
      {QuickPhrasesDialog && (
        <QuickPhrasesDialog
          open={isChoosing}
          onOpenChange={setChoosing}
          language={ownLanguage}
          target={target}
          onChoose={addPhrase}
          onClosed={() => field.current?.focus()}
        />
      )}
      {/* With letters of twice the size the field has a row of its own. */}
      <div className="flex items-end max-[17rem]:flex-wrap max-[17rem]:justify-between max-[17rem]:gap-y-1">
        <AttachButton className="relative z-1 inline-flex size-(--target) max-[22.5rem]:-me-1.5 shrink-0 items-center justify-center rounded-full text-ink-soft transition-colors duration-150 hover:bg-sunken" />
        <div className="flex min-w-0 flex-1 items-start rounded-[1.375rem] border border-line-strong bg-paper max-[17rem]:order-first max-[17rem]:basis-full focus-within:border-primary focus-within:outline-1 focus-within:outline-primary">
          <textarea
            ref={field}
            value={text}
            onChange={(event) => draft.set(event.target.value)}
            onKeyDown={onKeyDown}
            rows={1}
            // Empty, it follows the page, and so does its placeholder.
            dir={text ? 'auto' : undefined}
            lang={ownLanguage}
            enterKeyHint="send"
            autoComplete="off"
            aria-label={t('chat.composer')}
            aria-describedby={counterId}
            aria-invalid={left < 0}
            placeholder={processing ? t('common.processing') : t('chat.placeholder')}
            className={cn(
              // Five lines; above the keyboard of a phone that lies on its side, sending stays on the
              // screen.
              'block max-h-[min(9.5rem,calc(var(--chat-height,100dvh)*0.3))] min-h-[2.625rem] min-w-0 flex-1 resize-none bg-transparent px-3.5 py-2 text-base outline-none placeholder:truncate placeholder:text-ink-soft placeholder:leading-[calc(var(--leading-base)*1rem)] max-[22.5rem]:px-2.5 max-[22.5rem]:placeholder:text-sm',
              // On the narrowest phones the placeholder needs all that the tool beside it leaves.
              (canPreview || (catalogue && !text)) &&
                'max-[22.5rem]:pe-0.5 max-[22.5rem]:placeholder:text-[0.8125rem]',
              catalogue && 'max-[17rem]:placeholder:text-xs',
            )}
          />
          {/* Only hidden meanwhile: sending a message need not make it again. */}
          {catalogue && <CatalogueButton catalogue={catalogue} className={text ? 'hidden' : fieldTool} />}
          {canPreview && (
            <Tooltip text={t('chat.preview.open')}>
              <button
                type="button"
                aria-label={t('chat.preview.open')}
                // Keeps the phone's keyboard open, as sending does.
                onPointerDown={(event) => event.preventDefault()}
                onClick={show}
                className={fieldTool}
              >
                <Eye aria-hidden="true" className="size-5" />
              </button>
            </Tooltip>
          )}
        </div>
        <ComposerTools {...tools} />
        <Button
          type="submit"
          size="icon"
          aria-label={t('chat.send')}
          aria-disabled={!checked.ok}
          // A press must not take the focus from the field: the phone's keyboard would go away
          // after each message.
          onPointerDown={(event) => event.preventDefault()}
          // The narrowest phones have no room for both: there is nothing to send yet.
          className={cn('rounded-full', !text && (catalogue ? 'max-[30rem]:hidden' : 'max-[22.5rem]:hidden'))}
        >
          <SendHorizontal aria-hidden="true" className="size-5 flip-rtl" />
        </Button>
      </div>
      <p
        id={counterId}
        className={cn('px-3.5 text-xs tabular-nums', left < 0 ? 'text-danger' : 'text-ink-soft')}
      >
        {tooLong || (left < COUNTER_FROM && t('chat.charactersLeft', { count: left }))}
      </p>
      {/* Only screen readers hear why a message cannot be sent; repeated after every letter, it
         would disturb. */}
      <span role="status" className="sr-only">
        {tooLong}
      </span>
    </form>
  );
}
