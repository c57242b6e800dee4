import { describe, expect, it } from 'vitest';
import { coveredByEarlier, EARLIER_MIGRATIONS } from './earlier-migrations.ts';

const INITIAL = [
  { scope: 'platform' as const, name: '0001_platform.sql' },
  { scope: 'platform' as const, name: '0002_server.sql' },
  { scope: 'product' as const, name: '20260401000000_initial.sql' },
];
const HOSTED = INITIAL.slice(1);
const LATER = { scope: 'product' as const, name: '20260402000000_later.sql' };

const PLATFORM = EARLIER_MIGRATIONS.platform.map((name) => `platform/${name}`);
const PRODUCT = EARLIER_MIGRATIONS.product.map((name) => `product/${name}`);
const SERVER = PLATFORM.filter((name) => name.endsWith('_server.sql'));

describe('coveredByEarlier', () => {
  it('finds the initial migrations in an up-to-date database, and no later one', () => {
    const recorded = new Set([...PLATFORM, ...PRODUCT]);
    expect(coveredByEarlier([...INITIAL, LATER], recorded, false)).toEqual(INITIAL);
  });

  it('finds nothing in a new database and in one that was taken over', () => {
    const taken = [...PLATFORM, ...PRODUCT, ...INITIAL.map(({ scope, name }) => `${scope}/${name}`)];
    expect(coveredByEarlier(INITIAL, new Set(), false)).toEqual([]);
    expect(coveredByEarlier(INITIAL, new Set(taken), false)).toEqual([]);
  });

  it('asks a Supabase for the migrations of the server and the product alone', () => {
    expect(coveredByEarlier(HOSTED, new Set([...SERVER, ...PRODUCT]), true)).toEqual(HOSTED);
    expect(coveredByEarlier(HOSTED, new Set(PRODUCT), true)).toEqual([INITIAL[2]]);
    expect(() => coveredByEarlier(INITIAL, new Set([...SERVER, ...PRODUCT]), false)).toThrow(
      /lacks 16 of its migrations, first platform\/0001_roles\.sql/,
    );
  });
});
