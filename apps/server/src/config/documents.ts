import type { OpenAiCompatibleOptions } from '@dragoman/functions/translate/engines/openai-compatible';
import { z } from 'zod';
import type { DocumentReaderOptions } from '../documents/document-reader.ts';
import { READER_ENGINES } from '../documents/worker/messages.ts';
import { flag, whole } from './variables.ts';

/** How cards and passes are read. */
export interface DocumentsConfig extends DocumentReaderOptions {
  /** Whether pictures are read on this machine; without, only an engine elsewhere can. */
  builtIn: boolean;
  /** A vision model that is asked first; null: none. */
  vision: OpenAiCompatibleOptions | null;
}

export const documentsVariables = {
  READER_ENABLED: flag(true),
  READER_ENGINE: z
    .enum(READER_ENGINES, { error: `must be one of ${READER_ENGINES.join(', ')}` })
    .default('best'),
  READER_PROCESSES: whole(1, 1, 32),
  READER_QUEUE: whole(20, 0, 1000),
  READER_TIMEOUT_MS: whole(15_000, 100, 120_000),
  READER_START_MS: whole(30_000, 1000, 120_000),
  READER_RECYCLE_AFTER: whole(200, 1, 100_000),
  READER_MEMORY_MB: whole(1024, 128, 16_384),
  READER_IDLE_SECONDS: whole(300, 1, 86_400),
};

type DocumentsEnvironment = z.output<z.ZodObject<typeof documentsVariables>>;

export function documentsConfig(
  env: DocumentsEnvironment,
  vision: OpenAiCompatibleOptions | null,
): DocumentsConfig {
  return {
    vision,
    builtIn: env.READER_ENABLED,
    engine: env.READER_ENGINE,
    processes: env.READER_PROCESSES,
    queue: env.READER_QUEUE,
    pictureMs: env.READER_TIMEOUT_MS,
    startMs: env.READER_START_MS,
    recycleAfter: env.READER_RECYCLE_AFTER,
    recycleBytes: env.READER_MEMORY_MB * 1024 * 1024,
    idleMs: env.READER_IDLE_SECONDS * 1000,
  };
}
