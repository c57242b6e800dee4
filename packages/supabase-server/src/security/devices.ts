import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A browser that the server recognises by its cookie. It says nothing about who uses it. */
export interface Device {
  id: string;
  /** Checks whether the owner of `subject` has signed in on this device before. */
  knows(subject: string): boolean;
}

/** Creates and reads device cookies (docs/adr/0049). The server stores nothing about a device. */
export interface Devices {
  /** @returns the cookie of a new device */
  make(): string;
  /** @returns the device, or null without a cookie and for one that this server did not sign */
  read(cookie: string | undefined): Device | null;
  /**
   * @param cookie the present cookie; a missing or foreign one is replaced by a new device
   * @param subjects accounts to add to the device after a sign-in
   * @returns the new cookie
   */
  remember(cookie: string | undefined, subjects: readonly string[]): string;
}

const VERSION = '1';
const ID_BYTES = 16;
const TAG_BYTES = 12;
/** A tablet at a booth serves a few people; the account used longest ago is forgotten first. */
const MAX_TAGS = 8;
const MAX_COOKIE_LENGTH = 300;

interface Content {
  id: string;
  /**
   * Most recent first. A tag is a keyed hash, so that the cookie does not reveal which accounts
   * were used.
   */
  tags: readonly string[];
}

/** @param key for the signatures: 32 bytes that only this installation knows */
export function createDevices(key: Buffer): Devices {
  const mac = (text: string) => createHmac('sha256', key).update(text).digest();
  const tagOf = (id: string, subject: string) =>
    mac(`tag\n${id}\n${subject}`).subarray(0, TAG_BYTES).toString('base64url');
  const signatureOf = (body: string) => mac(`cookie\n${body}`);

  function write({ id, tags }: Content): string {
    const body = `${VERSION}.${id}.${tags.join('~')}`;
    return `${body}.${signatureOf(body).toString('base64url')}`;
  }

  function parse(cookie: string | undefined): Content | null {
    if (cookie === undefined || cookie.length > MAX_COOKIE_LENGTH) return null;
    const end = cookie.lastIndexOf('.');
    const body = cookie.slice(0, Math.max(0, end));
    const given = Buffer.from(cookie.slice(end + 1), 'base64url');
    const expected = signatureOf(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [version, id, tags] = body.split('.');
    if (version !== VERSION || id === undefined || tags === undefined) return null;
    return { id, tags: tags === '' ? [] : tags.split('~') };
  }

  const fresh = (): Content => ({ id: randomBytes(ID_BYTES).toString('base64url'), tags: [] });

  return {
    make: () => write(fresh()),
    read(cookie) {
      const content = parse(cookie);
      if (!content) return null;
      const { id, tags } = content;
      return { id, knows: (subject) => tags.includes(tagOf(id, subject)) };
    },
    remember(cookie, subjects) {
      const { id, tags } = parse(cookie) ?? fresh();
      const known = new Set([...subjects.map((subject) => tagOf(id, subject)), ...tags]);
      return write({ id, tags: [...known].slice(0, MAX_TAGS) });
    },
  };
}
