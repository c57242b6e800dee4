import { expect, it } from 'vitest';
import { answeringTables } from '@/shared/testing/answering-tables.ts';
import { addTerm, type TermToAdd } from './terms.ts';

const WORDS = { term: 'NovaLine', mode: 'keep', en: null, zh: null, ar: null } as const;
const TERM: TermToAdd = { id: 'first', ...WORDS };

it.each([['23505'], ['PT409']])('a term that an earlier attempt has added is saved (%s)', async (code) => {
  const { asked, supabase } = answeringTables({ error: { code } }, { data: TERM });
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
  const { asked, supabase } = answeringTables({ error: { code } });
  await expect(addTerm(supabase, 'vera', TERM)).rejects.toEqual({ code });
  expect(asked).toHaveLength(asks);
});
