import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join } from '../../booth-teams/support.ts';
import type { Person, SignedIn } from '../../harness.ts';
import { webm } from '../../storage/samples.ts';
import { type StorageServer, startStorageServer } from '../../storage/support.ts';
import { meet } from '../../trust/support.ts';
import { createTally } from './tally.ts';
import {
  contents,
  createVictims,
  exposedFunctions,
  exposedRelations,
  MARK,
  type Relation,
  type Victims,
  writableRelations,
} from './victims.ts';

// Attacks by class, each counted. The report at the end says how many were tried and how many
// succeeded.

const tally = createTally();
let server: StorageServer;
let victims: Victims;
let relations: string[];
let functions: string[];
/** The attackers. None of them may see a marked text. */
let strangers: Record<string, SupabaseClient>;

beforeAll(async () => {
  server = await startStorageServer({ RATE_LIMIT_SIGN_UPS: '0' });
  victims = await createVictims(server);
  relations = await exposedRelations(server);
  functions = await exposedFunctions(server);
  const guest = server.client();
  await guest.auth.signInAnonymously();
  strangers = {
    'without a session': server.client(),
    'a guest without a profile': guest,
    'a user without a profile': (await server.signUp()).client,
    'another vendor': (await server.person({ role: 'vendor' })).client,
    'another visitor': (await server.person({ role: 'visitor' })).client,
  };
});
afterAll(async () => {
  console.log(tally.report());
  await server.stop();
});

/** The mark of people whom a single test makes: strangers may read some of what they have. */
const OWN_MARK = 'Kestrel-Own';

const leaks = (data: unknown, mark = MARK) => JSON.stringify(data ?? null).includes(mark);

/**
 * Shapes of a read: plain, through a filter, through an order, and through an embed of the chat.
 */
function reads(client: SupabaseClient, relation: string) {
  const { vendor, visitor, chatId } = victims;
  return {
    plain: () => client.from(relation).select('*'),
    'by owner': () => client.from(relation).select('*').eq('owner_id', vendor.profileId),
    'by person': () => client.from(relation).select('*').eq('id', visitor.profileId),
    'by chat': () => client.from(relation).select('*').eq('session_id', chatId),
    'embedding chats': () => client.from(relation).select('*, sessions(*, messages(*))'),
    'embedding profiles': () => client.from(relation).select('*, profiles(*)'),
    'as CSV': () => client.from(relation).select('*').csv(),
  };
}

/** Calls that reach for what the victims have: each function of the data API has at least one. */
function calls(): Array<{ name: string; args: Record<string, unknown> }> {
  const { chatId, visitor, cardIds, meetingId, deliveryId } = victims;
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const meetingInput = { minutes: 30, place: 'forged', note: 'forged', time_zone: 'UTC' };
  const code = 'ABCDEFGHJK';
  const device = randomUUID();
  const seen = [new Date().toISOString()];
  return Object.entries({
    accept_booth_invitation: { token: 'forged' },
    add_material: { title: 'x', pages: 1, passages: [{ page: 1, content: 'x' }] },
    answer_request: { session_id: chatId, accept: true },
    attach_note_translation: { note_id: chatId, language: 'zh', translated: 'forged', engine: 'openai' },
    badge_attendee: { badge: 'forged' },
    booth_invitation: { token: 'forged' },
    booth_invite: { code, device },
    claim_chat: { session_id: chatId, take_over: true },
    create_booth_invitation: {},
    follow_up_people: {},
    hand_over_chat: { session_id: chatId, member_id: visitor.profileId, note: 'forged' },
    import_glossary_terms: { terms: [] },
    join_booth: { code, device },
    join_session: { session_id: chatId },
    lead_tags: {},
    mark_session_read: { session_id: chatId },
    match_badges: {},
    meeting_place: { session_id: chatId },
    merge_scanned_cards: { kept: cardIds[0], others: cardIds.slice(1), seen, card: { name: 'forged' } },
    my_booth: {},
    propose_meeting: { ...meetingInput, id: randomUUID(), session_id: chatId, times: [soon] },
    release_chat: { session_id: chatId },
    remove_booth_member: { member_id: visitor.profileId },
    resend_webhook: { delivery_id: deliveryId },
    resume_webhook: {},
    revoke_booth_invitation: { invitation_id: chatId },
    rotate_booth_code: { code_id: chatId },
    scan_booth_code: { code, device },
    search_material: { question: MARK },
    session_invite: { session_id: chatId },
    set_away: { away: true },
    settle_meeting: { meeting_id: meetingId, act: 'accept', starts_at: soon, time_zone: 'UTC' },
    share_card: { person: visitor.profileId, share: ['phone'] },
    share_card_with_all: {},
    test_webhook: {},
    vendor_analytics: { zone: 'UTC' },
  }).map(([name, args]) => ({ name, args }));
}

