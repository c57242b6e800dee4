/** Something that is on or off on this device, whoever is signed in. */
export interface DeviceSwitch {
  /** Read anew each time: the choice may have been made in another tab. */
  isOn(): boolean;
  set(on: boolean): void;
  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void;
}

/** @param key of localStorage. @param usual what holds until somebody chooses otherwise */
export function deviceSwitch(key: string, usual: boolean): DeviceSwitch {
  const listeners = new Set<() => void>();
  /** Where nothing can be stored, the choice lives as long as the page. */
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
      // Tells of the other tabs.
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}
