import type { Language } from '@dragoman/domain/languages';
import type { Turn } from '../translate/engines/engine.ts';
import type { RetryLimits } from '../translate/retry.ts';
import type { CheckedAudio } from './audio-check.ts';

/** One recording to write down. */
export interface SpeechJob {
  audio: CheckedAudio;
  /** What is probably spoken; null: the engine finds out. */
  language: Language | null;
}

/** A machine or service that writes down what is said. An adapter maps codes and errors; retries are the handler's. */
export interface SpeechEngine {
  /** Short name, given in logs and in the server's state. */
  readonly name: string;
  /** What an operator sees at start: the name, the model and the host, never a key. */
  readonly description: string;
  /** Where they differ from the handler's. */
  readonly limits?: Partial<RetryLimits>;
  /**
   * @param language null: not known
   * @returns whether the engine can write down this language now; an engine without this function always can
   */
  isReady?(language: Language | null): boolean;
  /**
   * @param signal ends the attempt
   * @param turn of the recording among others that wait; engines elsewhere do without
   * @returns the text as the engine gave it; empty when it heard no words
   * @throws {EngineError}
   * @throws {UnreadableRecordingError}
   */
  transcribe(job: SpeechJob, signal: AbortSignal, turn?: Turn): Promise<string>;
}

/** Why an engine cannot read a recording. */
export type UnreadableReason =
  /** It does not know the audio format. */
  | 'unknown-format'
  /** The decoder of this format needs a system library that is missing. */
  | 'no-decoder'
  /** The bytes are not what their format promises. */
  | 'damaged';

/** The engine cannot read this recording. That says nothing about the engine's health. */
export class UnreadableRecordingError extends Error {
  override readonly name = 'UnreadableRecordingError';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(`The engine cannot read the recording: ${reason}`);
    this.reason = reason;
  }
}