/**
 * Shapes that a relation has the columns and foreign keys for: others prove nothing when they are
 * refused.
 */
async function validReads(): Promise<Array<{ relation: string; shape: Shape; holdsMark: boolean }>> {
  const valid = [];
  for (const relation of relations) {
    for (const [shape, read] of Object.entries(reads(server.admin, relation))) {
      const { data, error } = await read();
      if (error === null) valid.push({ relation, shape: shape as Shape, holdsMark: leaks(data) });
    }
  }
  return valid;
}
type Shape = keyof ReturnType<typeof reads>;

/**
 * Changes that a stranger may try in a relation, with the victims' rows as the server sees them.
 */
function writes(client: SupabaseClient, { name, columns, row }: Relation) {
  const [column = ''] = columns;
  const forged = Object.fromEntries(
    columns.filter((each) => row[each] === MARK).map((each) => [each, 'forged']),
  );
  const copy = { ...row, ...(typeof row.id === 'string' && { id: randomUUID() }), ...forged };
  return {
    'deletes from': () => client.from(name).delete().not(column, 'is', null),
    'updates rows of': () => client.from(name).update(forged).not(column, 'is', null),
    'sets every column of': () => client.from(name).update(row).not(column, 'is', null),
    'adds a row as the victim to': () => client.from(name).insert(copy),
    'overwrites a row of': () => client.from(name).upsert({ ...row, ...forged }),
  };
}

describe('rows of other people', () => {
  it('are neither read nor written by a stranger', async () => {
    expect(calls().map(({ name }) => name)).toEqual(functions);
    const shapes = await validReads();
    // The marks can be found, or the attacks would prove nothing.
    const marked = shapes.filter(({ holdsMark }) => holdsMark).map(({ relation }) => relation);
    expect(marked).toEqual(
      expect.arrayContaining([
        'messages',
        'scanned_cards',
        'leads',
        'glossary_terms',
        'profiles',
        'chat_list',
        'chat_notes',
        'meetings',
        'catalogue_items',
        'webhook_endpoints',
        'follow_ups',
      ]),
    );
    const tables = await writableRelations(server);
    const before = await contents(server, victims);
    for (const [who, client] of Object.entries(strangers)) {
      for (const { relation, shape } of shapes) {
        await tally.attempt('reads of strangers', `${who}, ${relation} ${shape}`, async () =>
          leaks((await reads(client, relation)[shape]()).data),
        );
      }
      for (const table of tables) {
        for (const [act, write] of Object.entries(writes(client, table))) {
          await tally.attempt('writes of strangers', `${who} ${act} ${table.name}`, async () => {
            await write();
            return (await contents(server, victims)) !== before;
          });
        }
      }
      for (const { name, args } of calls()) {
        await tally.attempt('function calls of strangers', `${who}, ${name}`, async () =>
          leaks((await client.rpc(name, args)).data),
        );
      }
    }
    expect(tally.successes('reads of strangers')).toEqual([]);
    expect(tally.successes('writes of strangers')).toEqual([]);
    expect(tally.successes('function calls of strangers')).toEqual([]);
    // The owner's own calls find the mark, and the owner's own write is noticed.
    for (const [name, args] of [
      ['search_material', { question: MARK }],
      ['lead_tags', {}],
    ] as const) {
      expect(leaks((await victims.vendor.client.rpc(name, args)).data), name).toBe(true);
    }
    await victims.vendor.client
      .from('leads')
      .update({ note: `${MARK}!` })
      .not('owner_id', 'is', null);
    expect(await contents(server, victims)).not.toBe(before);
  }, 120_000);
});

