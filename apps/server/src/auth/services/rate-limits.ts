import { createHash } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { type Allowance, countUses, removeOldUses, returnUse } from '../data/rate-limits.ts';
import { RateLimitError } from '../errors.ts';

const HOUR_SECONDS = 3600;
/** Deleting looks through an index: once in this many checks keeps the table small. */
const CHECKS_BETWEEN_SWEEPS = 1000;

/**
 * Limits on what can be used to guess, to flood and to annoy, shared by all processes on one database. Each use is counted before
 * the work that it stands for, so that many at once don't slip through. Accounts are named by what the caller claims, existing or
 * not: the answer must not tell which.
 */
export interface RateLimits {
  /** @throws {RateLimitError} */
  signUp(ip: string): Promise<void>;
  /**
   * @param account null when what was given is no address
   * @returns takes the attempt back when the password was right.
   * @throws {RateLimitError}
   */
  signIn(ip: string, account: string | null): Promise<() => Promise<void>>;
  /** A code typed in, or a link opened: no account is known then. @returns as above. @throws {RateLimitError} */
  code(ip: string, account: string | null): Promise<() => Promise<void>>;
  /**
   * @param userId who is signed in and asks for mails to addresses that are not theirs yet; null for anybody else
   * @throws {RateLimitError} with code over_email_send_rate_limit
   */
  mail(ip: string, account: string, userId?: string | null): Promise<void>;
  /**
   * A message to a phone. Each is paid for, so besides the phone, the caller's address and, for who is signed in, their account
   * there is an end for the whole installation.
   * @param userId null when nobody is signed in
   * @throws {RateLimitError} with code over_sms_send_rate_limit
   */
  sms(ip: string, phone: string, userId: string | null): Promise<void>;
}

interface Limit {
  name: string;
  subject: string;
  limit: number;
  windowSeconds: number;
}

export function createRateLimits(db: Database, config: Config['rateLimits']): RateLimits {
  let checks = 0;

  /** @returns null when all limits hold, else the seconds until the last of those that don't is reset. */
  async function use(limits: readonly Limit[]): Promise<number | null> {
    const active = limits.filter(({ limit }) => limit > 0).map(toAllowance);
    if (active.length === 0) return null;
    const uses = await countUses(db, active);
    if (++checks % CHECKS_BETWEEN_SWEEPS === 0) await removeOldUses(db);
    const over = uses.filter(
      (one) => one.used > (active.find(({ bucket }) => bucket.equals(one.bucket))?.limit ?? 0),
    );
    if (over.length === 0) return null;
    return Math.max(1, ...over.map(({ resetsInSeconds }) => Math.ceil(resetsInSeconds)));
  }

  async function take(limits: readonly Limit[]): Promise<void> {
    const wait = await use(limits);
    if (wait !== null) {
      throw new RateLimitError(
        'over_request_rate_limit',
        `Too many requests, try again in ${wait} seconds`,
        wait,
      );
    }
  }

  /** Counts an attempt at a secret. @returns takes it back from the account: it was no guess. */
  async function guess(address: Limit, account: Limit | null): Promise<() => Promise<void>> {
    await take(account === null ? [address] : [address, account]);
    return async () => {
      if (account !== null && account.limit > 0) await returnUse(db, toAllowance(account).bucket);
    };
  }

  const perAddress = (name: string, ip: string, limit: number): Limit => ({
    name,
    subject: clientNetwork(ip),
    limit,
    windowSeconds: config.addressWindowSeconds,
  });
  const perAccount = (name: string, account: string, limit: number): Limit => ({
    name,
    subject: account,
    limit,
    windowSeconds: config.accountWindowSeconds,
  });

  return {
    signUp: (ip) => take([perAddress('sign-up', ip, config.signUpsPerAddress)]),
    signIn: (ip, account) =>
      guess(
        perAddress('sign-in', ip, config.signInsPerAddress),
        account === null ? null : perAccount('sign-in of', account, config.signInsPerAccount),
      ),
    code: (ip, account) =>
      guess(
        perAddress('code', ip, config.codesPerAddress),
        account === null ? null : perAccount('code of', account, config.codesPerAccount),
      ),
    async mail(ip, account, userId = null) {
      // First the distance alone: a hasty second click shall not use up the account's mails.
      const wait =
        (await use([distance('mail', account, config.mailDistanceSeconds)])) ??
        (await use([
          perAddress('mail', ip, config.mailsPerAddress),
          perAccount('mail of', account, config.mailsPerAccount),
          ...(userId === null ? [] : [perAccount('mail by', userId, config.mailsPerAccount)]),
        ]));
      if (wait !== null) throw tooManyMessages('over_email_send_rate_limit', wait);
    },
    async sms(ip, phone, userId) {
      const wait =
        (await use([distance('sms', phone, config.smsDistanceSeconds)])) ??
        (await use([
          perAddress('sms', ip, config.smsPerAddress),
          perAccount('sms of', phone, config.smsPerAccount),
          ...(userId === null ? [] : [perAccount('sms by', userId, config.smsPerAccount)]),
        ])) ??
        // Last, so that what is refused anyway does not use up what everybody shares.
        (await use([{ name: 'sms', subject: '', limit: config.smsPerHour, windowSeconds: HOUR_SECONDS }]));
      if (wait !== null) throw tooManyMessages('over_sms_send_rate_limit', wait);
    },
  };
}

function distance(kind: 'mail' | 'sms', subject: string, seconds: number): Limit {
  return { name: `${kind} distance of`, subject, limit: seconds === 0 ? 0 : 1, windowSeconds: seconds };
}

function tooManyMessages(
  code: 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
  wait: number,
): RateLimitError {
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  return new RateLimitError(code, message, wait);
}

function toAllowance({ name, subject, limit, windowSeconds }: Limit): Allowance {
  const bucket = createHash('sha256')
    .update(JSON.stringify([name, subject]))
    .digest();
  return { bucket, limit, windowSeconds };
}
