import type { Language } from '@dragoman/domain/languages';
import type { UnreadableReason } from '@dragoman/functions/speech/speech-provider';

/** Absolute paths of one model's files; `id` is its name in the table of models. */
export type SpeechModelPaths =
  | { kind: 'sensevoice'; id: string; model: string; tokens: string }
  | { kind: 'whisper'; id: string; encoder: string; decoder: string; tokens: string };

/** Asks the worker to write down one recording. */
export interface RecognitionJob {
  /** A recording as a browser made it. */
  bytes: Uint8Array;
  /** The expected language; null: the model detects it. */
  language: Language | null;
  models: [SpeechModelPaths];
}

/** The worker's result. */
export type RecognitionAnswer =
  /** Empty when no speech was found. */
  { kind: 'text'; text: string } | { kind: 'unreadable'; reason: UnreadableReason };
