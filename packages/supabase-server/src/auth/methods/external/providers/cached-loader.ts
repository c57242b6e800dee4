const LIFE_MS = 3_600_000;

/**
 * A value that is loaded on first use, and again after an hour. The old one serves while loading
 * fails; a failure is not cached.
 */
export function createCachedLoader<T>(
  load: () => Promise<T>,
  now: () => number = Date.now,
): () => Promise<T> {
  let known: { value: T; until: number } | null = null;
  let loading: Promise<T> | null = null;

  async function refresh(): Promise<T> {
    try {
      const value = await load();
      known = { value, until: now() + LIFE_MS };
      return value;
    } catch (error) {
      if (!known) throw error;
      return known.value;
    } finally {
      loading = null;
    }
  }

  return () => {
    if (known && now() < known.until) return Promise.resolve(known.value);
    loading ??= refresh();
    return loading;
  };
}
