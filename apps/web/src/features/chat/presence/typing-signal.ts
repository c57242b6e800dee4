import { createStore, type ReadableStore } from '../model/store.ts';

/** The interval at which the sign is repeated to the other side during typing, in ms. */
export const TYPING_EVERY_MS = 3_000;

/**
 * A sign that is not repeated expires after this time, in ms, in case the phone was closed while
 * typing.
 */
export const TYPING_EXPIRES_MS = 5_000;

export interface TypingSender {
  /** The draft has changed to this. */
  typed(text: string): void;
  /** Resets the sender: the other side's sign has expired. */
  forget(): void;
}

/**
 * Turns keystrokes into few typing signs.
 * @param send sends a sign to the other side; false when that failed
 * @param now milliseconds since 1970
 */
export function createTypingSender(send: (typing: boolean) => boolean, now: () => number): TypingSender {
  let toldAt: number | null = null;
  return {
    typed(text) {
      if (text.trim()) {
        if (toldAt !== null && now() - toldAt < TYPING_EVERY_MS) return;
        if (send(true)) toldAt = now();
      } else if (toldAt !== null) {
        if (now() - toldAt < TYPING_EXPIRES_MS) send(false);
        toldAt = null;
      }
    },
    forget() {
      toldAt = null;
    },
  };
}

export interface TypingReceiver {
  typing: ReadableStore<boolean>;
  receive(typing: boolean): void;
  stop(): void;
}

/** The received typing signs. */
export function createTypingReceiver(): TypingReceiver {
  const typing = createStore(false);
  let expiry: ReturnType<typeof setTimeout> | undefined;
  return {
    typing,
    receive(on) {
      clearTimeout(expiry);
      typing.set(on);
      if (on) expiry = setTimeout(() => typing.set(false), TYPING_EXPIRES_MS);
    },
    stop() {
      clearTimeout(expiry);
      typing.set(false);
    },
  };
}
