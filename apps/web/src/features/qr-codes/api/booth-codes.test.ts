import { expect, it } from 'vitest';
import { answeringTables } from '@/shared/testing/answering-tables.ts';
import { actOnBoothCode, type BoothCodeAct } from './booth-codes.ts';

const content = { label: 'Lamps', kind: 'booth', style: {}, logo_path: null } as const;
const MAKE: BoothCodeAct = { kind: 'make', id: 'first', content };
const ROW = { id: 'first', label: 'Lamps' };

it('a code gets the id that was chosen for it', async () => {
  const { asked, supabase } = answeringTables({ data: ROW });
  expect(await actOnBoothCode(supabase, 'vera', MAKE)).toBe(ROW);
  expect(asked).toEqual([['insert', { id: 'first', vendor_id: 'vera', ...content }]]);
});

it.each([['23505'], ['PT409']])(
  'a code that an earlier attempt has made gets the present content (%s)',
  async (code) => {
    const { asked, supabase } = answeringTables({ error: { code } }, { data: ROW });
    expect(await actOnBoothCode(supabase, 'vera', MAKE)).toBe(ROW);
    expect(asked[1]).toEqual(['update', content]);
  },
);

it.each([
  ['there are too many', 'PT409', 2],
  ['it is refused otherwise', '42501', 1],
])('a new code is refused where %s', async (_case, code, asks) => {
  const { asked, supabase } = answeringTables({ error: { code } });
  await expect(actOnBoothCode(supabase, 'vera', MAKE)).rejects.toEqual({ code });
  expect(asked).toHaveLength(asks);
});
