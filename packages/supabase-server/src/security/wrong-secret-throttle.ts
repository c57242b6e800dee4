import { setTimeout as delay } from 'node:timers/promises';

/** A caller who tries a secret after too many wrong ones. */
export interface ThrottledCaller {
  /** The account that the secret belongs to; null when that is not known. */
  subject: string | null;
  /** The network as `clientNetwork` returns it. */
  network: string;
  /** Null for a caller without a device cookie. */
  deviceId: string | null;
}

/**
 * Checks secrets after too many wrong ones (docs/adr/0049). A right secret always passes; wrong
 * ones are slowed down, since few of them are checked at a time and each keeps its place for a
 * while.
 */
export interface WrongSecretThrottle {
  /**
   * @param excess wrong secrets beyond the limit; each adds a quarter of a second, up to five
   * seconds
   * @param isRight checks the secret
   * @returns what `isRight` says, at once when the secret is right; null when all places are taken
   */
  check(who: ThrottledCaller, excess: number, isRight: () => Promise<boolean>): Promise<boolean | null>;
}

/** Seconds after which a caller may ask again who found all places taken. */
export const THROTTLE_RETRY_SECONDS = 5;
const STEP_MS = 250;
const LONGEST_MS = THROTTLE_RETRY_SECONDS * 1000;

/** Places of one kind at a time. Callers without a device cookie never take all of them. */
const PER_DEVICE = 1;
const PER_SUBJECT = 4;
const PER_SUBJECT_WITHOUT_DEVICE = 2;
const PER_NETWORK = 64;
const PER_NETWORK_WITHOUT_DEVICE = 32;
const ALTOGETHER = 512;

/** Each process counts separately, so N processes allow N times as many checks. */
export function createWrongSecretThrottle(): WrongSecretThrottle {
  const taken = new Map<string, number>();

  /** @returns gives the places back; null when one of them is not free */
  function takePlaces({ subject, network, deviceId }: ThrottledCaller): (() => void) | null {
    const places: [key: string, most: number][] = [
      ['all', ALTOGETHER],
      [`network ${network}`, PER_NETWORK],
      ...(subject === null ? [] : ([[`subject ${subject}`, PER_SUBJECT]] as [string, number][])),
    ];
    if (deviceId !== null) places.push([`device ${deviceId}`, PER_DEVICE]);
    else {
      places.push([`network without device ${network}`, PER_NETWORK_WITHOUT_DEVICE]);
      if (subject !== null) places.push([`subject without device ${subject}`, PER_SUBJECT_WITHOUT_DEVICE]);
    }
    if (places.some(([key, most]) => (taken.get(key) ?? 0) >= most)) return null;
    for (const [key] of places) taken.set(key, (taken.get(key) ?? 0) + 1);
    return () => {
      for (const [key] of places) {
        const left = (taken.get(key) ?? 0) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      }
    };
  }

  return {
    async check(who, excess, isRight) {
      const release = takePlaces(who);
      if (release === null) return null;
      try {
        if (await isRight()) return true;
        // The place stays taken also when the caller has hung up: leaving early gains no guesses.
        await delay(Math.min(LONGEST_MS, STEP_MS * Math.max(1, excess)), undefined, { ref: false });
        return false;
      } finally {
        release();
      }
    },
  };
}
