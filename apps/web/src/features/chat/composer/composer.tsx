import type { Language } from '@dragoman/domain/languages';
import { MESSAGE_MAX_LENGTH, messageText, validateMessageText } from '@dragoman/domain/messages';
import { characterCount } from '@dragoman/domain/text';
import { Eye, SendHorizontal } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useOnDemand } from '@/shared/hooks/use-on-demand.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/tooltip.tsx';
import type { WritableValue } from '../model/store-value.ts';
import { useReadable } from '../model/use-readable.ts';
import { ComposerTools } from './composer-tools.tsx';
import { TranslationPreview } from './translation-preview.tsx';
import { usePreview } from './use-preview.ts';
import type { Voice } from './use-send-voice.ts';

// Loaded when the user first records.
const loadRecorder = async () => (await import('../voice/voice-recorder.tsx')).VoiceRecorder;

interface ComposerProps {
  sessionId: string;
  /** The typed text; only the composer re-renders with every key. */
  draft: WritableValue<string>;
  /** Resolves when the message is kept. */
  onSend: (text: string) => Promise<void>;
  /** Null without a transcription engine. */
  voice: Voice | null;
  ownLanguage: Language;
  target: Language | null;
  /** The recipient's name; null before a visitor has joined. */
  readerName: string | null;
  translationOn: boolean;
  onTranslationOn: (on: boolean) => void;
}

/** The counter shows when fewer characters than this are left. */
const COUNTER_FROM = 500;

/** After this time in ms, the field shows that saving a message takes long. */
const SLOW_MS = 400;

/**
 * The composer (specification 2.20): Enter sends, Shift and Enter begin a new line; or it records a
 * voice message. New messages do not re-render it.
 */
export const Composer = memo(function Composer({ voice, ...props }: ComposerProps) {
  const [isRecording, setRecording] = useState(false);
  const stopRecording = () => setRecording(false);
  const VoiceRecorder = useOnDemand(isRecording, loadRecorder, stopRecording);
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
    <div className="border-line border-t bg-surface ps-[max(0.75rem,env(safe-area-inset-left))] pe-[max(0.75rem,env(safe-area-inset-right))] pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <div
        ref={box}
        className="min-h-24 rounded-card border border-line-strong bg-paper focus-within:border-primary focus-within:outline-1 focus-within:outline-primary"
      >
        {isRecording && voice && VoiceRecorder ? (
          <VoiceRecorder onSend={voice.send} onClose={stopRecording} />
        ) : (
          <TextComposer {...props} onRecord={voice && (() => setRecording(voice.canRecord()))} />
        )}
      </div>
    </div>
  );
});

type TextComposerProps = Omit<ComposerProps, 'voice'> & { onRecord: (() => void) | null };

function TextComposer({ sessionId, draft, onSend, ownLanguage, readerName, ...tools }: TextComposerProps) {
  const text = useReadable(draft);
  const { t, i18n } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const [processing, setProcessing] = useState(false);
  const checked = validateMessageText(text);
  const { target } = tools;
  const { preview, show, close } = usePreview(sessionId, checked.ok ? checked.text : '', ownLanguage, target);
  const left = MESSAGE_MAX_LENGTH - characterCount(messageText(text));
  const tooLong =
    left < 0 &&
    t('chat.tooLong', { count: -left, max: MESSAGE_MAX_LENGTH.toLocaleString(intlLocale(i18n.language)) });

  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current, text);
  }, [text]);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    field.current?.focus();
    if (!checked.ok) return;
    draft.set('');
    // The field is free at once, and the outbox takes messages as fast as they come: only a slow disk is worth a word.
    const slow = setTimeout(() => setProcessing(true), SLOW_MS);
    try {
      await onSend(checked.text);
    } finally {
      clearTimeout(slow);
      setProcessing(false);
    }
  }

  /** Several phrases in a row make one message; each is translated. */
  function addPhrase(phrase: string) {
    const before = draft.get().trimEnd();
    draft.set(before ? `${before} ${phrase}` : phrase);
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method is composing, Enter chooses a word: it must not send. 229 is what older Safari says then.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      {preview && target && checked.ok && (
        <TranslationPreview preview={preview} target={target} readerName={readerName} onClose={close} />
      )}
      <div className="relative">
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
            // Above the keyboard of a phone that lies on its side, sending stays on the screen.
            'block max-h-[min(9rem,calc(var(--chat-height,100dvh)*0.3))] min-h-11 w-full resize-none bg-transparent ps-3 pt-2.5 pb-1 text-base outline-none placeholder:text-ink-soft',
            target ? 'pe-12' : 'pe-3',
          )}
        />
        {target && checked.ok && (
          <Tooltip text={t('chat.preview.open')}>
            <button
              type="button"
              aria-label={t('chat.preview.open')}
              // As with sending: the phone's keyboard stays.
              onPointerDown={(event) => event.preventDefault()}
              onClick={show}
              className="absolute end-0.5 top-0 grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken"
            >
              <Eye aria-hidden="true" className="size-5" />
            </button>
          </Tooltip>
        )}
      </div>
      <div className="flex items-center gap-1 px-1 pb-1 max-[22.5rem]:gap-0 max-[17rem]:flex-wrap">
        <ComposerTools ownLanguage={ownLanguage} onPhrase={addPhrase} {...tools} />
        <p
          id={counterId}
          className={cn('ms-auto text-end text-xs tabular-nums', left < 0 ? 'text-danger' : 'text-ink-soft')}
        >
          {tooLong || (left < COUNTER_FROM && t('chat.charactersLeft', { count: left }))}
        </p>
        {/* Only screen readers hear why a message cannot be sent; repeated after every letter, it
           would disturb. */}
        <span role="status" className="sr-only">
          {tooLong}
        </span>
        <Button
          type="submit"
          size="icon"
          aria-label={t('chat.send')}
          aria-disabled={!checked.ok}
          // A press must not take the focus from the field: the phone's keyboard would go away after each message.
          onPointerDown={(event) => event.preventDefault()}
          className="rounded-full"
        >
          <SendHorizontal aria-hidden="true" className="size-5 flip-rtl" />
        </Button>
      </div>
    </form>
  );
}

/** As high as its text, up to the CSS maximum. */
function fitHeight(field: HTMLTextAreaElement, text: string): void {
  field.style.height = 'auto';
  if (text) field.style.height = `${field.scrollHeight}px`;
}
