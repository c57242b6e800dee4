import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { subscribeToPush, unsubscribeFromPush } from '@/shared/browser/push-subscription.ts';
import { renewPush } from './notification-settings.ts';

const ME = '5f0c2f6e-1b1e-4b5c-9f41-0f7c6f0c9b11';
const KEY = 'BAc';
const at = (name: string) => `https://push.example/${name}`;

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => vi.unstubAllGlobals());

describe('pushes that are on', () => {
  beforeEach(() => subscribeToPush(ME, KEY));

  it('need nothing while the server knows the subscription', async () => {
    expect(await renew([at('1'), at('other device')])).toEqual([]);
    expect(browser.made).toBe(1);
  });

  it('stay on when the browser or its worker has renewed the subscription', async () => {
    browser.renew();
    expect(await renew([at('1')])).toEqual([{ endpoint: at('2') }]);
  });

  it('stay on when the browser has ended the subscription', async () => {
    browser.end();
    expect(await renew([at('1')])).toEqual([{ endpoint: at('2') }]);
    expect(browser.asked).toBe(1);
  });

  it('end with the permission, without a question', async () => {
    browser.end();
    vi.stubGlobal('Notification', { ...Notification, permission: 'default' });
    expect(await renew([at('1')])).toEqual([]);
    expect([browser.made, browser.asked]).toEqual([1, 1]);
  });

  it('are not those of the next person on this device', async () => {
    expect(await renew([], 'another profile')).toEqual([]);
  });

  it('are off after they were turned off or the person has signed out', async () => {
    await unsubscribeFromPush();
    expect(await renew([])).toEqual([]);
    expect(browser.made).toBe(1);
  });
});

it('pushes that were never on stay off', async () => {
  expect(await renew([])).toEqual([]);
  expect(browser.made).toBe(0);
});

/** @returns the subscriptions that the server is told, which knows some endpoints of the person */
async function renew(known: string[], profileId = ME): Promise<unknown[]> {
  const told: unknown[] = [];
  const supabase = {
    from: () => ({
      select: () => ({ throwOnError: async () => ({ data: known.map((endpoint) => ({ endpoint })) }) }),
    }),
    functions: async () => ({
      invoke: async (name: string, { body }: { body: unknown }) => {
        expect(name).toBe('push-subscription');
        told.push(body);
        return { error: null };
      },
    }),
  } as unknown as Supabase;
  expect(await renewPush(supabase, profileId, KEY)).toBe(told.length > 0);
  return told;
}

/** A browser that permits pushes, with storage and a push service. */
function openBrowser() {
  const stored = new Map<string, string>();
  let current: object | null = null;
  const counts = { made: 0, asked: 0 };
  const make = () => {
    counts.made += 1;
    const endpoint = at(String(counts.made));
    current = {
      endpoint,
      options: { applicationServerKey: new Uint8Array([4, 7]).buffer },
      toJSON: () => ({ endpoint }),
      unsubscribe: async () => {
        current = null;
      },
    };
    return current;
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => current ?? make(),
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: async () => {
      counts.asked += 1;
      return 'granted';
    },
  });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    },
  });
  return {
    get made() {
      return counts.made;
    },
    get asked() {
      return counts.asked;
    },
    renew: () => void make(),
    end: () => {
      current = null;
    },
  };
}
