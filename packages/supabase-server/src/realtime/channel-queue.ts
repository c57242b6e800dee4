import type { Channel } from './channel.ts';

/**
 * Checks channels later, a few at a time: after a lost connection thousands wait, and the database
 * has other things to do.
 * @param check never rejects; called for channels that are still joined
 * @param atOnce how many are checked at the same time
 * @returns adds a channel; one that waits already is checked once
 */
export function createChannelQueue(
  check: (channel: Channel) => Promise<void>,
  atOnce: number,
): (channel: Channel) => void {
  const waiting = new Set<Channel>();
  let working = 0;

  async function work(): Promise<void> {
    working += 1;
    for (const channel of waiting) {
      waiting.delete(channel);
      if (!channel.detached) await check(channel);
    }
    working -= 1;
  }

  return (channel) => {
    waiting.add(channel);
    if (working < atOnce) void work();
  };
}
