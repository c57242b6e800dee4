import type { Agent } from 'node:https';
import type { Database, Queryable } from '@dragoman/supabase-server/db/database';
import type { MasterKey } from '@dragoman/supabase-server/keys/master-key';
import webPush from 'web-push';
import { InnerHostError, post } from '../util/public-hosts.ts';

/** A push service may keep a push for a device that is switched off, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 15_000;
/** A push has at most 4,096 bytes (RFC 8291), and phones show two lines. */
const PUSH_LETTERS = 200;

/** A browser's subscription as the table keeps it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What the service worker shows. */
export interface PushContent {
  title: string;
  body: string;
  /** A path of the app. */
  path: string;
  /** A newer notification with the same tag takes the older one's place. */
  tag: string;
}

/**
 * `sent`: the push service has it. `gone`: the subscription has ended (404, 410) or leads to no
 * public server. `failed`: worth another try.
 */
export type PushOutcome = 'sent' | 'gone' | 'failed';

/**
 * @param ttlSeconds how long a push service may keep it for a device that is off; a day at most and
 * by default
 * @returns what became of the push; never rejects
 */
export type SendPush = (
  target: PushTarget,
  content: PushContent,
  ttlSeconds?: number,
) => Promise<PushOutcome>;

/**
 * Sends encrypted pushes (RFC 8030, 8188, 8291, 8292). Redirects are not followed, and an answer's
 * body is not read.
 * @param options.subject how a push service reaches the operator: a mailto: or https: URI
 * @param options.agent makes the connections
 */
export function createSendPush(options: { keys: PushKeys; subject: string; agent: Agent }): SendPush {
  const { keys, subject, agent } = options;
  return async ({ endpoint, p256dh, auth }, content, ttlSeconds = TTL_SECONDS) => {
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(content),
        {
          vapidDetails: { subject, ...keys },
          TTL: ttlSeconds,
          urgency: 'high',
          // At most 32 characters of base64url: a device that was off gets the newest of a chat.
          topic: content.tag.replaceAll('-', '').slice(0, 32),
        },
      );
      const status = await post(new URL(endpoint), headers as Record<string, string>, body, {
        agent,
        timeoutMs: TIMEOUT_MS,
      });
      if (status === 404 || status === 410) return 'gone';
      return status >= 200 && status < 300 ? 'sent' : 'failed';
    } catch (error) {
      return error instanceof InnerHostError ? 'gone' : 'failed';
    }
  };
}

/** A browser that gets a person's pushes. */
export type Device = PushTarget & { id: string };

/** @returns the devices on which the person is still signed in */
export function devicesOf(db: Pick<Database, 'query'>, profileId: string): Promise<Device[]> {
  return db.query<Device & Record<string, unknown>>(
    `select d.id, d.endpoint, d.p256dh, d.auth from public.push_subscriptions d
     join auth.sessions visit on visit.id = d.session_id
     where d.owner_id = $1 and (visit.not_after is null or visit.not_after > now())`,
    [profileId],
  );
}

/** Forgets subscriptions that have ended. */
async function forgetDevices(db: Pick<Database, 'execute'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute('delete from public.push_subscriptions where id = any ($1::uuid[])', [ids]);
}

/**
 * Sends a push to devices of a person, and forgets those whose subscription has ended.
 * @returns the ids of the devices that have it, and of those worth another try
 */
export async function pushToDevices(
  db: Pick<Database, 'execute'>,
  push: SendPush,
  devices: readonly Device[],
  content: PushContent,
  ttlSeconds?: number,
): Promise<{ sent: string[]; failed: string[] }> {
  const outcomes = await Promise.all(
    devices.map(async (device) => ({ id: device.id, outcome: await push(device, content, ttlSeconds) })),
  );
  const idsOf = (wanted: PushOutcome) =>
    outcomes.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  await forgetDevices(db, idsOf('gone'));
  return { sent: idsOf('sent'), failed: idsOf('failed') };
}

/** Cuts a text of a push by code points: an emoji must not be cut in half. */
export function cutForPush(text: string): string {
  const letters = Array.from(text);
  return letters.length > PUSH_LETTERS ? `${letters.slice(0, PUSH_LETTERS - 1).join('')}…` : text;
}

/** What the master key encrypts the private key for. */
const KEY_PURPOSE = 'push key true';

/** The key pair by which push services know the installation (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Reads the key pair; makes it at the first start. Processes that start at once agree on one.
 * @throws {MasterKeyError} when the master key cannot read it
 */
export async function openPushKeys(db: Queryable, masterKey: MasterKey): Promise<PushKeys> {
  const known = await readKeys(db, masterKey);
  if (known) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db.query(
    'insert into dragoman.push_keys (public_key, private_key) values ($1, $2) on conflict do nothing',
    [publicKey, masterKey.encrypt(privateKey, KEY_PURPOSE)],
  );
  const made = await readKeys(db, masterKey);
  if (!made) throw new Error('The key pair of Web Push could not be stored');
  return made;
}

/** Gives up a key pair that a lost master key encrypted, and the subscriptions made with it. */
export async function forgetPushKeys(tx: Queryable): Promise<void> {
  const [row] = await tx.query<{ known: boolean }>(
    `select to_regclass('dragoman.push_keys') is not null as known`,
  );
  // A database that this version has not migrated yet has neither.
  if (!row?.known) return;
  await tx.query('delete from dragoman.push_keys');
  await tx.query('delete from public.push_subscriptions');
}

async function readKeys(db: Queryable, masterKey: MasterKey): Promise<PushKeys | null> {
  const [row] = await db.query<{ public_key: string; private_key: string }>(
    'select public_key, private_key from dragoman.push_keys',
  );
  if (!row) return null;
  return {
    publicKey: row.public_key,
    privateKey: masterKey.decrypt(row.private_key, KEY_PURPOSE),
  };
}
