import { afterEach, expect, it, vi } from 'vitest';
import { localSetting } from './local-setting.ts';

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

it.each([true, false])(
  'a switch that is usually %s is that of the device, whichever tab changed it last',
  (usual) => {
    const store = storage();
    vi.stubGlobal('localStorage', store);
    const setting = localSetting('dragoman-setting', usual);
    expect(setting.isOn()).toBe(usual);
    setting.set(!usual);
    expect(setting.isOn()).toBe(!usual);
    // Stores the value that another tab has.
    expect(localSetting('dragoman-setting', usual).isOn()).toBe(!usual);
    store.clear();
    expect(setting.isOn()).toBe(usual);
    setting.set(usual);
    expect(store.getItem('dragoman-setting')).toBeNull();
  },
);

it('where nothing can be stored, it lives as long as the page', () => {
  vi.stubGlobal('localStorage', storage(true));
  const setting = localSetting('dragoman-setting', false);
  setting.set(true);
  expect(setting.isOn()).toBe(true);
  setting.set(false);
  expect(setting.isOn()).toBe(false);
});
