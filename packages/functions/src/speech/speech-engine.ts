import type { Language } from '@dragoman/domain/languages';
import type { CheckedAudio } from './audio-check.ts';

/** One recording to write down. */
export interface SpeechJob {
  audio: CheckedAudio;
  /** What is probably spoken; null: the engine finds out. */
  language: Language | null;
}

/** A transcription service. An adapter maps codes and errors; the handler retries. */
export interface SpeechEngine {
  /** Short name, given in logs and in the server's state. */
  readonly name: string;
  /** What an operator sees at start: the name, the model and the host, never a key. */
  readonly description: string;
  /**
   * @param signal ends the attempt
   * @returns the text as the engine gave it; empty when it heard no words
   * @throws {EngineError}
   */
  transcribe(job: SpeechJob, signal: AbortSignal): Promise<string>;
}