describe('a password alone, where a second factor is set up', () => {
  it('opens nothing', async () => {
    const { vendor, chatId, filePath } = victims;
    const { data: factor } = await vendor.client.auth.mfa.enroll({ factorType: 'totp' });
    if (factor === null) throw new Error('the factor was not enrolled');
    const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate();
    await vendor.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    const thief = server.client();
    await thief.auth.signInWithPassword({ email: vendor.email, password: vendor.password });
    const kind = 'password without the second factor';
    for (const { relation, shape } of await validReads()) {
      await tally.attempt(kind, `${relation} ${shape}`, async () =>
        leaks((await reads(thief, relation)[shape]()).data),
      );
    }
    for (const { name, args } of calls()) {
      await tally.attempt(kind, name, async () => leaks((await thief.rpc(name, args)).data));
    }
    await tally.attempt(kind, 'sends a message', async () => {
      const message = { session_id: chatId, sender_id: vendor.profileId, content: 'forged' };
      return (await thief.from('messages').insert(message)).error === null;
    });
    await tally.attempt(kind, 'changes the profile', async () => {
      await thief.from('profiles').update({ name: 'Thief' }).eq('user_id', vendor.userId);
      const [row] = await server.sql<{ name: string }>('select name from profiles where id = $1', [
        vendor.profileId,
      ]);
      return row?.name === 'Thief';
    });
    await tally.attempt(kind, 'lists files', async () => {
      const { data } = await thief.storage.from('chat-files').list(chatId);
      return (data ?? []).length > 0;
    });
    await tally.attempt(kind, 'signs a link', async () => {
      const { data } = await thief.storage.from('chat-files').createSignedUrl(filePath, 60);
      return data?.signedUrl !== undefined;
    });
    for (const name of [
      'export-account',
      'translate',
      'speech-to-text',
      'convert-recording',
      'assistant',
      'process-business-card',
    ]) {
      await tally.attempt(kind, `calls ${name}`, async () => {
        const { data } = await thief.functions.invoke(name, {
          body: { text: 'Thank you', sourceLanguage: 'en', targetLanguage: 'zh' },
        });
        return data !== null;
      });
    }
    expect(tally.successes(kind)).toEqual([]);
  }, 60_000);
});

