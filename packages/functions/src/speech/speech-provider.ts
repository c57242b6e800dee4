import type { Language } from '@dragoman/domain/languages';
import type { Provider, Turn } from '../providers/provider.ts';
import type { RetryLimits } from '../providers/retry.ts';
import type { CheckedAudio } from './audio-check.ts';

/** One recording to write down. */
export interface SpeechJob {
  audio: CheckedAudio;
  /** The expected language; null: the provider detects it. */
  language: Language | null;
}

/**
 * A machine or service that transcribes speech. An adapter maps codes and errors; retries are the
 * handler's.
 */
export interface SpeechProvider extends Provider {
  /** The retry limits where they differ from the handler's. */
  readonly limits?: Partial<RetryLimits>;
  /**
   * @param language null: not known
   * @returns whether the provider can write down this language now; a provider without this
   * function always can
   */
  isReady?(language: Language | null): boolean;
  /**
   * @param signal ends the attempt
   * @param turn of the recording among others that wait; providers elsewhere do without
   * @returns the text as the provider gave it; empty when it heard no words
   * @throws {EngineError}
   * @throws {UnreadableRecordingError}
   */
  transcribe(job: SpeechJob, signal: AbortSignal, turn?: Turn): Promise<string>;
}

/** Why a provider cannot read a recording. */
export type UnreadableReason =
  /** It does not know the audio format. */
  | 'unknown-format'
  /** The decoder of this format needs a system library that is missing. */
  | 'no-decoder'
  /** The bytes are not what their format promises. */
  | 'damaged';

/** The provider cannot read this recording. That says nothing about the provider's health. */
export class UnreadableRecordingError extends Error {
  override readonly name = 'UnreadableRecordingError';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(`The engine cannot read the recording: ${reason}`);
    this.reason = reason;
  }
}
