import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestScope } from '../src/db/database-types.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  // Few connections, so that statements of different scopes follow each other on one.
  server = await startTestServer({ DATABASE_POOL_SIZE: '2' });
  await server.sql('create table public.parents (id int primary key)');
  await server.sql(
    'create table public.children (id int primary key, parent int references public.parents deferrable initially deferred)',
  );
  // Default privileges have granted more.
  await server.sql('revoke all on public.parents, public.children from authenticated');
  await server.sql('grant select, insert on public.parents, public.children to anon');
});
afterAll(() => server.stop());

const anon: RequestScope = { role: 'anon', claims: { role: 'anon', mark: 'x' } };

async function insertParent(id: number, scope: RequestScope = anon) {
  return server.ctx.db.request(scope, { text: 'insert into public.parents values ($1)', values: [id] });
}

/** @returns those of the given ids that are stored */
async function parentIds(...given: number[]): Promise<number[]> {
  const text = 'select id from public.parents where id = any ($1) order by id';
  const rows = await server.sql<{ id: number }>(text, [given]);
  return rows.map((row) => row.id);
}

describe('a scoped statement', () => {
  it('runs as its role, with its settings, and leaves nothing of them behind', async () => {
    const [inside] = await server.ctx.db.request<{ role: string; claims: string; path: string }>(
      { ...anon, path: '/here', method: 'POST' },
      {
        text: `select current_user::text as role, current_setting('request.jwt.claims') as claims,
          current_setting('request.path') as path`,
      },
    );
    expect(inside).toEqual({ role: 'anon', claims: '{"role":"anon","mark":"x"}', path: '/here' });
    const after = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.sql(
          `select current_user = session_user as own, coalesce(current_setting('request.jwt.claims', true), '') as claims,
            current_setting('transaction_read_only') as read_only`,
        ),
      ),
    );
    for (const [row] of after) expect(row).toEqual({ own: true, claims: '', read_only: 'off' });
  });

  it('is of the user whom its own claims name, and of none without a name', async () => {
    const caller = async (claims: Record<string, unknown>) => {
      const [row] = await server.ctx.db.request<{ id: string | null; level: string | null }>(
        { role: 'authenticated', claims },
        {
          text: `select auth.uid()::text as id, nullif(current_setting('request.jwt.claim.aal'), '') as level`,
        },
      );
      return row;
    };
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    // More than there are connections: each has served another user before.
    for (let turn = 0; turn < 12; turn += 1) {
      expect(
        await Promise.all([
          caller({ sub: one, aal: 'aal2' }),
          caller({ sub: other, aal: 'aal1' }),
          caller({}),
          caller({ sub: '', aal: 7 }),
        ]),
      ).toEqual([
        { id: one, level: 'aal2' },
        { id: other, level: 'aal1' },
        { id: null, level: null },
        { id: null, level: null },
      ]);
    }
    expect(await server.sql(`select auth.uid() as id`)).toEqual([{ id: null }]);
  });

  it('does not run when its scope fails', async () => {
    await expect(insertParent(1, { role: 'no_such_role', claims: {} })).rejects.toMatchObject({
      code: '22023',
    });
    expect(await parentIds(1)).toEqual([]);
  });

  it('may not write when it is read only, and the next one may', async () => {
    await expect(insertParent(2, { ...anon, readOnly: true })).rejects.toMatchObject({ code: '25006' });
    expect(await parentIds(2)).toEqual([]);
    await insertParent(2);
    expect(await parentIds(2)).toEqual([2]);
  });

  it('reports a failure at the commit, and keeps nothing', async () => {
    const orphan = { text: 'insert into public.children values (1, 999) returning id' };
    await expect(server.ctx.db.request(anon, orphan)).rejects.toMatchObject({ code: '23503' });
    expect(await server.sql('select * from public.children')).toEqual([]);
  });

  it('is undone when its check refuses the rows', async () => {
    const statement = { text: 'insert into public.parents values (3) returning id' };
    const refuse = (rows: unknown[]) => {
      expect(rows).toEqual([{ id: 3 }]);
      throw new Error('refused');
    };
    await expect(server.ctx.db.request(anon, statement, refuse)).rejects.toThrow('refused');
    expect(await parentIds(3)).toEqual([]);
    await server.ctx.db.request(anon, statement, () => undefined);
    expect(await parentIds(3)).toEqual([3]);
  });

  it('is isolated among many that are sent together', async () => {
    const insert = (id: number, role: string) => ({
      scope: { role, claims: {} },
      statement: { text: 'insert into public.parents values ($1) returning id', values: [id] },
    });
    const outcomes = await server.ctx.db.requestMany([
      insert(10, 'anon'),
      insert(10, 'anon'),
      insert(11, 'authenticated'),
      insert(12, 'anon'),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code)),
    ).toEqual([[{ id: 10 }], '23505', '42501', [{ id: 12 }]]);
    expect(await parentIds(10, 11, 12)).toEqual([10, 12]);
  });

  it('of ever new shapes leaves few of them prepared, and old ones still work', async () => {
    const shape = (n: number) => ({ text: `select ${n} as n, $1::int as given`, values: [n] });
    for (let n = 0; n < 400; n += 1) await server.ctx.db.request(anon, shape(n));
    const kept = await Promise.all(
      Array.from({ length: 4 }, () =>
        server.ctx.db.request<{ shapes: number }>(anon, {
          text: `select count(*)::int as shapes from pg_prepared_statements where name like 'dragoman_shape_%'`,
        }),
      ),
    );
    for (const [row] of kept) expect(row?.shapes).toBeLessThanOrEqual(100);
    for (const n of [0, 1, 200, 399]) {
      expect(await server.ctx.db.request(anon, shape(n))).toEqual([{ n, given: n }]);
    }
  });

  it('works on every connection of a pool that is used by many at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        server.ctx.db.request<{ n: number }>(anon, { text: 'select $1::int as n', values: [n] }),
      ),
    );
    expect(ids.map(([row]) => row?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });
});