describe('the token of a session that has ended', () => {
  const endings: Record<string, (user: SignedIn) => Promise<unknown>> = {
    'signed out everywhere': (user) => user.client.auth.signOut({ scope: 'global' }),
    'deleted by an administrator': (user) => server.admin.auth.admin.deleteUser(user.userId),
    banned: (user) => server.admin.auth.admin.updateUserById(user.userId, { ban_duration: '1h' }),
    'password changed elsewhere': async (user) => {
      const other = server.client();
      await other.auth.signInWithPassword({ email: user.email, password: user.password });
      return other.auth.updateUser({ password: `${randomUUID()} changed` });
    },
  };
  const kind = 'tokens of ended sessions';

  async function statusOf(target: string, token: string, init: RequestInit = {}): Promise<number> {
    const { status } = await fetch(server.url + target, {
      ...init,
      headers: {
        apikey: server.ctx.apiKeys.publishable,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
    return status;
  }

  it('opens nothing', async () => {
    for (const [ending, end] of Object.entries(endings)) {
      const user: Person = await server.person({ role: 'vendor' });
      await end(user);
      for (const [name, target, init] of [
        ['REST', '/rest/v1/profiles?select=id'],
        ['a function of SQL', '/rest/v1/rpc/lead_tags', { method: 'POST', body: '{}' }],
        ['storage', '/storage/v1/bucket'],
        [
          'a function',
          '/functions/v1/translate',
          { method: 'POST', body: '{"text":"Thank you","sourceLanguage":"en","targetLanguage":"zh"}' },
        ],
        ['auth', '/auth/v1/user'],
        ['a broadcast', '/realtime/v1/api/broadcast', { method: 'POST', body: '{"messages":[]}' }],
      ] as Array<[string, string, RequestInit?]>) {
        await tally.attempt(kind, `${ending}: ${name}`, async () => {
          return (await statusOf(target, user.accessToken, init)) < 400;
        });
      }
    }
    expect(tally.successes(kind)).toEqual([]);
  }, 60_000);
});

describe('a translation that no provider made', () => {
  const kind = 'forged translations';
  it('never carries a provider’s name', async () => {
    const vendor = await server.person({ role: 'vendor' });
    const visitor = await server.person({ role: 'visitor' });
    const chatId = await meet(vendor, visitor);
    for (const provider of ['deepl', 'google', 'openai', 'azure', 'phrasebook', 'local', '']) {
      for (const form of ['inserted', 'attached later', 'as a translation of its own']) {
        await tally.attempt(kind, `${provider} ${form}`, async () => {
          const id = randomUUID();
          const forged = {
            translated_content: OWN_MARK,
            translation_engine: provider,
            target_language: 'zh',
          };
          const message = { id, session_id: chatId, sender_id: vendor.profileId, content: 'Two crates' };
          const sent = await vendor.client
            .from('messages')
            .insert({ ...message, ...(form === 'inserted' ? forged : {}) });
          if (form === 'attached later') {
            await vendor.client.from('messages').update(forged).eq('id', id);
          } else if (form !== 'inserted') {
            await vendor.client.from('message_translations').insert({
              message_id: id,
              target_language: 'zh',
              translated_text: OWN_MARK,
              engine: provider,
            });
          }
          if (sent.error) return false;
          const { data } = await visitor.client
            .from('messages')
            .select('*, message_translations(*)')
            .eq('id', id);
          const seen = (data ?? []) as Array<Record<string, unknown>>;
          return seen.some((row) =>
            row.translated_content === OWN_MARK
              ? row.translation_engine === provider && provider !== ''
              : leaks(row.message_translations, OWN_MARK),
          );
        });
      }
    }
    expect(tally.successes(kind)).toEqual([]);
  }, 60_000);
});

describe('the cards of a booth', () => {
  const kind = 'cards of a booth';
  it('are neither read nor written by who does not work there, and a member’s own by no one else', async () => {
    const vendor = () => server.person({ role: 'vendor' });
    const [owner, member, colleague, former] = await Promise.all([vendor(), vendor(), vendor(), vendor()]);
    const [outsider, outsiders] = await Promise.all([vendor(), vendor()]);
    const visitor = await server.person({ role: 'visitor' });
    for (const person of [member, colleague, former]) await join(owner, person);
    await join(outsider, outsiders);
    const keep = async (person: Person, card: object) => {
      const cards = person.client.from('scanned_cards');
      const { data } = await cards
        .insert({ name: OWN_MARK, note: OWN_MARK, ...card })
        .select('id')
        .single()
        .throwOnError();
      return data.id as string;
    };
    const booths = [await keep(member, {}), await keep(former, {})];
    const own = [
      await keep(member, { owner_id: member.profileId }),
      await keep(member, { owner_id: member.profileId }),
    ];
    await former.client.rpc('remove_booth_member', { member_id: former.profileId }).throwOnError();
    const rows = async () => {
      const [row] = await server.sql<{ digest: string }>(
        `select md5(string_agg(c::text, '' order by c.id)) as digest from scanned_cards c
         where c.owner_id = any ($1)`,
        [[owner.profileId, member.profileId]],
      );
      return row?.digest;
    };
    const before = await rows();
    const attackers: Record<string, [Person, string, string[]]> = {
      'a former member': [former, owner.profileId, booths],
      'another booth’s owner': [outsider, owner.profileId, booths],
      'another booth’s member': [outsiders, owner.profileId, booths],
      'a visitor': [visitor, owner.profileId, booths],
      'the owner, of a member’s own': [owner, member.profileId, own],
      'a colleague, of a member’s own': [colleague, member.profileId, own],
    };
    for (const [who, [{ client, profileId }, victim, ids]] of Object.entries(attackers)) {
      const seen = [new Date().toISOString()];
      const mine = await client.from('scanned_cards').insert({ name: 'Mine' }).select('id').single();
      const baseline = victim === owner.profileId && profileId !== owner.profileId ? before : await rows();
      const cards = () => client.from('scanned_cards');
      const card = { owner_id: victim, name: 'forged' };
      const acts: Record<string, () => PromiseLike<{ data: unknown }>> = {
        'reads them': () => cards().select('*').in('id', ids),
        'reads them by owner': () => cards().select('*').eq('owner_id', victim),
        'reads them by who scanned': () =>
          cards().select('*').eq('scanned_by', member.profileId).in('id', ids),
        'reads them through profiles': () =>
          client.from('profiles').select('*, scanned_cards!owner_id(*)').eq('id', victim),
        'reads them with the header of an export': () =>
          cards().select('*').in('id', ids).setHeader('x-dragoman-own-records', '1'),
        'changes them': () => cards().update({ note: 'forged' }).in('id', ids).select(),
        'takes them': () => cards().update({ owner_id: profileId }).in('id', ids).select(),
        'names another scanner': () => cards().update({ scanned_by: profileId }).in('id', ids).select(),
        'deletes them': () => cards().delete().in('id', ids).select(),
        'adds one': () => cards().insert(card).select(),
        'adds one as a member': () =>
          cards()
            .insert({ ...card, scanned_by: member.profileId })
            .select(),
        'overwrites one': () =>
          cards()
            .upsert({ ...card, id: ids[0] })
            .select(),
        'takes one by its id': () =>
          cards().upsert({ id: ids[0], owner_id: profileId, name: 'forged' }).select(),
        'merges them': () =>
          client.rpc('merge_scanned_cards', { kept: ids[0], others: ids.slice(1), seen, card }),
        'merges one into a card of theirs': () =>
          client.rpc('merge_scanned_cards', { kept: mine.data?.id, others: ids, seen, card }),
        'fills them': () => client.rpc('match_badges'),
      };
      for (const [act, attack] of Object.entries(acts)) {
        await tally.attempt(kind, `${who} ${act}`, async () => {
          const { data } = await attack();
          const leaked =
            victim === member.profileId
              ? ids.some((id) => JSON.stringify(data ?? '').includes(id))
              : leaks(data, OWN_MARK);
          return leaked || (await rows()) !== baseline;
        });
      }
    }
    expect(tally.successes(kind)).toEqual([]);
    // Who works there finds the mark, and a change of theirs is noticed.
    const found = await colleague.client.from('scanned_cards').select('*').in('id', booths);
    expect(leaks(found.data, OWN_MARK)).toBe(true);
    const unchanged = await rows();
    await colleague.client.from('scanned_cards').update({ note: 'Call back' }).in('id', booths);
    expect(await rows()).not.toBe(unchanged);
  }, 60_000);
});

describe('a link that was signed before a block', () => {
  const kind = 'signed links after a block';
  it('ends with the block', async () => {
    const vendor = await server.person({ role: 'vendor' });
    const visitor = await server.person({ role: 'visitor' });
    const chatId = await meet(vendor, visitor);
    await vendor.client
      .from('messages')
      .insert({ session_id: chatId, sender_id: vendor.profileId, content: 'Hello' })
      .throwOnError();
    const files = visitor.client.storage.from('chat-files');
    const createUpload = async () => {
      const { data, error } = await files.createSignedUploadUrl(`${chatId}/${randomUUID()}.webm`);
      if (error) throw error;
      return data;
    };
    const recording = new Blob([webm('x')], { type: 'audio/webm' });
    const upload = async ({ path, token }: { path: string; token: string }) =>
      (await files.uploadToSignedUrl(path, token, recording)).error === null;
    // The same upload works before the block.
    expect(await upload(await createUpload())).toBe(true);
    const before = await createUpload();
    await vendor.client
      .from('blocks')
      .insert({ blocker_id: vendor.profileId, blocked_id: visitor.profileId })
      .throwOnError();
    await tally.attempt(kind, 'uploads by a token from before', () => upload(before));
    await tally.attempt(kind, 'reads the blocker’s card', async () => {
      await server.sql('update profiles set phone = $2, whatsapp = $2 where id = $1', [
        vendor.profileId,
        OWN_MARK,
      ]);
      const answers = await Promise.all(
        relations.map(async (relation) => (await visitor.client.from(relation).select('*')).data),
      );
      return leaks(answers, OWN_MARK);
    });
    expect(tally.successes(kind)).toEqual([]);
  }, 60_000);
});

describe('a query that costs too much', () => {
  const kind = 'expensive queries';
  it('is refused, and the server goes on', async () => {
    const { client } = await server.person({ role: 'vendor' });
    const hops = (count: number) => {
      let select = 'id';
      for (let hop = 0; hop < count; hop += 1) {
        select = `${hop % 2 === 0 ? 'messages' : 'sessions'}!inner(${select})`;
      }
      return select;
    };
    for (const count of [3, 6, 8]) {
      await tally.attempt(kind, `${count} embeds back and forth`, async () => {
        const { error } = await client.from('sessions').select(`id, ${hops(count)}`);
        return error === null;
      });
    }
    for (const columns of [250, 490]) {
      await tally.attempt(kind, `${columns} times one column`, async () => {
        const select = Array.from({ length: columns }, (_, index) => `a${index}:note`).join(',');
        return (await client.from('scanned_cards').select(select)).error === null;
      });
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(tally.successes(kind)).toEqual([]);
  }, 60_000);
});
