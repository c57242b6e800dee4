import { describe, expect, it } from 'vitest';
import { coveredByEarlier } from './earlier-migrations.ts';
import { platformMigrations } from './platform-migrations.ts';

const INITIAL = [
  { scope: 'platform', name: '0001_platform.sql' },
  { scope: 'platform', name: '0002_server.sql' },
  { scope: 'app', name: '20260401000000_initial.sql' },
];
const HOSTED = INITIAL.slice(1);
const LATER = { scope: 'app', name: '20260402000000_later.sql' };

const SETS = [
  platformMigrations(''),
  {
    scope: 'app',
    earlier: {
      names: ['20260101_tables.sql', '20260102_access.sql'],
      initial: ['20260401000000_initial.sql'],
    },
  },
];
const [PLATFORM, APP] = SETS.map(
  ({ scope, earlier }) => earlier?.names.map((name) => `${scope}/${name}`) ?? [],
) as [string[], string[]];
const SERVER = PLATFORM.filter((name) => name.endsWith('_server.sql'));

describe('coveredByEarlier', () => {
  it('finds the initial migrations in an up-to-date database, and no later one', () => {
    const recorded = new Set([...PLATFORM, ...APP]);
    expect(coveredByEarlier(SETS, [...INITIAL, LATER], recorded, false)).toEqual(INITIAL);
  });

  it('finds nothing in a new database and in one that was taken over', () => {
    const taken = [...PLATFORM, ...APP, ...INITIAL.map(({ scope, name }) => `${scope}/${name}`)];
    expect(coveredByEarlier(SETS, INITIAL, new Set(), false)).toEqual([]);
    expect(coveredByEarlier(SETS, INITIAL, new Set(taken), false)).toEqual([]);
  });

  it('asks a Supabase for the migrations of the server and the application alone', () => {
    expect(coveredByEarlier(SETS, HOSTED, new Set([...SERVER, ...APP]), true)).toEqual(HOSTED);
    expect(coveredByEarlier(SETS, HOSTED, new Set(APP), true)).toEqual([INITIAL[2]]);
    expect(() => coveredByEarlier(SETS, INITIAL, new Set([...SERVER, ...APP]), false)).toThrow(
      /lacks 16 of its migrations, first platform\/0001_roles\.sql/,
    );
  });
});
