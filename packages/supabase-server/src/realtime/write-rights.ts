import { AuthorizationError, type Extension } from './authorization.ts';
import type { Channel } from './channel.ts';
import type { RealtimeServices } from './services.ts';

/**
 * Acts by whether the channel may write: at once when the right is cached, else after a query. A
 * failed query counts as a refusal and is not cached.
 */
export function byWriteRight(
  channel: Channel,
  extension: Extension,
  services: RealtimeServices,
  act: (allowed: boolean) => void,
): Promise<void> | undefined {
  const known = channel.mayWrite(extension);
  if (known === undefined) return queryWriteRight(channel, extension, services, act);
  act(known);
  return undefined;
}

async function queryWriteRight(
  channel: Channel,
  extension: Extension,
  { authorization }: RealtimeServices,
  act: (allowed: boolean) => void,
): Promise<void> {
  let allowed = false;
  try {
    let asked: number;
    do {
      asked = channel.rightsVersion;
      allowed = await authorization.mayWrite(channel.subscriber, channel.name, extension);
      // Results from before the rights changed are no longer valid.
    } while (asked !== channel.rightsVersion && !channel.detached);
    channel.rememberWrite(extension, allowed);
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
  }
  if (!channel.detached) act(allowed);
}

/** The official server's words. */
export const TOO_MANY_MESSAGES = 'Too many messages per second';
