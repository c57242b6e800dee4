import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { describeMatrix, scopeOf } from './rls-matrix/describe-matrix.ts';
import { fillFixture } from './rls-matrix/fixture.ts';

let server: TestServer;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  ids = await fillFixture(server.sql, 'own');
});
afterAll(() => server.stop());

describe('row-level security', () => {
  describeMatrix(() => ({ db: server.ctx.db, sql: server.sql, ids }));

  it('lets exactly one of many racing visitors join', async () => {
    const [host, chat] = [randomUUID(), randomUUID()];
    const visitors = Array.from({ length: 12 }, () => randomUUID());
    await server.sql(
      `with users as (insert into auth.users (id, email) select id, id || '@fair.example' from unnest($1::uuid[]) id)
       insert into profiles (id, user_id, role, name)
       select id, id, case id when $2 then 'vendor' else 'visitor' end, 'Racer' from unnest($1::uuid[]) id`,
      [[host, ...visitors], host],
    );
    await server.sql('insert into sessions (id, vendor_id) values ($1, $2)', [chat, host]);
    const outcomes = await Promise.allSettled(
      visitors.map((sub) =>
        server.ctx.db.request(
          { role: 'authenticated', claims: { role: 'authenticated', sub } },
          { text: 'select id from join_session($1)', values: [chat] },
        ),
      ),
    );
    // The matrix counts rows.
    await server.sql('delete from auth.users where id = any ($1)', [[host, ...visitors]]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: '23505' });
    }
  });

  it('keeps a scope from leaking into the next statement of the same connection', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        server.ctx.db
          .request<{ role: string; sub: string | null }>(scopeOf(ids, index % 2 ? 'wei' : 'anon'), {
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
    const scope = scopeOf(ids, 'wei');
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
