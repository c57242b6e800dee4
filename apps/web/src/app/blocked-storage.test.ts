import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readStoredSession } from '@/shared/auth/stored-session.ts';
import { loadConfig } from '@/shared/config/config.ts';
import { shouldReload } from './pages/chunk-load-error.ts';

// A browser that forbids a site's storage throws on access; the app must start nevertheless.

const NAMES = ['localStorage', 'sessionStorage'] as const;
const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

beforeEach(() => {
  for (const name of NAMES) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  }
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const [name, property] of before) {
    if (property) Object.defineProperty(globalThis, name, property);
    else Reflect.deleteProperty(globalThis, name);
  }
});

const config = { supabaseUrl: 'https://fair.example', supabaseKey: 'key' };

it('the configuration is read from the page that has it', async () => {
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(config) }) });
  expect(await loadConfig()).toMatchObject(config);
});

it('the configuration is read from the server', async () => {
  vi.stubGlobal('document', { getElementById: () => null });
  vi.stubGlobal('fetch', async () => Response.json(config));
  expect(await loadConfig()).toMatchObject(config);
});

it('the user counts as signed out, and no page reloads by itself', () => {
  expect(readStoredSession()).toBeNull();
  expect(shouldReload()).toBe(false);
});
