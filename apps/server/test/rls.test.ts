import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestScope } from '../src/db/database-types.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { RlsCase, Who } from './rls-matrix/rls-case.ts';
import { RLS_MATRIX } from './rls-matrix.ts';

const PEOPLE = { vera: 'vendor', victor: 'vendor', wei: 'visitor', omar: 'visitor' } as const;

let server: TestServer;
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  for (const name of [...Object.keys(PEOPLE), 'newcomer']) {
    ids.set(`${name}.user`, randomUUID());
    await server.sql('insert into auth.users (id, email) values ($1, $2)', [
      ids.get(`${name}.user`),
      `${name}@fair.example`,
    ]);
  }
  for (const [name, role] of Object.entries(PEOPLE)) {
    await create(name, `insert into profiles (id, user_id, role, name, email) values ($1, $2, $3, $4, $4)`, [
      ids.get(`${name}.user`),
      role,
      name,
    ]);
  }
  ids.set('guest.user', randomUUID());
  await server.sql('insert into auth.users (id, is_anonymous) values ($1, true)', [ids.get('guest.user')]);
  await create('guest', `insert into profiles (id, user_id, role, name) values ($1, $2, 'visitor', 'Zoe')`, [
    ids.get('guest.user'),
  ]);
  // Before any translation exists: a glossary change makes stored translations invalid.
  const term = `insert into glossary_terms (id, owner_id, term) values ($1, $2, $3)`;
  await create('term', term, [ids.get('vera'), 'NovaLine']);
  await create('hers', term, [ids.get('vera'), 'XK-200']);
  await create('foreign', term, [ids.get('victor'), 'Luma']);
  await create(
    'material',
    `insert into material_documents (id, owner_id, title, pages, characters) values ($1, $2, 'Catalogue', 1, 20)`,
    [ids.get('vera')],
  );
  await server.sql(
    `insert into material_passages (document_id, ordinal, owner_id, page, content)
     values ($1, 1, $2, 1, 'Lamps made of brass')`,
    [ids.get('material'), ids.get('vera')],
  );
  const session = 'insert into sessions (id, vendor_id, visitor_id) values ($1, $2, $3)';
  await create('met', session, [ids.get('vera'), ids.get('wei')]);
  await create('open', session, [ids.get('vera'), null]);
  await create('other', session, [ids.get('victor'), ids.get('omar')]);
  for (const [chat, people] of [
    ['met', ['vera', 'wei']],
    ['other', ['victor', 'omar']],
  ] as const) {
    for (const sender of people) {
      await server.sql('insert into messages (session_id, sender_id, content) values ($1, $2, $3)', [
        ids.get(chat),
        ids.get(sender),
        `from ${sender}`,
      ]);
      if (sender === people[0]) {
        await server.sql(
          `insert into message_translations (message_id, target_language, translated_text, engine)
           select id, 'zh', '译文', $2 from messages where sender_id = $1`,
          [ids.get(sender), sender],
        );
      }
      await server.sql('insert into session_reads (session_id, profile_id) values ($1, $2)', [
        ids.get(chat),
        ids.get(sender),
      ]);
    }
  }
  await server.sql(
    `update card_shares set withheld = '{email,phone}' where owner_id = $1 and viewer_id = $2`,
    [ids.get('omar'), ids.get('victor')],
  );
  await server.sql(`insert into card_share_defaults (owner_id, withheld) values ($1, '{wechat}')`, [
    ids.get('wei'),
  ]);
  const card = `insert into scanned_cards (id, owner_id, name) values ($1, $2, 'Lucía Ferrer')`;
  await create('card', card, [ids.get('vera')]);
  await create('second', card, [ids.get('vera')]);
  await create('his', card, [ids.get('wei')]);
  for (const [owner, person] of [
    ['vera', 'wei'],
    ['wei', 'vera'],
  ]) {
    await server.sql(
      `insert into leads (owner_id, person_id, note, tags) values ($1, $2, 'Noted', '{lamps}')`,
      [ids.get(owner as string), ids.get(person as string)],
    );
  }
  await server.sql(`insert into lead_questionnaires (owner_id, questions) values ($1, '[]')`, [
    ids.get('vera'),
  ]);
  await server.sql(
    `insert into lead_exports (owner_id, format, scope, people, read_until, exported_by, exported_by_name)
     values ($1, 'csv', 'all', 1, now(), $2, 'vera')`,
    [ids.get('vera'), ids.get('vera.user')],
  );
  for (const [name, vendor] of [
    ['booth', 'vera'],
    ['stand', 'victor'],
  ] as const) {
    await create(name, `insert into booth_codes (id, vendor_id, label) values ($1, $2, 'Lamps')`, [
      ids.get(vendor),
    ]);
    const [made] = await server.sql<{ code: string }>('select code from booth_codes where id = $1', [
      ids.get(name),
    ]);
    ids.set(`${name}.code`, made?.code ?? '');
    await server.sql('insert into booth_code_scans (code_id, hour, scans) values ($1, now(), 3)', [
      ids.get(name),
    ]);
  }
  await server.sql('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [
    ids.get('guest'),
    ids.get('victor'),
  ]);
  await create(
    'report',
    `insert into reports (id, reporter_id, reported_id, reason) values ($1, $2, $3, 'spam')`,
    [ids.get('guest'), ids.get('victor')],
  );
  // A file that may still become an object, and one in each chat.
  await create('upload', `insert into storage.unowned_files (version, reason) values ($1, 'uploading')`, []);
  for (const chat of ['met', 'other']) {
    await create(
      `${chat}.file`,
      `insert into storage.unowned_files (version, reason) values ($1, 'uploading')`,
      [],
    );
    await server.sql(`insert into storage.objects (bucket_id, name, version) values ('chat-files', $1, $2)`, [
      `${ids.get(chat)}/voice.webm`,
      ids.get(`${chat}.file`),
    ]);
  }
  await create(
    'avatar.file',
    `insert into storage.unowned_files (version, reason) values ($1, 'uploading')`,
    [],
  );
  await server.sql(`insert into storage.objects (bucket_id, name, version) values ('avatars', $1, $2)`, [
    `${ids.get('victor.user')}/face.webp`,
    ids.get('avatar.file'),
  ]);
});
afterAll(() => server.stop());

