import type { Language } from '@dragoman/domain/languages';
import type { UnreadableReason } from '@dragoman/functions/speech/speech-engine';

/** Absolute paths of one model's files; `id` is its name in the table of models. */
export type SpeechModelPaths =
  | { kind: 'sensevoice'; id: string; model: string; tokens: string }
  | { kind: 'whisper'; id: string; encoder: string; decoder: string; tokens: string };

/** Asks the worker to write down one recording. */
export interface RecognitionJob {
  /** A recording as a browser made it. */
  bytes: Uint8Array;
  /** What is probably spoken; null: the model finds out. */
  language: Language | null;
  models: [SpeechModelPaths];
}

/** What the worker made of it. */
export type RecognitionAnswer =
  /** Empty when no speech was found. */
  { kind: 'text'; text: string } | { kind: 'unreadable'; reason: UnreadableReason };
