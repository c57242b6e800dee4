import type { TFunction } from 'i18next';
import { Mic, Square } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type Ref, useEffect, useRef, useState } from 'react';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import type { Side } from '../model/conversation.ts';
import type { Speech } from '../model/use-speech.ts';

/** A press that is shorter starts a recording that the next press ends, in ms. */
const HOLD_MS = 500;

interface SpeakButtonProps {
  speech: Speech;
  side: Side;
  t: TFunction;
  ref: Ref<HTMLButtonElement>;
}

/**
 * Records while it is held; a tap starts and the next tap ends it, for people who cannot hold, and
 * while the browser asks for the microphone. Space and Enter work in the same way.
 */
export function SpeakButton({ speech, side, t, ref }: SpeakButtonProps) {
  const pressedAt = useRef<number | null>(null);
  const mine = speech.busy === side;
  const isRecording = mine && (speech.state === 'recording' || speech.state === 'recorded');

  const isRecognising = mine && speech.state === 'recognising';
  const isWaiting = isRecognising || (speech.busy !== null && !mine);

  function toggle() {
    if (isWaiting) return;
    if (isRecording) speech.finish();
    else speech.start(side);
  }

  function press() {
    pressedAt.current = isRecording ? null : Date.now();
    toggle();
  }

  function release() {
    const started = pressedAt.current;
    pressedAt.current = null;
    if (started !== null && isRecording && Date.now() - started >= HOLD_MS) speech.finish();
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    // The release counts wherever the finger has slid to.
    event.currentTarget.setPointerCapture(event.pointerId);
    press();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.repeat || (event.key !== ' ' && event.key !== 'Enter')) return;
    event.preventDefault();
    press();
  }

  function onKeyUp(event: KeyboardEvent) {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    release();
  }

  const label = isRecognising
    ? t('faceToFace.recognising')
    : mine
      ? t(isRecording ? 'faceToFace.listening' : 'chat.voice.asking')
      : t('faceToFace.speak');
  const Icon = isRecording ? Square : Mic;
  return (
    <Button
      ref={ref}
      size="lg"
      aria-busy={isRecognising}
      // `disabled` would take the focus away.
      aria-disabled={isWaiting}
      onPointerDown={onPointerDown}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      // A screen reader's press is a click without a pointer.
      onClick={(event) => event.detail === 0 && toggle()}
      onContextMenu={(event) => event.preventDefault()}
      className={cn(
        // With letters of twice the size its words need a row of their own.
        'min-w-0 flex-1 touch-none px-3 [-webkit-touch-callout:none] max-[17rem]:order-first max-[17rem]:basis-full',
        isRecording && 'bg-danger text-on-danger hover:bg-danger',
      )}
    >
      {isRecognising && <Spinner className="size-4" />}
      <Icon aria-hidden="true" className="size-5" />
      <span className="wrap-anywhere min-w-0">{label}</span>
      {isRecording && <Seconds />}
    </Button>
  );
}

/** How long has been recorded. */
function Seconds() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((known) => known + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" className="tabular-nums">
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  );
}
