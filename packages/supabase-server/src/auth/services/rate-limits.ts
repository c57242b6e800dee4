import { createHash } from 'node:crypto';
import type { ServerConfig } from '../../config/server-config.ts';
import type { Database } from '../../db/database.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { createWrongSecretThrottle, THROTTLE_RETRY_SECONDS } from '../../security/wrong-secret-throttle.ts';
import { type Allowance, countUses, removeOldUses, returnUses } from '../data/rate-limits.ts';
import { RateLimitError } from '../errors.ts';
import type { Caller } from '../types.ts';

const HOUR_SECONDS = 3600;
/** Deleting looks through an index: once in this many checks keeps the table small. */
const CHECKS_BETWEEN_SWEEPS = 1000;

/** The subjects of a limit: a network address, and the device if it has a cookie. */
export type Client = Pick<Caller, 'ip' | 'device'>;

/**
 * Limits on guessing, flooding and nuisance, shared by all processes on one database. Each use is
 * counted before its work, so that many at once do not slip through. Accounts are named by the
 * caller's claim, existing or not: the response must not reveal which. A device and an account are
 * counted before the network address, which a whole hall may share (docs/adr/0049).
 */
export interface RateLimits {
  /** @throws {RateLimitError} */
  signUp(client: Client): Promise<void>;
  /** The beginning or the end of a sign-in with another service. @throws {RateLimitError} */
  external(client: Client): Promise<void>;
  /**
   * Checks a password. A right password passes regardless of the count, and is not counted itself.
   * @param account null when what was given is no address
   * @param isRight checks the password; it must do the same work for an account that does not exist
   * @returns whether the password is right
   * @throws {RateLimitError} for a wrong password after too many; also when too many wrong ones are
   * being checked at this moment
   */
  password(client: Client, account: string | null, isRight: () => Promise<boolean>): Promise<boolean>;
  /**
   * A code typed in. A code has few digits, so that this limit holds for right ones too.
   * @returns takes the attempt back when the code was right.
   * @throws {RateLimitError}
   */
  code(client: Client, account: string): Promise<() => Promise<void>>;
  /**
   * A link that was opened and is invalid. Links cannot be guessed, so a good one passes uncounted.
   * @throws {RateLimitError}
   */
  wrongLink(client: Client): Promise<void>;
  /**
   * @param userId the signed-in user, for mails to addresses that are not theirs yet; otherwise
   * null
   * @throws {RateLimitError} with code over_email_send_rate_limit
   */
  mail(client: Client, account: string, userId?: string | null): Promise<void>;
  /**
   * A message to a phone. Each costs money. So besides the phone, the caller's device and address
   * and, for a signed-in user, their account, the whole installation has a limit.
   * @param userId null when signed out
   * @throws {RateLimitError} with code over_sms_send_rate_limit
   */
  sms(client: Client, phone: string, userId: string | null): Promise<void>;
}

interface Limit {
  name: string;
  subject: string;
  limit: number;
  windowSeconds: number;
}

interface Overrun {
  /** Seconds until the last of the limits that don't hold is reset. */
  seconds: number;
  /** Uses beyond the limit. */
  excess: number;
}

interface Counted {
  over: Overrun | null;
  /** Refunds the counted uses. */
  takeBack(): Promise<void>;
}

