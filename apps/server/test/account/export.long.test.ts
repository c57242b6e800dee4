import { rm } from 'node:fs/promises';
import { ACCOUNT_BUCKETS, EXPORTED_TABLES } from '@dragoman/functions/account/account-tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_DATA } from '../../src/account/account-data.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';
import { exportOf, type Fair, openFair, PICTURE, RECORDING, say, unzip } from './support.ts';

let server: StorageServer;
let fair: Fair;
beforeAll(async () => {
  server = await startStorageServer();
  fair = await openFair(server);
});
afterAll(() => server.stop());

type Rows = Array<Record<string, unknown>>;
const text = (files: Map<string, Uint8Array>, name: string) =>
  Buffer.from(files.get(name) ?? '').toString('utf8');
const json = (files: Map<string, Uint8Array>, name: string) => JSON.parse(text(files, name)) as Rows;

describe('what is exported', () => {
  it('is decided for every table and bucket of the database', async () => {
    const tables = await server.sql<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$)' order by 1`,
    );
    // A new table? State in account-data.ts which file of the export has its rows, or why the
    // export leaves them out.
    expect(Object.keys(ACCOUNT_DATA).sort()).toEqual(tables.map(({ name }) => name).sort());
    const buckets = await server.sql<{ id: string }>('select id from storage.buckets order by id');
    expect(Object.keys(ACCOUNT_BUCKETS).sort()).toEqual(buckets.map(({ id }) => id));
  });

  it('of a table is what its owner can read, if they can read any of it', async () => {
    const readable = await server.sql<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = 'public' and has_table_privilege('authenticated', c.oid, 'select')`,
    );
    const leftOut = readable.filter(({ name }) => 'leftOut' in (ACCOUNT_DATA[name] ?? {}));
    expect(leftOut).toEqual([]);
  });
});

describe('the export of a vendor', () => {
  let files: Map<string, Uint8Array>;
  beforeAll(async () => {
    files = await exportOf(fair.vendor.client);
  });

  it('has a file for each table, with the rows that are theirs', () => {
    for (const { file } of Object.values(EXPORTED_TABLES)) expect(json(files, file), file).not.toEqual([]);
    expect(json(files, 'profile.json')).toMatchObject([{ id: fair.vendor.profileId, name: 'Helen Park' }]);
    expect(
      json(files, 'exports.json')
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['account', 'cards', 'leads']);
    const account = json(files, 'account.json') as unknown as { email: string; devices: Rows };
    expect(account).toMatchObject({ email: fair.vendor.email, identities: [{ provider: 'email' }] });
    expect(account.devices).toHaveLength(1);
  });

  it('has chats with messages, translations, and files as they were sent', () => {
    const name =
      [...files.keys()].find((one) => one.includes(fair.sessionId) && one.startsWith('chats/')) ?? '';
    expect(name).toMatch(/^chats\/\d{4}-\d\d-\d\d 李娜 \(/);
    expect(json(files, name)).toMatchObject({
      session_id: fair.sessionId,
      with: '李娜',
      messages: [
        {
          content: 'Good morning',
          said_by: null,
          translations: [{ target_language: 'ar', translated_text: 'صباح الخير' }],
        },
        { type: 'audio', transcript: '您好', translations: [] },
      ],
    });
    const stored = [...files].filter(([path]) => path.startsWith('files/'));
    expect(stored.map(([path]) => path.split('/')[1]).sort()).toEqual([
      'avatars',
      'booth-logos',
      'catalogue',
      'chat-files',
    ]);
    for (const [path, bytes] of stored) {
      expect(Buffer.from(bytes).equals(path.includes('chat-files') ? RECORDING : PICTURE), path).toBe(true);
    }
  });

  it('leaves out what they deleted for themselves, names it, and leaves it to the other person', async () => {
    const chatOf = (one: Map<string, Uint8Array>) =>
      text(
        one,
        [...one.keys()].find((name) => name.includes(fair.sessionId) && name.endsWith('.json')) ?? '',
      );
    expect(chatOf(files)).not.toContain('Said by mistake');
    expect(json(files, 'chats/hidden-messages.json')).toHaveLength(1);
    expect(text(files, 'README.en.txt')).toContain('deleted for yourself are not in the chats');
    const others = await exportOf(fair.visitor.client);
    expect(chatOf(others)).toContain('Said by mistake');
    expect(json(others, 'chats/hidden-messages.json')).toEqual([]);
    expect(json(others, 'chats/reactions.json')).toMatchObject([{ reaction: 'like' }]);
  });

  it('has people met and scanned cards for an address book, and says what is what', () => {
    expect(text(files, 'contacts/contacts.vcf')).toContain('FN:李娜\r\n');
    expect(json(files, 'contacts/contacts.json')).toHaveLength(1);
    expect(text(files, 'card-box/cards.vcf')).toContain('omar@elsewhere.example');
    expect(text(files, 'README.en.txt')).toContain('Your data in Dragoman');
  });

  it('has nothing of what the other one has noted, and no secret', () => {
    const everything = [...files.values()].map((bytes) => Buffer.from(bytes).toString('utf8')).join('\n');
    expect(everything).not.toContain(`Noted by ${fair.visitor.email}`);
    expect(everything).not.toMatch(/argon2|encrypted_password|token_hash/);
  });
});

describe('an export', () => {
  it('speaks the reader’s language, and is a visitor’s as well as a vendor’s', async () => {
    const files = await exportOf(fair.visitor.client);
    expect(text(files, 'README.zh.txt')).toContain('您在 Dragoman 中的数据');
    expect(text(files, 'contacts/contacts.vcf')).toContain('FN:Helen Park\r\n');
    expect(json(files, 'leads/leads.json')).toMatchObject([{ note: `Noted by ${fair.visitor.email}` }]);
  });

  it('is there for guests, and for who has no profile yet', async () => {
    const guest = server.client();
    const { data } = await guest.auth.signInAnonymously();
    expect([...(await exportOf(guest)).keys()]).toContain('account.json');
    const row = { user_id: data.user?.id, role: 'visitor', name: 'Karim', language: 'ar' };
    await guest.from('profiles').insert(row).throwOnError();
    const files = await exportOf(guest);
    expect(json(files, 'profile.json')).toMatchObject([{ name: 'Karim' }]);
    expect([...files.keys()]).toContain('README.ar.txt');
  });

  it('reads more than a page of everything, in order, and no row twice', async () => {
    const person = await server.person({ role: 'vendor' });
    await server.sql(
      `insert into scanned_cards (owner_id, name) select $1, 'Card ' || n from generate_series(1, 450) n`,
      [person.profileId],
    );
    const { data: session } = await person.client
      .from('sessions')
      .insert({ vendor_id: person.profileId, status: 'active' })
      .select('id')
      .single()
      .throwOnError();
    await server.sql(
      `insert into messages (session_id, sender_id, content, created_at)
       select $1, $2, 'No. ' || n, now() + n / 2 * interval '1 microsecond' from generate_series(1, 450) n`,
      [session.id, person.profileId],
    );
    const files = await exportOf(person.client);
    const cards = json(files, 'card-box/cards.json');
    expect(new Set(cards.map(({ name }) => name)).size).toBe(450);
    expect(cards).toHaveLength(450);
    const name = [...files.keys()].find((one) => one.includes(`(${session.id})`)) ?? '';
    const { messages } = json(files, name) as unknown as { messages: Rows };
    expect(new Set(messages.map(({ content }) => content)).size).toBe(450);
    const times = messages.map(({ created_at }) => String(created_at));
    expect(times).toEqual([...times].sort());
  });

  it('names files so that they unpack anywhere, whatever people are called', async () => {
    const vendor = await server.person({ role: 'vendor', name: '../../etc/passwd' });
    const visitor = await server.person({ role: 'visitor' });
    const row = { vendor_id: vendor.profileId, visitor_id: visitor.profileId };
    const { data } = await visitor.client.from('sessions').insert(row).select('id').single().throwOnError();
    await say(visitor, data.id, 'Hello');
    const names = [...(await exportOf(visitor.client)).keys()];
    expect(names.filter((name) => /(^|\/)\.\.?(\/|$)|\\|^\//.test(name))).toEqual([]);
    expect(names.some((name) => name.startsWith('chats/') && name.includes('etc passwd'))).toBe(true);
  });

  it('names a file whose bytes are lost instead of failing', async () => {
    const person = await server.person({ role: 'visitor' });
    const path = `${person.userId}/lost.jpg`;
    await person.client.storage.from('avatars').upload(path, PICTURE, { contentType: 'image/jpeg' });
    const [object] = await server.sql<{ version: string }>(
      'select version from storage.objects where name = $1',
      [path],
    );
    const version = object?.version ?? '';
    await rm(`${server.dataDir}/storage/files/${version.slice(0, 2)}/${version}`);
    const files = await exportOf(person.client);
    expect(json(files, 'files/missing.json')).toEqual([`files/avatars/${path}`]);
  });

  it('is refused without a valid session, and after too many requests', async () => {
    expect((await server.client().functions.invoke('export-account')).error?.context.status).toBe(403);
    const person = await server.person({ role: 'visitor' });
    const call = () =>
      fetch(`${server.url}/functions/v1/export-account`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.accessToken}` },
      });
    for (let count = 0; count < 5; count += 1) await unzip(await (await call()).blob());
    const refused = await call();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await person.client.auth.signOut();
    expect((await call()).status).toBe(403);
  });
});
