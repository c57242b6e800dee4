import { LRUCache } from 'lru-cache';
import { createMessageMeter, type MessageMeter } from './message-meter.ts';

/**
 * The sender of a message: a signed-in user, the secret key, or an API key without a user. A
 * publishable key is public, so an anonymous sender may listen but not send.
 */
export type Sender = { kind: 'user'; userId: string; network: string } | { kind: 'service' | 'anonymous' };

/** The reason that an anonymous sender gets. */
export const NO_SENDER = 'Sending needs the token of a signed-in user, or the secret key';

/** @param network as `clientNetwork` gives it */
export function senderOf(role: string, claims: Record<string, unknown>, network: string): Sender {
  if (role === 'service_role') return { kind: 'service' };
  if (typeof claims.sub === 'string') return { kind: 'user', userId: claims.sub, network };
  return { kind: 'anonymous' };
}

export interface SenderLimits {
  /** Messages a second. `Infinity` turns a limit off. */
  messagesPerUser: number;
  messagesPerAddress: number;
  messagesPerSecond: number;
}

/**
 * Limits messages by user, by network and in the whole process. A user can use up their own budget
 * alone: the budgets that others share count only messages that the user may send.
 */
export interface SenderMeter {
  /**
   * Counts against the user's own budget. The caller asks before it looks up rights, because a
   * look-up costs a query.
   * @returns false when the messages are over the limit and must be dropped
   */
  takeOwn(sender: Sender, count?: number): boolean;
  /**
   * Counts against the budgets of the sender's network and of the process. The caller asks after
   * the right to write is known.
   * @returns false when the messages are over a limit and must be dropped
   */
  takeShared(sender: Sender, count?: number): boolean;
}

/** Remembered senders; an entry is a few numbers. The least recently used entry goes first. */
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
    takeOwn: (sender, count) =>
      sender.kind !== 'user' || meterOf(users, sender.userId, limits.messagesPerUser).take(count),
    takeShared(sender, count) {
      if (sender.kind === 'user') {
        const ofNetwork = meterOf(networks, sender.network, limits.messagesPerAddress);
        if (!ofNetwork.take(count)) return false;
      }
      return shared.take(count);
    },
  };
}
