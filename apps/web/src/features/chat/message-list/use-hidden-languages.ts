import { useCallback, useState } from 'react';
import { encodeHidden, type HiddenLanguages, isHidden, parseHidden, toggled } from './hidden-languages.ts';

const KEY = 'dragoman-one-language';

interface HiddenLanguagesControl {
  /** Whether a message shows one language alone. */
  isFolded: (id: string) => boolean;
  /** Whether that is so for all messages without a choice of their own. */
  isOneLanguage: boolean;
  /** Hides the other language of a message, or shows it. */
  fold: (id: string) => void;
  /** Does so for all messages. */
  foldAll: (all: boolean) => void;
}

/** The messages that show one language alone; this device remembers the choice. */
export function useHiddenLanguages(): HiddenLanguagesControl {
  const [choices, setChoices] = useState(read);
  const change = useCallback((next: (before: HiddenLanguages) => HiddenLanguages) => {
    setChoices((before) => {
      const after = next(before);
      write(after);
      return after;
    });
  }, []);
  return {
    isFolded: (id) => isHidden(choices, id),
    isOneLanguage: choices.all,
    fold: useCallback((id) => change((before) => toggled(before, id)), [change]),
    foldAll: useCallback((all) => change(() => ({ all, except: [] })), [change]),
  };
}

function read(): HiddenLanguages {
  try {
    return parseHidden(localStorage.getItem(KEY));
  } catch {
    return parseHidden(null);
  }
}

function write(choices: HiddenLanguages): void {
  try {
    localStorage.setItem(KEY, encodeHidden(choices));
  } catch {
    // It is then remembered for this page only.
  }
}
