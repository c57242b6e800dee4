import { expect, it } from 'vitest';
import { answeringTables } from '@/shared/testing/answering-tables.ts';
import { createChat } from './create-chat.ts';

const CHAT = { id: 'first', vendorId: 'vera', visitorId: 'siyuan' };
const ROW = { id: 'first', vendor_id: 'vera', visitor_id: 'siyuan', status: 'active' };

it('a chat gets the id that was chosen for it', async () => {
  const { asked, supabase } = answeringTables({ data: ROW });
  expect(await createChat(supabase, CHAT)).toBe(ROW);
  expect(asked).toEqual([['insert', ROW]]);
});

it('an earlier attempt whose answer was lost has made the chat', async () => {
  const { asked, supabase } = answeringTables({ error: { code: '23505' } }, { data: ROW });
  expect(await createChat(supabase, CHAT)).toBe(ROW);
  expect(asked[1]).toEqual(['read', 'id', 'first']);
});

it('a refused chat is not looked for', async () => {
  const { asked, supabase } = answeringTables({ error: { code: '42501' } });
  await expect(createChat(supabase, CHAT)).rejects.toEqual({ code: '42501' });
  expect(asked).toHaveLength(1);
});
