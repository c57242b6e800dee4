import { VOICE_MAX_SECONDS } from '@dragoman/domain/voice-messages';
import { MicOff, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInAppBrowser } from '@/shared/browser/in-app-browser.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { OpenInBrowser } from '@/shared/ui/open-in-browser.tsx';
import type { Recording } from '../model/outbox-entry.ts';
import { formatDuration } from './format-duration.ts';
import { LevelMeter } from './level-meter.tsx';
import type { MicrophoneProblem } from './microphone-problem.ts';
import type { RecorderState } from './recorder.ts';
import { useRecorder } from './use-recorder.ts';

interface VoiceRecorderProps {
  onSend: (recording: Recording) => void;
  onClose: () => void;
}

/**
 * Replaces the composer during a recording: shows the level and the duration, and sends or discards
 * it.
 */
export function VoiceRecorder({ onSend, onClose }: VoiceRecorderProps) {
  const { t } = useTranslation();
  const { recorder, state } = useRecorder(onClose);
  const first = useRef<HTMLButtonElement>(null);
  const isFailed = state.kind === 'failed';
  const canSend = state.kind === 'recording' || state.kind === 'recorded';

  // The button that was pressed is gone; the next thing to do is to send, or to try again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is focused is another button in each case.
  useEffect(() => first.current?.focus({ preventScroll: true }), [canSend, isFailed]);

  async function send() {
    const recording = await recorder.finish();
    if (!recording) return;
    onSend(recording);
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose();
  }

  return (
    <fieldset onKeyDown={onKeyDown} className="flex min-w-0 flex-wrap items-center gap-x-1">
      <legend className="sr-only">{t('chat.audio')}</legend>
      <Button
        ref={canSend || isFailed ? undefined : first}
        variant="ghost"
        onClick={onClose}
        className="px-2.5 text-ink-soft"
      >
        <X aria-hidden="true" className="size-5" />
        {t(isFailed ? 'common.close' : 'chat.voice.cancel')}
      </Button>
      <div
        className={cn(
          'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 px-1',
          // A sentence: on a phone it has a line of its own, above the buttons.
          isFailed && '-order-1 basis-full',
        )}
      >
        {state.kind === 'failed' ? (
          <Problem problem={state.problem} />
        ) : (
          <Progress state={state} level={recorder.level} />
        )}
      </div>
      {isFailed ? (
        <Button ref={first} variant="secondary" onClick={() => void recorder.start()} className="ms-auto">
          {t('common.tryAgain')}
        </Button>
      ) : (
        <Button
          ref={canSend ? first : undefined}
          size="icon"
          aria-label={t('chat.voice.send')}
          disabled={!canSend}
          onClick={() => void send()}
          className="rounded-full"
        >
          <SendHorizontal aria-hidden="true" className="size-5 flip-rtl" />
        </Button>
      )}
    </fieldset>
  );
}

/** From here on the time that is left is shown, in seconds. */
const LEFT_FROM = 10;
const TICK_MS = 250;

function Progress({
  state,
  level,
}: {
  state: Exclude<RecorderState, { kind: 'failed' }>;
  level: () => number;
}) {
  const { t } = useTranslation();
  if (state.kind === 'recording') return <Listening startedAt={state.startedAt} level={level} />;
  return (
    <>
      <p role="status" className="min-w-0 flex-1 text-sm">
        {state.kind === 'recorded' ? t(`chat.voice.ended.${state.cause}`) : t('chat.voice.asking')}
      </p>
      {state.kind === 'recorded' && (
        <span className="text-ink-soft text-sm tabular-nums">
          {formatDuration(state.recording.durationMs / 1000)}
        </span>
      )}
    </>
  );
}

function Listening({ startedAt, level }: { startedAt: number; level: () => number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, (now - startedAt) / 1000);
  const left = Math.ceil(VOICE_MAX_SECONDS - seconds);
  return (
    <>
      <span role="status" className="sr-only">
        {t('chat.voice.recording')}
      </span>
      <span aria-hidden="true" className="size-3 shrink-0 animate-pulse-soft rounded-full bg-danger" />
      <span role="timer" className="min-w-10 text-sm tabular-nums">
        {formatDuration(seconds)}
      </span>
      <LevelMeter level={level} />
      {left <= LEFT_FROM && (
        <span className="text-danger text-xs tabular-nums">
          {t('chat.voice.left', { count: Math.max(0, left) })}
        </span>
      )}
    </>
  );
}

function Problem({ problem }: { problem: MicrophoneProblem }) {
  const { t } = useTranslation();
  return (
    <>
      <MicOff aria-hidden="true" className="size-5 shrink-0 text-danger" />
      <div className="min-w-0 py-1.5">
        <p role="alert" className="text-sm">
          {t(`chat.voice.problem.${problem}`)}
        </p>
        {(problem === 'unsupported' || (problem !== 'nothing-recorded' && isInAppBrowser())) && (
          <OpenInBrowser />
        )}
      </div>
    </>
  );
}
