import { expect, it } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { actOnBoothCode, type BoothCodeAct } from './booth-codes.ts';

type Answer = { data?: object | null; error?: { code: string } };

/** A server whose answers are given. @returns what it was asked, too */
function serverOf(...answers: Answer[]) {
  const asked: unknown[][] = [];
  const answer = () => {
    const { data = null, error = null } = answers.shift() ?? {};
    const result = { data, error };
    return Object.assign(Promise.resolve(result), {
      throwOnError: async () => {
        if (error) throw error;
        return result;
      },
    });
  };
  const rows = {
    select: () => ({ single: answer, maybeSingle: answer }),
    eq: () => rows,
  };
  const ask = (act: string) => (row: object) => {
    asked.push([act, row]);
    return rows;
  };
  const from = () => ({ insert: ask('insert'), update: ask('update') });
  return { asked, supabase: { from } as unknown as Supabase };
}

const content = { label: 'Lamps', kind: 'booth', style: {}, logo_path: null } as const;
const MAKE: BoothCodeAct = { kind: 'make', id: 'first', content };
const ROW = { id: 'first', label: 'Lamps' };

it('a code gets the id that was chosen for it', async () => {
  const { asked, supabase } = serverOf({ data: ROW });
  expect(await actOnBoothCode(supabase, 'vera', MAKE)).toBe(ROW);
  expect(asked).toEqual([['insert', { id: 'first', vendor_id: 'vera', ...content }]]);
});

it.each([['23505'], ['PT409']])(
  'a code that an earlier attempt has made gets the present content (%s)',
  async (code) => {
    const { asked, supabase } = serverOf({ error: { code } }, { data: ROW });
    expect(await actOnBoothCode(supabase, 'vera', MAKE)).toBe(ROW);
    expect(asked[1]).toEqual(['update', content]);
  },
);

it.each([
  ['there are too many', 'PT409', 2],
  ['it is refused otherwise', '42501', 1],
])('a new code is refused where %s', async (_case, code, asks) => {
  const { asked, supabase } = serverOf({ error: { code } });
  await expect(actOnBoothCode(supabase, 'vera', MAKE)).rejects.toEqual({ code });
  expect(asked).toHaveLength(asks);
});
