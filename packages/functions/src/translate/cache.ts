import type { TranslationJob } from './translation-provider.ts';

/** A translation and the provider that made it. */
export interface Translation {
  text: string;
  engine: string;
}

/** The key of a cached translation, besides the provider. */
export interface CachedJob extends TranslationJob {
  /** The glossary's part of the key, see `glossaryVersion`; empty without any terms. */
  glossary: string;
}

/** The lifetime of a cached translation: providers get better. */
export const CACHE_DAYS = 90;

/**
 * Keeps what providers made, by text, pair of languages, glossary and provider (its description, so
 * that another model of the same service is another provider). The server's is a table, keyed by a
 * SHA-256 of all that, so that no text is in the key.
 */
export interface TranslationCache {
  /** @param providers the providers whose answers will do, the best first */
  get(job: CachedJob, providers: readonly string[]): Promise<Translation | null>;
  set(job: CachedJob, provider: string, value: Translation): Promise<void>;
}

/** @returns everything that a kept translation depends on, as one string */
export function cacheKey({ source, target, text, glossary }: CachedJob, provider: string): string {
  return JSON.stringify([source, target, text, glossary, provider]);
}

/** A cache in this process that forgets the longest unused entry when it is full. */
export function memoryCache(maxEntries = 5_000, now: () => number = Date.now): TranslationCache {
  const entries = new Map<string, { value: Translation; madeAt: number }>();
  return {
    async get(job, providers) {
      for (const provider of providers) {
        const key = cacheKey(job, provider);
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
    async set(job, provider, value) {
      const key = cacheKey(job, provider);
      entries.delete(key);
      entries.set(key, { value, madeAt: now() });
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}
