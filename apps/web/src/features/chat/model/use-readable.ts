import { useSyncExternalStore } from 'react';
import type { ReadableValue } from './store-value.ts';

/** The current value of a readable, rendered again when it changes. */
export function useReadable<T>(readable: ReadableValue<T>): T {
  return useSyncExternalStore(readable.subscribe, readable.get, readable.get);
}
