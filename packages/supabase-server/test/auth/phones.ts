import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { listSmsOutbox, type OutboxSms } from '../../src/sms/outbox.ts';
import { type StandaloneServer, startTestServer } from '../harness.ts';

/** A server whose messages to phones can be read. */
export interface PhoneServer extends StandaloneServer {
  dataDir: string;
  /**
   * Waits for a message to this number and takes it: the same one is never given twice.
   * @param phone digits
   */
  smsTo(phone: string): Promise<OutboxSms & { code: string }>;
  /** Messages to this number so far, newest first. */
  allSmsTo(phone: string): Promise<OutboxSms[]>;
}

/**
 * Boots a server with an outbox of its own. Numbers may get messages as fast as they like unless
 * `env` says otherwise.
 */
export async function startPhoneServer(env: Record<string, string> = {}): Promise<PhoneServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-sms-'));
  const server = await startTestServer({
    DATA_DIR: dataDir,
    RATE_LIMIT_SMS_DISTANCE_SECONDS: '0',
    RATE_LIMIT_SMS_PER_ACCOUNT: '0',
    RATE_LIMIT_SMS_PER_ADDRESS: '0',
    ...env,
  });
  const taken = new Set<string>();
  const allSmsTo = async (phone: string) => (await listSmsOutbox(dataDir)).filter(({ to }) => to === phone);
  return {
    ...server,
    dataDir,
    allSmsTo,
    smsTo: (phone) =>
      vi.waitFor(
        async () => {
          const sms = (await allSmsTo(phone)).find(({ id }) => !taken.has(id));
          if (!sms) throw new Error('no message to the number');
          taken.add(sms.id);
          return { ...sms, code: codeIn(sms.text) };
        },
        { timeout: 10_000, interval: 20 },
      ),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new number, digits only. */
export function newPhone(): string {
  return `49151${randomInt(10_000_000, 100_000_000)}`;
}

export function codeIn(text: string): string {
  return /(?<!\d)\d{6,10}(?!\d)/.exec(text)?.[0] ?? '';
}

/** A code of the same length that is not this one. */
export function otherCode(code: string): string {
  return code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
}
