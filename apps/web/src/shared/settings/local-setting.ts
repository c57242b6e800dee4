/** A setting that is on or off on this device, for all users. */
export interface LocalSetting {
  /** Read each time, because another tab may have changed it. */
  isOn(): boolean;
  set(on: boolean): void;
  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void;
}

/** @param key of localStorage. @param usual the default */
export function localSetting(key: string, usual: boolean): LocalSetting {
  const listeners = new Set<() => void>();
  /** The choice if nothing can be stored; it lives as long as the page. */
  let unstored: boolean | undefined;
  return {
    isOn() {
      if (unstored !== undefined) return unstored;
      try {
        const kept = localStorage.getItem(key);
        return kept === null ? usual : kept === 'on';
      } catch {
        return usual;
      }
    },
    set(on) {
      try {
        if (on === usual) localStorage.removeItem(key);
        else localStorage.setItem(key, on ? 'on' : 'off');
        unstored = undefined;
      } catch {
        unstored = on;
      }
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      // Notifies the other tabs.
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}
