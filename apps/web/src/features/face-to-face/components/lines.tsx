import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import type { TFunction } from 'i18next';
import { RotateCcw, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { type Line, type Side, wordsFor } from '../model/conversation.ts';
import type { Voice } from '../model/interpreter.ts';
import type { Conversation } from '../model/use-conversation.ts';

interface LinesProps {
  side: Side;
  t: TFunction;
  conversation: Conversation;
  canListen: ReadonlySet<Language>;
  voice: Voice;
  hasSpeech: boolean;
  /** The conversation is kept as a chat. */
  isKept: boolean;
}

/** The conversation as one side reads it; the newest line is at the end and in view. */
export function Lines({ side, t, conversation, canListen, voice, hasSpeech, isKept }: LinesProps) {
  const { lines, retry } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const last = lines.at(-1);
  // What the other side has said last stays large, also while this side answers.
  const lastHeard = lines.findLast((line) => line.side !== side);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line, or its translation, moves the end.
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last]);
  return (
    <div
      ref={box}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('faceToFace.conversation')}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 py-3 focus-visible:-outline-offset-2"
    >
      {lines.length === 0 ? (
        <div className="m-auto max-w-sm text-balance text-center">
          <p className="font-semibold">{hasSpeech ? t('faceToFace.emptySpeech') : t('faceToFace.empty')}</p>
          <p className="mt-1 text-ink-soft text-sm">
            {t(
              !isKept
                ? 'faceToFace.notSaved'
                : side === 'own'
                  ? 'faceToFace.saved'
                  : 'faceToFace.savedForGuest',
            )}
          </p>
        </div>
      ) : (
        // At the lower edge while there are few lines: near the hands of its side.
        <ol className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3">
          {lines.map((line) => (
            <LineView
              key={line.id}
              line={line}
              side={side}
              isLarge={line === lastHeard}
              t={t}
              onRetry={() => {
                retry(line);
                // The button goes while the line is translated.
                box.current?.focus();
              }}
              voice={canListen.has(line.target) ? voice : null}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface LineViewProps {
  line: Line;
  side: Side;
  isLarge: boolean;
  t: TFunction;
  onRetry: () => void;
  /** Null without a voice for the translation. */
  voice: Voice | null;
}

function LineView({ line, side, isLarge, t, onRetry, voice }: LineViewProps) {
  const isOwn = line.side === side;
  const words = wordsFor(side, line);
  const { translation } = line;
  const failed = translation.kind === 'failed' || translation.kind === 'unreachable';
  return (
    <li>
      {words ? (
        <p
          lang={LANGUAGE_TAGS[words.language]}
          dir={textDirection(words.language)}
          className={cn(
            'wrap-anywhere whitespace-pre-wrap',
            isOwn
              ? 'border-line border-s-2 ps-3 text-ink-soft text-sm'
              : isLarge
                ? 'font-semibold text-xl'
                : 'font-semibold text-base',
          )}
        >
          {words.text}
          {!isOwn && voice && translation.kind === 'done' && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('chat.listen.translation')}
              onClick={() => voice.read(translation.text, line.target)}
              className="ms-1 size-9 rounded-full align-middle text-primary"
            >
              <Volume2 aria-hidden="true" className="size-5" />
            </Button>
          )}
        </p>
      ) : (
        <p
          lang={LANGUAGE_TAGS[line.source]}
          dir={textDirection(line.source)}
          className="wrap-anywhere whitespace-pre-wrap text-ink-soft"
        >
          {line.text}
        </p>
      )}
      {translation.kind === 'waiting' && (
        <p role="status" className="text-ink-soft text-xs">
          {t('faceToFace.translating')}
        </p>
      )}
      {failed && (
        <div className="flex flex-wrap items-center gap-x-3">
          <p role="alert" className="text-danger text-sm">
            {translation.kind === 'unreachable' ? t('network.unreachable') : t('faceToFace.notTranslated')}
          </p>
          <Button variant="link" size="inline" onClick={onRetry}>
            <RotateCcw aria-hidden="true" className="size-4.5" />
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
    </li>
  );
}