export function createRateLimits(db: Database, config: ServerConfig['rateLimits']): RateLimits {
  const throttle = createWrongSecretThrottle();
  let checks = 0;

  async function use(limits: readonly Limit[]): Promise<Overrun | null> {
    const active = limits.filter(({ limit }) => limit > 0).map(toAllowance);
    if (active.length === 0) return null;
    const uses = await countUses(db, active);
    if (++checks % CHECKS_BETWEEN_SWEEPS === 0) await removeOldUses(db);
    const over = uses.flatMap(({ bucket, used, resetsInSeconds }) => {
      const excess = used - (active.find((one) => one.bucket.equals(bucket))?.limit ?? 0);
      return excess > 0 ? [{ seconds: Math.max(1, Math.ceil(resetsInSeconds)), excess }] : [];
    });
    if (over.length === 0) return null;
    return {
      seconds: Math.max(...over.map(({ seconds }) => seconds)),
      excess: Math.max(...over.map(({ excess }) => excess)),
    };
  }

  /**
   * Counts one group after the other and stops at the first that is over: a request refused for its
   * device or account does not use up the limit that a whole hall shares.
   */
  async function useInTurn(groups: readonly (readonly Limit[])[]): Promise<Counted> {
    const counted: Limit[] = [];
    let over: Overrun | null = null;
    for (const group of groups) {
      counted.push(...group.filter(({ limit }) => limit > 0));
      over = await use(group);
      if (over !== null) break;
    }
    return {
      over,
      takeBack: () =>
        returnUses(
          db,
          counted.map((limit) => toAllowance(limit).bucket),
        ),
    };
  }

  async function take(groups: readonly (readonly Limit[])[]): Promise<Counted> {
    const counted = await useInTurn(groups);
    if (counted.over !== null) throw tooManyRequests(counted.over.seconds);
    return counted;
  }

  /** Counted before the address: one device's share of the limit of its network. */
  const ofDevice = (name: string, { device }: Client, limit: number): Limit[] =>
    device === null || limit === 0
      ? []
      : [
          {
            name: `${name} on device`,
            subject: device.id,
            limit: config.perDevice,
            windowSeconds: config.addressWindowSeconds,
          },
        ];
  /**
   * Callers without a device cookie share one pool, and devices another, so dropping the cookie
   * brings no advantage.
   */
  const ofAddress = (name: string, { ip, device }: Client, limit: number): Limit[] => [
    {
      name: device === null ? name : `${name} of devices`,
      subject: clientNetwork(ip),
      limit,
      windowSeconds: config.addressWindowSeconds,
    },
  ];
  const ofAccount = (name: string, subject: string, limit: number): Limit[] => [
    { name, subject, limit, windowSeconds: config.accountWindowSeconds },
  ];
  const knows = ({ device }: Client, account: string) => device?.knows(account) === true;

  return {
    async signUp(client) {
      const limit = config.signUpsPerAddress;
      await take([ofDevice('sign-up', client, limit), ofAddress('sign-up', client, limit)]);
    },
    async external(client) {
      const limit = config.signInsPerAddress;
      await take([ofDevice('external', client, limit), ofAddress('external', client, limit)]);
    },
    async password(client, account, isRight) {
      const counted = await countPassword(client, account);
      const { over } = counted;
      const right =
        over === null
          ? await isRight()
          : await throttle.check(
              {
                subject: account,
                network: clientNetwork(client.ip),
                deviceId: client.device?.id ?? null,
              },
              over.excess,
              isRight,
            );
      if (right === true) await counted.takeBack();
      if (right === null) throw tooManyRequests(THROTTLE_RETRY_SECONDS);
      if (right === false && over !== null) throw tooManyRequests(over.seconds);
      return right;
    },
    async code(client, account) {
      const limit = config.codesPerAddress;
      const name = knows(client, account) ? `code on ${client.device?.id} of` : 'code of';
      const { takeBack } = await take([
        ofDevice('code', client, limit),
        ofAccount(name, account, config.codesPerAccount),
        ofAddress('code', client, limit),
      ]);
      return takeBack;
    },
    async wrongLink(client) {
      const limit = config.codesPerAddress;
      await take([ofDevice('code', client, limit), ofAddress('code', client, limit)]);
    },
    async mail(client, account, userId = null) {
      const limit = config.mailsPerAddress;
      const { over } = await useInTurn([
        // First the distance alone: a hasty second click shall not use up the account's mails.
        [distance('mail', account, config.mailDistanceSeconds)],
        ofDevice('mail', client, limit),
        [
          ...ofAccount('mail of', account, config.mailsPerAccount),
          ...(userId === null ? [] : ofAccount('mail by', userId, config.mailsPerAccount)),
        ],
        ofAddress('mail', client, limit),
      ]);
      if (over !== null) throw tooManyMessages('over_email_send_rate_limit', over.seconds);
    },
    async sms(client, phone, userId) {
      const limit = config.smsPerAddress;
      const { over } = await useInTurn([
        [distance('sms', phone, config.smsDistanceSeconds)],
        ofDevice('sms', client, limit),
        [
          ...ofAccount('sms of', phone, config.smsPerAccount),
          ...(userId === null ? [] : ofAccount('sms by', userId, config.smsPerAccount)),
        ],
        ofAddress('sms', client, limit),
        // Last, so that a request refused anyway does not use up the shared limit.
        [{ name: 'sms', subject: '', limit: config.smsPerHour, windowSeconds: HOUR_SECONDS }],
      ]);
      if (over !== null) throw tooManyMessages('over_sms_send_rate_limit', over.seconds);
    },
  };

  /** A device that knows the account has a count of its own, which strangers cannot use up. */
  async function countPassword(client: Client, account: string | null): Promise<Counted> {
    if (account !== null && knows(client, account)) {
      const name = `sign-in on ${client.device?.id} of`;
      const own = await useInTurn([ofAccount(name, account, config.signInsPerAccount)]);
      if (own.over === null) return own;
    }
    const limit = config.signInsPerAddress;
    return useInTurn([
      ofDevice('sign-in', client, limit),
      account === null ? [] : ofAccount('sign-in of', account, config.signInsPerAccount),
      ofAddress('sign-in', client, limit),
    ]);
  }
}

function distance(kind: 'mail' | 'sms', subject: string, seconds: number): Limit {
  return { name: `${kind} distance of`, subject, limit: seconds === 0 ? 0 : 1, windowSeconds: seconds };
}

function tooManyRequests(seconds: number): RateLimitError {
  const message = `Too many requests, try again in ${seconds} seconds`;
  return new RateLimitError('over_request_rate_limit', message, seconds);
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
