/** A value with subscribers, as React's `useSyncExternalStore` wants one. */
export interface ReadableValue<T> {
  get(): T;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export interface WritableValue<T> extends ReadableValue<T> {
  set(value: T): void;
}

export function writableValue<T>(initial: T): WritableValue<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
