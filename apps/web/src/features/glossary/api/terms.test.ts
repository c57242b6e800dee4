import { expect, it } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { addTerm, type TermToAdd } from './terms.ts';

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

const WORDS = { term: 'NovaLine', mode: 'keep', en: null, zh: null, ar: null } as const;
const TERM: TermToAdd = { id: 'first', ...WORDS };

it.each([['23505'], ['PT409']])('a term that an earlier attempt has added is saved (%s)', async (code) => {
  const { asked, supabase } = serverOf({ error: { code } }, { data: TERM });
  expect(await addTerm(supabase, 'vera', TERM)).toBe(TERM);
  expect(asked).toEqual([
    ['insert', { ...TERM, owner_id: 'vera' }],
    ['update', WORDS],
  ]);
});

it.each([
  ['another entry has it', '23505', 2],
  ['the glossary is full', 'PT409', 2],
  ['it is refused otherwise', '42501', 1],
])('a term is not added where %s', async (_case, code, asks) => {
  const { asked, supabase } = serverOf({ error: { code } });
  await expect(addTerm(supabase, 'vera', TERM)).rejects.toEqual({ code });
  expect(asked).toHaveLength(asks);
});
