import path from 'node:path';
import type { LocalSpeechOptions } from '@dragoman/local-engines/speech/local-speech';
import type { LocalTranslationOptions } from '@dragoman/local-engines/translation/local-translation';
import { flag, httpUrl, text, whole } from '@dragoman/supabase-server/config/variables';
import type { z } from 'zod';

/** The local providers and their models. */
export interface ModelsConfig extends LocalTranslationOptions {
  /** Whether the server translates on this machine. */
  translation: boolean;
  /** Absolute path of the folder with the models. */
  folder: string;
  /** Base address of a mirror, without a trailing slash; null: the published addresses. */
  mirror: string | null;
  speech: LocalSpeechOptions;
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