async function create(name: string, text: string, rest: unknown[]): Promise<void> {
  ids.set(name, randomUUID());
  await server.sql(text, [ids.get(name), ...rest]);
}

function scopeOf(who: Who, aal?: 'aal1' | 'aal2'): RequestScope {
  if (who === 'anon' || who === 'service_role') return { role: who, claims: { role: who } };
  return {
    role: 'authenticated',
    claims: {
      role: 'authenticated',
      sub: ids.get(`${who}.user`),
      is_anonymous: who === 'guest',
      ...(aal && { aal }),
    },
  };
}

class RollBack extends Error {}

/**
 * Runs a statement as a user and rolls it back.
 * @param options asked: whether the second factor is checked first, as in each request
 * @returns rows read or changed, or the SQLSTATE of the refusal
 */
async function attempt(
  { who, sql }: RlsCase,
  { aal, asked = false }: { aal?: 'aal1' | 'aal2'; asked?: boolean } = {},
): Promise<{ rows: number } | { sqlstate: string }> {
  const text = sql.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
    const id = ids.get(name);
    if (!id) throw new Error(`the fixture has no ${name}`);
    return id;
  });
  let rows = -1;
  try {
    await server.ctx.db.requestTransaction(scopeOf(who, aal), async (tx) => {
      if (asked) await tx.query('select private.require_second_factor()');
      if (/^(insert|update|delete)/.test(text)) {
        // Counted by the command tag: RETURNING would need the right to select as well.
        rows = await tx.execute(text);
      } else {
        rows = (await tx.query(text)).length;
      }
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) return { sqlstate: (error as { code: string }).code };
  }
  return { rows };
}

