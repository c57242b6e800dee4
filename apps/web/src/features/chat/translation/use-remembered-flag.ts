import { useCallback, useState } from 'react';

/** A yes or no that this device remembers. Names are of the `dragoman-` kind. */
export function useRememberedFlag(
  name: string,
  initial: boolean,
): readonly [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => read(name) ?? initial);
  const remember = useCallback(
    (next: boolean) => {
      setValue(next);
      write(name, next);
    },
    [name],
  );
  return [value, remember];
}

function read(name: string): boolean | null {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? null : stored === '1';
  } catch {
    return null;
  }
}

function write(name: string, value: boolean): void {
  try {
    localStorage.setItem(name, value ? '1' : '0');
  } catch {
    // It is then remembered for this page only.
  }
}
