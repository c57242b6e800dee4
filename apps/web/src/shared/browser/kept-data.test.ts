import { expect, it } from 'vitest';
import { keptData } from './kept-data.ts';

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    get length() {
      return kept.size;
    },
  } as Storage;
}

const forbidden = {
  get localStorage(): Storage {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  },
};
const full = {
  ...storage(),
  setItem() {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  },
} as Storage;
const indexedDB = {} as IDBFactory;

it.each([
  ['a usual browser', { localStorage: storage(), indexedDB }, 'all'],
  ['without a database', { localStorage: storage() }, 'no-unsent-work'],
  ['with a full storage', { localStorage: full, indexedDB }, 'nothing'],
  ['without a storage', { indexedDB }, 'nothing'],
  ['with a forbidden storage', forbidden, 'nothing'],
] as const)('%s', (_, scope, kept) => {
  expect(keptData(scope)).toBe(kept);
});

it('leaves nothing behind', () => {
  const localStorage = storage();
  keptData({ localStorage, indexedDB });
  expect(localStorage.length).toBe(0);
});
