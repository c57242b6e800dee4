import { afterEach, expect, it, vi } from 'vitest';
import { alertsWanted, setAlertsWanted } from './alert-setting.ts';

afterEach(() => void vi.unstubAllGlobals());

function storage(full = false) {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

it('the setting is that of the device, whichever tab has changed it last', () => {
  const store = storage();
  vi.stubGlobal('localStorage', store);
  expect(alertsWanted()).toBe(false);
  setAlertsWanted(true);
  expect(alertsWanted()).toBe(true);
  // Another tab turns it off.
  store.clear();
  expect(alertsWanted()).toBe(false);
});

it('where nothing can be stored, it lives as long as the page', () => {
  vi.stubGlobal('localStorage', storage(true));
  setAlertsWanted(true);
  expect(alertsWanted()).toBe(true);
  setAlertsWanted(false);
  expect(alertsWanted()).toBe(false);
});
