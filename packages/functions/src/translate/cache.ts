import type { TranslationJob } from './engines/engine.ts';

/** A translation and the engine that made it. */
export interface Translation {
  text: string;
  engine: string;
}

/** Keeps what engines made. The server's is a table, keyed by a SHA-256 of the whole job, so that no text is in the key. */
export interface TranslationCache {
  get(key: TranslationJob): Promise<Translation | null>;
  set(key: TranslationJob, value: Translation): Promise<void>;
}

/** A cache in this process that forgets the longest unused entry when it is full. */
export function memoryCache(maxEntries = 5_000): TranslationCache {
  const entries = new Map<string, Translation>();
  const keyOf = (job: TranslationJob) => `${job.source}>${job.target}:${job.text}`;
  return {
    async get(job) {
      const key = keyOf(job);
      const found = entries.get(key);
      if (!found) return null;
      // A Map keeps the order of insertion: putting it in again makes it the youngest.
      entries.delete(key);
      entries.set(key, found);
      return found;
    },
    async set(job, value) {
      const key = keyOf(job);
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}
