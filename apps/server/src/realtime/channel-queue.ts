import type { Channel } from './channel.ts';

/**
 * Judges channels later, a few at a time: after a lost connection thousands wait, and the database
 * has other things to do.
 * @param judge never rejects; called for channels that are still joined
 * @param atOnce how many are judged at the same time
 * @returns adds a channel; one that waits already is judged once
 */
export function createChannelQueue(
  judge: (channel: Channel) => Promise<void>,
  atOnce: number,
): (channel: Channel) => void {
  const waiting = new Set<Channel>();
  let working = 0;

  async function work(): Promise<void> {
    working += 1;
    for (const channel of waiting) {
      waiting.delete(channel);
      if (!channel.detached) await judge(channel);
    }
    working -= 1;
  }

  return (channel) => {
    waiting.add(channel);
    if (working < atOnce) void work();
  };
}
