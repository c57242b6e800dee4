import type { OpenAiCompatibleOptions } from '@dragoman/functions/providers/openai-compatible';
import type { DocumentReaderOptions } from '@dragoman/local-engines/documents/document-reader';
import { OCR_ENGINES } from '@dragoman/local-engines/documents/worker/messages';
import { flag, whole } from '@dragoman/supabase-server/config/variables';
import { z } from 'zod';

/** Configuration of the document reader. */
export interface DocumentsConfig extends Omit<DocumentReaderOptions, 'paddlePackage'> {
  /** Whether this machine reads pictures. If not, only a remote provider can. */
  builtIn: boolean;
  /** A vision model that is asked first; null: none. */
  vision: OpenAiCompatibleOptions | null;
}

export const documentsVariables = {
  READER_ENABLED: flag(true),
  READER_ENGINE: z.enum(OCR_ENGINES, { error: `must be one of ${OCR_ENGINES.join(', ')}` }).default('best'),
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
