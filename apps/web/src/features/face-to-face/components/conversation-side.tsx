import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import { Check, Keyboard, MessageSquareQuote, Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { LINE_MAX_LENGTH, type Side } from '../model/conversation.ts';
import type { Interpreter } from '../model/interpreter.ts';
import type { Conversation } from '../model/use-conversation.ts';
import { useSideTexts } from '../model/use-side-texts.ts';
import type { Speech } from '../model/use-speech.ts';
import { Lines } from './lines.tsx';
import { PhraseList } from './phrase-list.tsx';
import { SpeakButton } from './speak-button.tsx';

interface ConversationSideProps {
  side: Side;
  language: Language;
  conversation: Conversation;
  /** Null where the server recognises no speech. */
  speech: Speech | null;
  interpreter: Interpreter;
  /** Languages that the device can read aloud. */
  canListen: ReadonlySet<Language>;
  /** Whether the button 'Write' takes the focus when it appears. */
  focusesWrite: boolean;
  /** Opens the field to write in, with a text to start from. */
  onWrite: (text: string) => void;
}

/** One half of the screen, all in its side's language; the other side's is turned round. */
export function ConversationSide(props: ConversationSideProps) {
  const { side, language, conversation, speech, interpreter, canListen, focusesWrite, onWrite } = props;
  const texts = useSideTexts(language);
  const { t } = texts;
  const [choosing, setChoosing] = useState(false);
  const mine = speech?.busy === side;
  const speakButton = useRef<HTMLButtonElement>(null);
  const phrasesButton = useRef<HTMLButtonElement>(null);

  function say(text: string) {
    interpreter.voice.stop();
    conversation.say(side, text);
  }

  return (
    <section
      aria-label={t(side === 'own' ? 'faceToFace.ownSide' : 'faceToFace.otherSide')}
      lang={LANGUAGE_TAGS[texts.language]}
      dir={textDirection(texts.language)}
      className={cn(
        'flex min-h-0 flex-col',
        side === 'other'
          ? 'rotate-180 bg-surface pb-[env(safe-area-inset-top)]'
          : 'pb-[env(safe-area-inset-bottom)]',
      )}
    >
      {choosing ? (
        <PhraseList
          language={language}
          t={t}
          phrases={interpreter.phrases}
          onChoose={(text) => {
            setChoosing(false);
            say(text);
            // The pressed button goes with the list; `Phrases` is disabled while this side speaks.
            (mine ? speakButton : phrasesButton).current?.focus();
          }}
        />
      ) : (
        <Lines
          side={side}
          t={t}
          conversation={conversation}
          canListen={canListen}
          voice={interpreter.voice}
          hasSpeech={speech !== null}
          isKept={interpreter.keeping !== null}
        />
      )}
      {speech && (
        <SpeechResult
          speech={speech}
          side={side}
          language={language}
          t={t}
          onSay={say}
          onCorrect={(text) => onWrite(text)}
          onAnswered={() => speakButton.current?.focus()}
        />
      )}
      <div className="mx-auto flex w-full max-w-2xl items-stretch gap-2 px-3 pt-1 pb-2 max-[17rem]:flex-wrap">
        <Button
          autoFocus={focusesWrite}
          variant="secondary"
          className={speech ? 'max-sm:w-13 max-sm:px-0 max-[17rem]:flex-1' : 'flex-1 max-[17rem]:basis-full'}
          disabled={mine}
          onClick={() => onWrite('')}
        >
          <Keyboard aria-hidden="true" className="size-5" />
          <span className={speech ? 'max-sm:sr-only' : ''}>{t('faceToFace.write')}</span>
        </Button>
        {speech && <SpeakButton ref={speakButton} speech={speech} side={side} t={t} />}
        <Button
          ref={phrasesButton}
          variant="secondary"
          className={speech ? 'max-sm:w-13 max-sm:px-0 max-[17rem]:flex-1' : 'flex-1 max-[17rem]:basis-full'}
          aria-expanded={choosing}
          disabled={mine}
          onClick={() => setChoosing(!choosing)}
        >
          {choosing ? (
            <X aria-hidden="true" className="size-5" />
          ) : (
            <MessageSquareQuote aria-hidden="true" className="size-5" />
          )}
          <span className={speech ? 'max-sm:sr-only' : ''}>
            {choosing ? t('common.close') : t('faceToFace.phrases')}
          </span>
        </Button>
      </div>
    </section>
  );
}

interface SpeechResultProps {
  speech: Speech;
  side: Side;
  language: Language;
  t: ReturnType<typeof useSideTexts>['t'];
  onSay: (text: string) => void;
  onCorrect: (text: string) => void;
  /** Moves the focus away from a button that goes with what was recognised. */
  onAnswered: () => void;
}

/** What was recognised, before it counts; or why nothing was. */
function SpeechResult({ speech, side, language, t, onSay, onCorrect, onAnswered }: SpeechResultProps) {
  const { problem, busy, state } = speech;
  const heard = speech.heard[side];
  if (problem && busy === null && state === 'failed' && speech.speaker === side) {
    return (
      <p role="alert" className="px-4 py-2 text-danger text-sm">
        {t(`chat.voice.problem.${problem}`)}
      </p>
    );
  }
  if (!heard) return null;
  if (heard.kind !== 'heard') {
    return (
      <div className="flex flex-wrap items-center gap-x-3 px-4">
        <p role="alert" className="py-2 text-danger text-sm">
          {heard.kind === 'unreachable' ? t('network.unreachable') : t('faceToFace.notRecognised')}
        </p>
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            speech.retry(side);
            onAnswered();
          }}
        >
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  const text = heard.text.slice(0, LINE_MAX_LENGTH);
  return (
    <div role="status" className="border-t bg-accent-tint px-4 py-2">
      <p className="text-ink-soft text-xs">{t('faceToFace.heard')}</p>
      <p
        lang={LANGUAGE_TAGS[language]}
        dir={textDirection(language)}
        className="wrap-anywhere max-h-24 overflow-y-auto font-semibold"
      >
        {text}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button
          onClick={() => {
            speech.discard(side);
            onSay(text);
            onAnswered();
          }}
        >
          <Check aria-hidden="true" className="size-4.5" />
          {t('faceToFace.confirm')}
        </Button>
        <Button variant="secondary" onClick={() => onCorrect(text)}>
          <Pencil aria-hidden="true" className="size-4.5" />
          {t('faceToFace.correct')}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            speech.discard(side);
            onAnswered();
          }}
        >
          {t('faceToFace.discard')}
        </Button>
      </div>
    </div>
  );
}
