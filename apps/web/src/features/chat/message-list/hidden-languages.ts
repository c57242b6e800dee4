/**
 * Which messages show one language alone, as this device remembers it: all or none, and the
 * messages in which the viewer chose otherwise.
 */
export interface HiddenLanguages {
  all: boolean;
  /** Ids of the messages that differ from `all`, oldest choice first. */
  except: readonly string[];
}

/** The messages that are remembered one by one: more than anyone looks back at. */
const MOST_KEPT = 300;

export const ALL_SHOWN: HiddenLanguages = { all: false, except: [] };

/** @returns whether a message shows one language alone */
export function isHidden({ all, except }: HiddenLanguages, id: string): boolean {
  return except.includes(id) !== all;
}

/** @returns the choices after the other language of one message was hidden or shown */
export function toggled({ all, except }: HiddenLanguages, id: string): HiddenLanguages {
  const others = except.filter((each) => each !== id);
  return { all, except: others.length < except.length ? others : [...others, id].slice(-MOST_KEPT) };
}

/** @returns the choices as text for the device's storage */
export function encodeHidden(choices: HiddenLanguages): string {
  return JSON.stringify(choices);
}

/** @returns the choices of stored text; both languages everywhere when it is no such text */
export function parseHidden(stored: string | null): HiddenLanguages {
  try {
    const { all, except } = JSON.parse(stored ?? '') as Partial<HiddenLanguages>;
    if (typeof all !== 'boolean' || !Array.isArray(except)) return ALL_SHOWN;
    return { all, except: except.filter((id) => typeof id === 'string').slice(-MOST_KEPT) };
  } catch {
    return ALL_SHOWN;
  }
}
