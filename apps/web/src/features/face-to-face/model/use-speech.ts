import type { Language } from '@dragoman/domain/languages';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';
import type { Side } from './conversation.ts';
import type { Heard, Interpreter, RecorderState } from './interpreter.ts';

export interface Speech {
  /** The side whose words are being recorded or recognised; the other has to wait. */
  busy: Side | null;
  /** The side that has spoken last. */
  speaker: Side | null;
  state: RecorderState['kind'] | 'recognising';
  /** What was recognised of each side, or why nothing was, until it is confirmed or discarded. */
  heard: Readonly<Record<Side, Heard | null>>;
  problem: Extract<RecorderState, { kind: 'failed' }>['problem'] | null;
  start(side: Side): void;
  finish(): void;
  /** Has the last recording of a side recognised again. */
  retry(side: Side): void;
  /** Discards what was recognised of a side. */
  discard(side: Side): void;
}

const NOTHING_HEARD = { own: null, other: null } as const;

const IDLE: RecorderState = { kind: 'idle' };

/**
 * Speech of the two sides, one at a time: record, recognise, show. Nothing counts before its side
 * has confirmed it. A hidden page stops recording.
 */
export function useSpeech(
  { speech, voice }: Pick<Interpreter, 'speech' | 'voice'>,
  languages: Record<Side, Language>,
): Speech | null {
  const [recorder] = useState(() => speech?.createRecorder() ?? null);
  const recorderState = useSyncExternalStore(
    (listener) => recorder?.state.subscribe(listener) ?? (() => {}),
    () => recorder?.state.get() ?? IDLE,
  );
  const [side, setSide] = useState<Side | null>(null);
  const [recognising, setRecognising] = useState(false);
  const [heard, setHeard] = useState<Speech['heard']>(NOTHING_HEARD);
  /** The last recording of each side, to be recognised again after a failure. */
  const spoken = useRef<Record<Side, { audio: Blob; language: Language } | null>>({ own: null, other: null });
  const isVisible = usePageVisible();

  useEffect(() => () => recorder?.cancel(), [recorder]);
  useEffect(() => {
    // The user cannot see that a hidden page records.
    if (!isVisible) recorder?.cancel();
  }, [isVisible, recorder]);

  const isRecording = ['asking', 'recording', 'recorded'].includes(recorderState.kind);

  if (!recorder || !speech) return null;

  async function recognise(which: Side): Promise<void> {
    const last = spoken.current[which];
    if (!last || !speech) return;
    setRecognising(true);
    const result = await speech.recognise(last.audio, last.language);
    setRecognising(false);
    setHeard((known) => ({ ...known, [which]: result }));
  }

  return {
    busy: isRecording || recognising ? side : null,
    speaker: side,
    state: recognising ? 'recognising' : recorderState.kind,
    heard,
    problem: recorderState.kind === 'failed' && side !== null ? recorderState.problem : null,
    start(speaker) {
      if (isRecording || recognising) return;
      // Or the microphone would hear it.
      voice.stop();
      setSide(speaker);
      setHeard((known) => ({ ...known, [speaker]: null }));
      void recorder.start();
    },
    finish() {
      void (async () => {
        const recording = await recorder.finish();
        if (!recording || !side) return;
        spoken.current[side] = { audio: recording.audio, language: languages[side] };
        await recognise(side);
      })();
    },
    retry(which) {
      if (isRecording || recognising) return;
      setSide(which);
      void recognise(which);
    },
    discard(which) {
      setHeard((known) => ({ ...known, [which]: null }));
    },
  };
}
