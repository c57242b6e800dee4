import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { raw, startRestServer } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startRestServer({}, { file: 'write-fixture.sql', table: 'items' });
});
afterAll(() => server.stop());
beforeEach(() => server.sql('truncate public.items'));

const put = (path: string, body: unknown, prefer = '') =>
  raw(server, path, {
    method: 'PUT',
    headers: { prefer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const ID = '0198e1d2-0000-7000-8000-000000000001';

// The official client has no such call.
describe('PUT', () => {
  it('makes the row that its URL names, or replaces it', async () => {
    const path = `/items?id=eq.${ID}&select=name,kind`;
    expect(await put(path, { id: ID, name: 'one' }, 'return=representation')).toMatchObject({
      status: 201,
      json: [{ name: 'one', kind: 'plain' }],
    });
    const again = await put(path, [{ id: ID, name: 'two', kind: 'k' }], 'return=representation');
    expect(again).toMatchObject({ status: 200, json: [{ name: 'two', kind: 'k' }] });
    expect(again.headers.get('content-range')).toBeNull();
    expect(again.headers.get('preference-applied')).toBe('return=representation');
    expect(await put(path, { id: ID, name: 'three' })).toMatchObject({ status: 204, text: '' });
    expect(await server.sql('select name from public.items')).toEqual([{ name: 'three' }]);
  });

  it('takes keys of several columns', async () => {
    const stand = { number: 2, hall_id: 2, label: 'Lamps' };
    expect(await put('/stands?number=eq.2&hall_id=eq.2', stand)).toMatchObject({ status: 204 });
    expect((await raw(server, '/stands?number=eq.2&hall_id=eq.2&select=label')).json).toEqual([
      { label: 'Lamps' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['another column', 'name=eq.x'],
    ['more than the key', `id=eq.${ID}&name=eq.x`],
    ['the key twice', `id=eq.${ID}&id=eq.${ID}`],
    ['another operator', `id=gt.${ID}`],
    ['a list', `id=eq(any).{${ID}}`],
    ['the opposite', `id=not.eq.${ID}`],
    ['a group', `or=(id.eq.${ID})`],
  ])('is refused when the URL names %s', async (_, search) => {
    expect(await put(`/items?${search}`, { id: ID, name: 'x' })).toMatchObject({
      status: 405,
      json: { code: 'PGRST105' },
    });
  });

  it('is refused when the row is not the one named, and writes nothing', async () => {
    const other = ID.replace(/1$/, '2');
    for (const body of [{ id: other, name: 'x' }, { name: 'x' }, { id: null, name: 'x' }, []]) {
      expect(await put(`/items?id=eq.${ID}`, body)).toMatchObject({
        status: 400,
        json: { code: 'PGRST115' },
      });
    }
    expect(await put(`/items?id=eq.${ID}&limit=1`, { id: ID, name: 'x' })).toMatchObject({
      status: 400,
      json: { code: 'PGRST114' },
    });
    expect(await server.sql('select 1 from public.items')).toEqual([]);
  });
});

describe('rows that are no JSON', () => {
  const post = (contentType: string, body: string) =>
    raw(server, '/items?select=name,kind,price,tags&order=name', {
      method: 'POST',
      headers: { prefer: 'return=representation', 'content-type': contentType },
      body,
    });

  it('come as CSV', async () => {
    const answer = await post('text/csv', 'name,kind,price,tags\n"a, b",NULL,1.50,{x}\nc,,2,NULL\n');
    expect(answer).toMatchObject({
      status: 201,
      json: [
        { name: 'a, b', kind: null, price: 1.5, tags: ['x'] },
        { name: 'c', kind: '', price: 2, tags: null },
      ],
    });
    expect(await post('text/csv', 'name,nope\n1,2')).toMatchObject({ json: { code: 'PGRST204' } });
    expect(await post('text/csv', 'name\n1,2')).toMatchObject({
      status: 400,
      json: { code: 'PGRST102', message: 'All lines must have same number of fields' },
    });
  });

  it('come from a form', async () => {
    const answer = await post('application/x-www-form-urlencoded', 'name=a+%26+b&price=3');
    expect(answer).toMatchObject({ status: 201, json: [{ name: 'a & b', price: 3 }] });
  });
});
