import { LRUCache } from 'lru-cache';
import { createMessageMeter, type MessageMeter } from './message-meter.ts';

/** Who sends: a signed-in user, or null for an API key alone, and the network the call came from. */
export interface Sender {
  userId: string | null;
  /** As `clientNetwork` gives it. */
  network: string;
}

export interface SenderLimits {
  /** Messages a second. `Infinity` stands for no limit. */
  messagesPerUser: number;
  messagesPerAddress: number;
  messagesPerSecond: number;
}

/**
 * Counts what is sent by user, by network and in the whole process. One sender can use up its own
 * budget, never another's.
 */
export interface SenderMeter {
  /**
   * Counts against the sender's own budgets. Called before rights are looked up, because a look-up
   * costs a query.
   * @returns false when the messages are over a limit and must be dropped
   */
  takeOwn(sender: Sender, count?: number): boolean;
  /**
   * Counts against what the process takes from all senders. Called once the sender's right to write
   * is known, so that messages that go nowhere count for no one else.
   */
  takeShared(count?: number): boolean;
}

/** Senders that are remembered; each entry is a few numbers. The least recent one goes first. */
const MAX_SENDERS = 50_000;

export function createSenderMeter(limits: SenderLimits, now?: () => number): SenderMeter {
  const users = new LRUCache<string, MessageMeter>({ max: MAX_SENDERS });
  const networks = new LRUCache<string, MessageMeter>({ max: MAX_SENDERS });
  const shared = createMessageMeter(limits.messagesPerSecond, now);

  function meterOf(meters: LRUCache<string, MessageMeter>, name: string, limit: number): MessageMeter {
    let meter = meters.get(name);
    if (meter === undefined) {
      meter = createMessageMeter(limit, now);
      meters.set(name, meter);
    }
    return meter;
  }

  return {
    takeOwn({ userId, network }, count) {
      const ofUser = userId === null ? null : meterOf(users, userId, limits.messagesPerUser);
      if (ofUser !== null && !ofUser.take(count)) return false;
      return meterOf(networks, network, limits.messagesPerAddress).take(count);
    },
    takeShared: (count) => shared.take(count),
  };
}
