import { SUPABASE_ROLES } from '@dragoman/supabase-server/db/supabase-defaults';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestServer } from '../harness.ts';
import { eventually } from '../realtime/fair.ts';
import { expectSupabaseProject, startSupabaseProject } from './supabase-project.ts';

let database: { url: string; drop(): Promise<void> };
let server: TestServer;
beforeAll(async () => {
  database = await createDatabase();
  server = await startSupabaseProject(database.url);
});
// The project's test reads all exhibitors: its own have names, users of other tests have none.
afterEach(() => server.sql('delete from public.exhibitors where full_name is null'));
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

describe('SQL written for Supabase', () => {
  it('makes a project that the official client uses', () => expectSupabaseProject(server));

  it('finds roles that can do nothing by themselves', async () => {
    const roles = await server.sql<{ rolname: string }>(
      `select * from pg_roles where rolname = any ($1)
         and not (rolsuper or rolcanlogin or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication or rolinherit)
       order by rolname`,
      [SUPABASE_ROLES],
    );
    expect(roles.map(({ rolname }) => rolname)).toEqual([...SUPABASE_ROLES].sort());
    const memberships = await server.sql(
      'select from pg_auth_members where member = any ($1::regrole[]::oid[])',
      [`{${SUPABASE_ROLES.join(',')}}`],
    );
    expect(memberships).toEqual([]);
    const granted = await server.sql(
      `select n.nspname from pg_namespace n, unnest($1::text[]) role
       where n.nspname in ('auth', 'dragoman', 'private', 'storage', 'realtime') and has_schema_privilege(role, n.oid, 'usage')`,
      [SUPABASE_ROLES],
    );
    expect(granted).toEqual([]);
  });

  it('finds the schemas, and neither lets a request create there', async () => {
    const rows = await server.sql(
      `select nspname, has_schema_privilege('anon', oid, 'usage') as used, has_schema_privilege('authenticated', oid, 'create') as filled
       from pg_namespace where nspname in ('extensions', 'graphql_public') order by 1`,
    );
    expect(rows).toEqual([
      { nspname: 'extensions', used: true, filled: false },
      { nspname: 'graphql_public', used: true, filled: false },
    ]);
  });

  it('reads how users signed in, and the log of accounts, under the names of GoTrue', async () => {
    const { userId, email, password } = await server.signUp();
    await server.client().auth.signInWithPassword({ email, password });
    const methods = await server.sql(
      `select c.authentication_method, c.created_at between now() - interval '1 minute' and now() as fresh
       from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id where s.user_id = $1`,
      [userId],
    );
    expect(methods).toEqual(Array(2).fill({ authentication_method: 'password', fresh: true }));
    await eventually(async () => {
      const entries = await server.sql(
        `select payload ->> 'action' as action, ip_address <> '' as placed from auth.audit_log_entries
         where payload ->> 'actor_id' = $1`,
        [userId],
      );
      expect(entries).toContainEqual({ action: 'login', placed: true });
    });
  });

  it('reads identity providers and their open requests under the names of GoTrue', async () => {
    await server.sql(
      `with made as (insert into auth.sso_providers (entity_id, metadata_xml) values ('https://idp.fair.example', '<x/>') returning id)
       insert into auth.sso_requests (sso_provider_id, request_id, redirect_to) select id, '_1', 'https://fair.example' from made`,
    );
    const rows = await server.sql(
      `select p.entity_id, r.request_id, r.redirect_to from auth.saml_providers p
       join auth.saml_relay_states r on r.sso_provider_id = p.sso_provider_id`,
    );
    expect(rows).toEqual([
      { entity_id: 'https://idp.fair.example', request_id: '_1', redirect_to: 'https://fair.example' },
    ]);
    const readers = await server.sql(
      `select role, name from unnest(array['anon', 'authenticated', 'service_role']) role,
         unnest(array['audit_log_entries', 'mfa_amr_claims', 'saml_providers', 'saml_relay_states']) name
       where has_table_privilege(role, 'auth.' || name, 'select, insert, update, delete')`,
    );
    expect(readers).toEqual([]);
  });

  it('gets default privileges without TRUNCATE, which passes row-level security', async () => {
    const rows = await server.sql<{ granted: string[] }>(
      `select array_agg(distinct privilege_type::text order by privilege_type::text) as granted
       from information_schema.role_table_grants where table_name = 'notes' and grantee in ('anon', 'authenticated', 'service_role')
       group by grantee`,
    );
    expect(rows).toEqual(Array(3).fill({ granted: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'] }));
  });
});

describe('storage.search and storage.search_v2', () => {
  const names = ['a.txt', 'b.txt', 'Photos/x.png', 'Photos/old/y.png', 'Photos/old/z.png', 'press/kit.pdf'];
  beforeAll(async () => {
    await server.sql(`insert into storage.buckets (id, name) values ('shelf', 'shelf')`);
    await server.sql(
      `with files as (
         insert into storage.unowned_files (version, reason)
         select name, 'uploading' from unnest($1::text[]) name returning version
       )
       select from files`,
      [names],
    );
    await server.sql(
      `insert into storage.objects (bucket_id, name, version, created_at)
       select 'shelf', name, name, timestamptz '2026-01-01' + place * interval '1 day'
       from unnest($1::text[]) with ordinality as file (name, place)`,
      [names],
    );
  });

  const search = async (call: string) =>
    (await server.sql<{ name: string }>(`select * from storage.${call}`)).map(({ name }) => name);

  it.each([
    [`search('', 'shelf')`, ['a.txt', 'b.txt', 'Photos', 'press']],
    [`search('Photos/', 'shelf')`, ['old', 'x.png']],
    [`search('photos/', 'shelf', sortorder => 'desc')`, ['x.png', 'old']],
    [`search('', 'shelf', search => 'p')`, ['Photos', 'press']],
    [`search('', 'shelf', search => 'Photos/o')`, ['Photos/old']],
    [`search('', 'shelf', 2, 1, 1)`, ['b.txt', 'Photos']],
    [
      `search('', 'shelf', sortcolumn => 'created_at', sortorder => 'desc')`,
      ['press', 'Photos', 'b.txt', 'a.txt'],
    ],
    [
      `search('', 'shelf', sortcolumn => 'name; drop table storage.objects')`,
      ['a.txt', 'b.txt', 'Photos', 'press'],
    ],
    [`search('%', 'shelf')`, []],
    [`search('', 'nowhere')`, []],
    [`search_v2('', 'shelf')`, ['Photos', 'a.txt', 'b.txt', 'press']],
    [`search_v2('Photos/', 'shelf', levels => 2)`, ['Photos/old', 'Photos/x.png']],
    [`search_v2('photos/', 'shelf')`, []],
    [`search_v2('', 'shelf', 2, 1, 'Photos')`, ['a.txt', 'b.txt']],
    [`search_v2('', 'shelf', 9, 1, 'b.txt', 'desc')`, ['a.txt', 'Photos']],
    [`search_v2('', 'shelf', sort_column => 'created_at')`, ['a.txt', 'b.txt', 'Photos', 'press']],
    [
      `search_v2('', 'shelf', 9, 1, 'b.txt', 'asc', 'created_at', '2026-01-03T00:00:00Z')`,
      ['Photos', 'press'],
    ],
  ])('%s', async (call, expected) => {
    expect(await search(call)).toEqual(expected);
  });

  it('gives folders a name alone, and files their row', async () => {
    const rows = await server.sql(`select * from storage.search_v2('Photos/', 'shelf', levels => 2)`);
    expect(rows).toMatchObject([
      { key: 'old', name: 'Photos/old', id: null, metadata: null },
      { key: 'x.png', name: 'Photos/x.png', id: expect.any(String), created_at: expect.any(Date) },
    ]);
  });

  it('shows a caller what row-level security shows', async () => {
    const user = await server.signUp();
    const scope = { role: 'authenticated', claims: { role: 'authenticated', sub: user.userId } };
    for (const call of [`search('', 'shelf')`, `search_v2('', 'shelf')`]) {
      expect(await server.ctx.db.request(scope, { text: `select * from storage.${call}` })).toEqual([]);
    }
  });
});

describe('storage.operation', () => {
  it.each([
    ['storage.object.list', `allow_only_operation('object.list')`, true],
    ['storage.object.list', `allow_only_operation('storage.object.list')`, true],
    ['storage.object.list', `allow_only_operation('object.list_v2')`, false],
    ['object.get_authenticated_info', `allow_only_operation('storage.object.get_authenticated_info')`, true],
    ['storage.object.list', `allow_any_operation(array['object.move', null, 'object.list'])`, true],
    ['storage.object.list', `allow_any_operation(array['', null])`, false],
    ['storage.object.list', `allow_any_operation(null)`, false],
    ['', `allow_only_operation('')`, false],
    ['', `allow_only_operation('object.list')`, false],
  ])('%s: %s', async (operation, call, allowed) => {
    const [row] = await server.ctx.db.request<{ allowed: boolean }>(
      { role: 'anon', claims: { role: 'anon' }, operation },
      { text: `select storage.${call} as allowed` },
    );
    expect(row?.allowed).toBe(allowed);
  });

  it('is unknown outside of the storage service, also on a connection that served it before', async () => {
    await server.client().storage.from('drafts').list();
    expect(await server.sql('select storage.operation() as known')).toEqual([{ known: null }]);
    const [row] = await server.ctx.db.request(
      { role: 'anon', claims: { role: 'anon' } },
      { text: 'select storage.operation() as known' },
    );
    expect(row).toEqual({ known: null });
  });
});
