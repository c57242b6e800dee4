import { expect, it } from 'vitest';
import { isChunkLoadError, shouldReload } from './chunk-load-error.ts';

it.each([
  'Failed to fetch dynamically imported module: https://fair.example/assets/chat-page-x.js',
  'error loading dynamically imported module: https://fair.example/assets/chat-page-x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/chat-page-x.css',
])('knows "%s"', (message) => {
  expect(isChunkLoadError(new TypeError(message))).toBe(true);
});

it('does not take other faults for missing code', () => {
  expect(isChunkLoadError(new TypeError("Cannot read properties of undefined (reading 'name')"))).toBe(false);
  expect(isChunkLoadError('Importing a module script failed.')).toBe(false);
});

it('reloads once, and again only when that was long ago', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(shouldReload(1_000_000, store)).toBe(true);
  expect(shouldReload(1_030_000, store)).toBe(false);
  expect(shouldReload(1_100_000, store)).toBe(true);
});

it('does not reload where nothing can be remembered', () => {
  const forbidden = {
    getItem(): string {
      throw new Error('forbidden');
    },
    setItem() {},
  };
  expect(shouldReload(1_000_000, forbidden)).toBe(false);
});
