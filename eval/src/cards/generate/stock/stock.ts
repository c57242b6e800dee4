/** A text in its own script and in Latin letters; for English only the Latin one. */
export type Pair = readonly [native: string, latin: string];

/** Words that cards of one language are made of. All people and firms are invented. */
export interface Stock {
  given: readonly Pair[];
  family: readonly Pair[];
  companies: readonly { native: string; latin: string; domain: string }[];
  titles: readonly Pair[];
  addresses: readonly string[];
  slogans: readonly string[];
  events: readonly Pair[];
}

/** Each half has words of its own: rules tuned on one half have not seen the other's words. */
export interface Halves {
  tuning: Stock;
  unseen: Stock;
}

/** 'native|latin; …' as pairs; without a bar both are the same. */
export function pairs(text: string): Pair[] {
  return text.split(';').map((item) => {
    const [native = '', latin = native] = item.trim().split('|');
    return [native, latin];
  });
}

/** 'native|latin|domain; …', with the native name omitted if there is no such name. */
export function companies(text: string): Stock['companies'] {
  return text.split(';').map((item) => {
    const parts = item.trim().split('|');
    const [domain = '', latin = '', native = latin] = parts.reverse();
    return { native, latin, domain };
  });
}

/** 'one; two; three'. */
export function list(text: string): string[] {
  return text.split(';').map((item) => item.trim());
}
