import path from 'node:path';
import type { z } from 'zod';
import { flag, httpUrl, text, whole } from './variables.ts';

/** Processes that write down recordings. */
export interface SpeechRecognitionConfig {
  /** How many work at the same time. */
  workers: number;
  /** Bytes of memory above which such a process is replaced. */
  residentBytes: number;
}

/** The engines on this machine and their models. */
export interface ModelsConfig {
  /** Whether the server translates on this machine. */
  translation: boolean;
  /** Absolute path of the folder with the models. */
  folder: string;
  /** Base address of a mirror, without a trailing slash; null: the published addresses. */
  mirror: string | null;
  /** Processes that translate at the same time; null: two, or one on a machine with one core. */
  workers: number | null;
  /** Bytes of memory above which such a process is replaced. */
  residentBytes: number;
  speech: SpeechRecognitionConfig;
}

export const modelsVariables = {
  TRANSLATION_LOCAL: flag(true),
  TRANSLATION_LOCAL_PROCESSES: whole(0, 0, 64),
  TRANSLATION_LOCAL_MEMORY_MB: whole(1536, 256, 65_536),
  SPEECH_LOCAL_PROCESSES: whole(1, 1, 64),
  SPEECH_LOCAL_MEMORY_MB: whole(3072, 512, 65_536),
  MODELS_DIR: text,
  MODELS_URL: httpUrl,
};

type ModelsEnvironment = z.output<z.ZodObject<typeof modelsVariables>>;

/** @param dataDir absolute path; holds the models unless MODELS_DIR names another folder */
export function modelsConfig(env: ModelsEnvironment, dataDir: string, cwd: string): ModelsConfig {
  return {
    translation: env.TRANSLATION_LOCAL,
    folder: env.MODELS_DIR ? path.resolve(cwd, env.MODELS_DIR) : path.join(dataDir, 'models'),
    mirror: env.MODELS_URL,
    workers: env.TRANSLATION_LOCAL_PROCESSES || null,
    residentBytes: env.TRANSLATION_LOCAL_MEMORY_MB * 1024 * 1024,
    speech: {
      workers: env.SPEECH_LOCAL_PROCESSES,
      residentBytes: env.SPEECH_LOCAL_MEMORY_MB * 1024 * 1024,
    },
  };
}
