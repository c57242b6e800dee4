import { expect, it } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { createChat } from './create-chat.ts';

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
  const from = () => ({
    insert(row: object) {
      asked.push(['insert', row]);
      return { select: () => ({ single: answer }) };
    },
    select: () => ({
      eq(...filter: unknown[]) {
        asked.push(['read', ...filter]);
        return { single: answer };
      },
    }),
  });
  return { asked, supabase: { from } as unknown as Supabase };
}

const CHAT = { id: 'first', vendorId: 'vera', visitorId: 'siyuan' };
const ROW = { id: 'first', vendor_id: 'vera', visitor_id: 'siyuan', status: 'active' };

it('a chat gets the id that was chosen for it', async () => {
  const { asked, supabase } = serverOf({ data: ROW });
  expect(await createChat(supabase, CHAT)).toBe(ROW);
  expect(asked).toEqual([['insert', ROW]]);
});

it('an earlier attempt whose answer was lost has made the chat', async () => {
  const { asked, supabase } = serverOf({ error: { code: '23505' } }, { data: ROW });
  expect(await createChat(supabase, CHAT)).toBe(ROW);
  expect(asked[1]).toEqual(['read', 'id', 'first']);
});

it('a refused chat is not looked for', async () => {
  const { asked, supabase } = serverOf({ error: { code: 'PT409' } });
  await expect(createChat(supabase, CHAT)).rejects.toEqual({ code: 'PT409' });
  expect(asked).toHaveLength(1);
});
