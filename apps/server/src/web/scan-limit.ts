import { peekBytes } from '@dragoman/supabase-server/http/body';
import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { CORS_HEADERS } from '@dragoman/supabase-server/http/cors';
import { type DeviceParts, deviceOf } from '@dragoman/supabase-server/http/device-cookie';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context, MiddlewareHandler } from 'hono';
import { type CodeGuessLimit, createCodeGuessLimit } from './code-guess-limit.ts';

/**
 * Openings of one code that a network may note in ten minutes. A hall's visitors share one address;
 * more than these queue at no booth.
 */
const LIMIT = 100;
/**
 * Shares of one device, and of all callers without a device cookie, so that neither uses up those
 * of a hall.
 */
const PER_DEVICE = 5;
const WITHOUT_DEVICE = 50;
/** Ten times as large as the app's requests. */
const MAX_BODY_BYTES = 1024;

/** Counts openings by network and code, and by device and code. */
export interface ScanLimit {
  network: CodeGuessLimit;
  device: CodeGuessLimit;
  withoutDevice: CodeGuessLimit;
}

/** In memory alone, and for a window at most. @param now milliseconds, of any clock */
export function createScanLimit(now?: () => number): ScanLimit {
  return {
    network: createCodeGuessLimit(now, LIMIT),
    device: createCodeGuessLimit(now, PER_DEVICE),
    withoutDevice: createCodeGuessLimit(now, WITHOUT_DEVICE),
  };
}

/**
 * Limits how many openings of a booth code a network may record. Each carries a device number that
 * the browser chose, so anyone with the code could otherwise inflate the vendor's count. Beyond the
 * limit the response is the same, and nothing is recorded.
 */
export function limitScans(scans: ScanLimit, { config, devices }: DeviceParts): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.method !== 'POST') return next();
    const code = await codeOf(c);
    const network = `${clientNetwork(clientAddress(c, config))} ${code}`;
    const device = deviceOf(c, devices);
    const [own, key] =
      device === null ? [scans.withoutDevice, network] : [scans.device, `${device.id} ${code}`];
    if (own.wait(key) > 0 || scans.network.wait(network) > 0) return c.body(null, 204, CORS_HEADERS);
    own.miss(key);
    scans.network.miss(network);
    return next();
  };
}

/**
 * @returns the code that is named, or nothing: then the network's openings of that kind count
 * together
 */
async function codeOf(c: Context<ServerEnv>): Promise<string> {
  const length = Number(c.req.header('content-length'));
  // Our app never sends a body of unknown length, or a long one.
  if (!(length > 0 && length <= MAX_BODY_BYTES)) return '';
  try {
    const body = JSON.parse(Buffer.from(await peekBytes(c, MAX_BODY_BYTES)).toString()) as {
      code?: unknown;
    } | null;
    return typeof body?.code === 'string' ? body.code.slice(0, 64) : '';
  } catch {
    return '';
  }
}