describe('row-level security', () => {
  for (const line of RLS_MATRIX) {
    it(`${line.who} ${line.does}`, async () => {
      expect(await attempt(line)).toEqual(line.expect);
    });
  }

  // The matrix again, for people who have a second factor: docs/adr/0045.
  describe('with a verified second factor', () => {
    const PROTECTED = RLS_MATRIX.filter(({ who }) => who !== 'anon' && who !== 'service_role');

    let definers: string[];

    beforeAll(async () => {
      const functions = await server.sql<{ proname: string }>(
        `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
      );
      definers = functions.map(({ proname }) => proname);
      await server.sql(
        `insert into auth.mfa_factors (user_id, factor_type, status) select id, 'totp', 'verified' from auth.users`,
      );
    });
    afterAll(() => server.sql('delete from auth.mfa_factors'));

    for (const line of PROTECTED) {
      it(`${line.who} ${line.does}, having proved it`, async () => {
        expect(await attempt(line, { aal: 'aal2', asked: true })).toEqual(line.expect);
      });
      it(`${line.who} does nothing of it before: ${line.does}`, async () => {
        // These pass policies by: what each request asks first is what refuses them.
        const asked = definers.some((name) => line.sql.includes(`${name}(`));
        const outcome = await attempt(line, { aal: 'aal1', asked });
        if (!('sqlstate' in outcome)) expect(outcome, line.sql).toEqual({ rows: 0 });
      });
    }
  });

  it('lets exactly one of many racing visitors join', async () => {
    const visitors = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const [userId, profileId] = [randomUUID(), randomUUID()];
        await server.sql('insert into auth.users (id, email) values ($1, $2)', [
          userId,
          `racer${index}@fair.example`,
        ]);
        await server.sql(
          `insert into profiles (id, user_id, role, name) values ($1, $2, 'visitor', 'Racer')`,
          [profileId, userId],
        );
        return userId;
      }),
    );
    const outcomes = await Promise.allSettled(
      visitors.map((sub) =>
        server.ctx.db.request(
          { role: 'authenticated', claims: { role: 'authenticated', sub } },
          { text: 'select id from join_session($1)', values: [ids.get('open')] },
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: '23505' });
    }
  });

  it('keeps a scope from leaking into the next statement of the same connection', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        server.ctx.db
          .request<{ role: string; sub: string | null }>(scopeOf(index % 2 ? 'wei' : 'anon'), {
            text: `select current_user::text as role, current_setting('request.jwt.claims')::json ->> 'sub' as sub`,
          })
          .then(([row]) =>
            expect(row).toEqual(
              index % 2 ? { role: 'authenticated', sub: ids.get('wei.user') } : { role: 'anon', sub: null },
            ),
          ),
      ),
    );
    const [owner] = await server.sql<{ role: string; claims: string | null }>(
      `select current_user::text as role, nullif(current_setting('request.jwt.claims', true), '') as claims`,
    );
    expect(owner?.role).not.toBe('anon');
    expect(owner?.claims).toBeNull();
  });

  it('reports the first failure of a pipelined request and leaves the connection usable', async () => {
    const scope = scopeOf('wei');
    await expect(
      server.ctx.db.request({ ...scope, role: 'no_such_role' }, { text: 'select 1' }),
    ).rejects.toMatchObject({ code: '22023' });
    await expect(server.ctx.db.request(scope, { text: 'select 1/0' })).rejects.toMatchObject({
      code: '22012',
    });
    await expect(
      server.ctx.db.request({ ...scope, readOnly: true }, { text: `update profiles set name = 'x'` }),
    ).rejects.toMatchObject({ code: '25006' });
    expect(await server.ctx.db.request(scope, { text: 'select 1 as one' })).toEqual([{ one: 1 }]);
  });
});
