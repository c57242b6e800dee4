import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './store.ts';

/** The current value of a store; the component renders again when it changes. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
