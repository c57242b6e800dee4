import { VOICE_MAX_SECONDS } from '@dragoman/domain/voice-messages';
import type { Clock } from '../model/clock.ts';
import type { Recording } from '../model/outbox-entry.ts';
import { createStore, type ReadableStore } from '../model/store.ts';
import type { MicrophoneProblem } from './microphone-problem.ts';

/** A microphone that is open and recording. */
export interface OpenMicrophone {
  /** The present sound level, 0 to 1. */
  level(): number;
  /**
   * Ends the recording and releases the microphone. @returns the recording; null when it is empty
   */
  stop(): Promise<Blob | null>;
  /** Releases the microphone and discards the recording. */
  release(): void;
}

export interface RecorderPorts {
  clock: Clock;
  /**
   * Requests the microphone and starts recording.
   * @param onLost called when it disappears: pulled out, taken by a call, or its permission was
   * withdrawn
   * @throws the browser's error; `problemOf` classifies it
   */
  open(onLost: () => void): Promise<OpenMicrophone>;
  /** Classifies an error of the microphone. */
  problemOf(error: unknown): MicrophoneProblem;
}

export type RecorderState =
  | { kind: 'idle' }
  /** The browser asks whether the page may listen. */
  | { kind: 'asking' }
  | { kind: 'recording'; startedAt: number }
  /** It ended without the user; the recording waits to be sent or discarded. */
  | { kind: 'recorded'; recording: Recording; cause: RecordingEnd }
  | { kind: 'failed'; problem: MicrophoneProblem };

export type RecordingEnd =
  /** The recording has reached the longest length of a voice message. */
  | 'full'
  /** The page is hidden, so the user could not see that it records. */
  | 'hidden'
  /** The microphone has disappeared. */
  | 'lost';

export interface Recorder {
  state: ReadableStore<RecorderState>;
  /** The present sound level, 0 to 1; 0 unless recording. */
  level(): number;
  start(): Promise<void>;
  /**
   * Ends the recording. @returns the recording to send; null without one: the state gives the
   * reason
   */
  finish(): Promise<Recording | null>;
  /** Ends a running recording from outside, and keeps the recording so far. */
  interrupt(cause: RecordingEnd): Promise<void>;
  /** Discards the recording and releases the microphone. */
  cancel(): void;
}

/** Less than this is a press by mistake, in ms. */
const SHORTEST_MS = 500;

/**
 * The states of recording one voice message (specification 4.12: idle and recording, and what lies
 * between).
 */
export function createRecorder({ clock, open, problemOf }: RecorderPorts): Recorder {
  const state = createStore<RecorderState>({ kind: 'idle' });
  let microphone: OpenMicrophone | null = null;
  /**
   * Tells attempts apart: a microphone that opens after its attempt was given up is closed at once.
   */
  let attempt = 0;
  let limit: AbortController | null = null;

  async function start(): Promise<void> {
    const { kind } = state.get();
    if (kind !== 'idle' && kind !== 'failed') return;
    const mine = ++attempt;
    state.set({ kind: 'asking' });
    try {
      const opened = await open(() => mine === attempt && void interrupt('lost'));
      if (mine !== attempt) return opened.release();
      microphone = opened;
      state.set({ kind: 'recording', startedAt: clock.now() });
      void stopInTime();
    } catch (error) {
      if (mine === attempt) state.set({ kind: 'failed', problem: problemOf(error) });
    }
  }

  async function stopInTime(): Promise<void> {
    const mine = new AbortController();
    limit = mine;
    await clock.sleep(VOICE_MAX_SECONDS * 1000, mine.signal);
    if (!mine.signal.aborted) await interrupt('full');
  }

  /**
   * Ends the recording; the state is left to the caller. @returns null without a recording, or when
   * it was discarded in the meantime
   */
  async function end(): Promise<Recording | 'nothing' | null> {
    const now = state.get();
    const ending = microphone;
    if (now.kind !== 'recording' || !ending) return null;
    const mine = attempt;
    microphone = null;
    limit?.abort();
    const durationMs = Math.min(clock.now() - now.startedAt, VOICE_MAX_SECONDS * 1000);
    const audio = await ending.stop();
    if (mine !== attempt) return null;
    return audio && durationMs >= SHORTEST_MS ? { audio, durationMs } : 'nothing';
  }

  async function interrupt(cause: RecordingEnd): Promise<void> {
    const recording = await end();
    if (recording === null) return;
    state.set(
      recording === 'nothing'
        ? { kind: 'failed', problem: 'nothing-recorded' }
        : { kind: 'recorded', recording, cause },
    );
  }

  return {
    state,
    level: () => microphone?.level() ?? 0,
    start,
    interrupt,
    async finish() {
      const now = state.get();
      if (now.kind === 'recorded') {
        state.set({ kind: 'idle' });
        return now.recording;
      }
      const recording = await end();
      if (recording === null) return null;
      if (recording === 'nothing') {
        state.set({ kind: 'failed', problem: 'nothing-recorded' });
        return null;
      }
      state.set({ kind: 'idle' });
      return recording;
    },
    cancel() {
      attempt += 1;
      limit?.abort();
      microphone?.release();
      microphone = null;
      state.set({ kind: 'idle' });
    },
  };
}
