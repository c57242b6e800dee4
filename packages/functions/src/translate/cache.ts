import type { TranslationJob } from './engines/engine.ts';

/** A translation and the engine that made it. */
export interface Translation {
  text: string;
  engine: string;
}

/** What a kept translation is found by, besides the engine. */
export interface CachedJob extends TranslationJob {
  /** What the glossary made of the text's terms, see `glossaryVersion`; empty without any. */
  glossary: string;
}

/** How long a translation is kept: engines get better. */
export const CACHE_DAYS = 90;

/**
 * Keeps what engines made, by text, pair of languages, glossary and engine (its description, so that another model of the same
 * service is another engine). The server's is a table, keyed by a SHA-256 of all that, so that no text is in the key.
 */
export interface TranslationCache {
  /** @param engines the engines whose answers will do, the best first */
  get(job: CachedJob, engines: readonly string[]): Promise<Translation | null>;
  set(job: CachedJob, engine: string, value: Translation): Promise<void>;
}

/** @returns everything that a kept translation depends on, as one string */
export function cacheKey({ source, target, text, glossary }: CachedJob, engine: string): string {
  return JSON.stringify([source, target, text, glossary, engine]);
}

/** A cache in this process that forgets the longest unused entry when it is full. */
export function memoryCache(maxEntries = 5_000, now: () => number = Date.now): TranslationCache {
  const entries = new Map<string, { value: Translation; madeAt: number }>();
  return {
    async get(job, engines) {
      for (const engine of engines) {
        const key = cacheKey(job, engine);
        const found = entries.get(key);
        if (!found) continue;
        // A Map keeps the order of insertion: putting it in again makes it the youngest.
        entries.delete(key);
        if (found.madeAt <= now() - CACHE_DAYS * 86_400_000) continue;
        entries.set(key, found);
        return found.value;
      }
      return null;
    },
    async set(job, engine, value) {
      const key = cacheKey(job, engine);
      entries.delete(key);
      entries.set(key, { value, madeAt: now() });
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}
