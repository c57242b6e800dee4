import type { Locator } from '@playwright/test';

/**
 * Waits until a recording is played beyond a place. To be called before the press that starts it: a
 * short recording is over, and back at its beginning, before a busy machine looks again.
 * @param message holds the audio element
 * @param seconds from the beginning of the recording
 * @returns where it was then, in seconds
 */
export function playedBeyond(message: Locator, seconds: number): Promise<number> {
  return message.locator('audio').evaluate(
    (audio: HTMLAudioElement, beyond) =>
      new Promise<number>((resolve) => {
        audio.addEventListener('timeupdate', () => {
          if (audio.currentTime > beyond) resolve(audio.currentTime);
        });
      }),
    seconds,
  );
}
