import { expect, it, vi } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { deleteAccount } from './account.ts';

it('waits for a deletion for as long as the server may take, which is 300 s', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  const invoke = vi.fn(async () => ({ data: null, error: null }));
  const supabase = { functions: async () => ({ invoke }) } as unknown as Supabase;
  await deleteAccount(supabase, { password: 'lantern at noon' });
  expect(invoke).toHaveBeenCalledExactlyOnceWith(
    'delete-account',
    expect.objectContaining({ method: 'POST', body: { confirmed: true, password: 'lantern at noon' } }),
  );
  expect(limit.mock.calls[0]?.[0]).toBeGreaterThan(300_000);
  limit.mockRestore();
});
