import { expect, it } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { sendReport } from './send-report.ts';

const REPORT = { id: 'first', me: 'siyuan', personId: 'omar', reason: 'spam', details: ' ' } as const;

/** A server that has these reports, and refuses others with a code. */
function serverOf(stored: readonly string[], refusal: string | null) {
  const inserted: object[] = [];
  const from = () => ({
    async insert(row: object) {
      inserted.push(row);
      return { error: refusal && { code: refusal } };
    },
    select: () => ({
      eq: (_column: string, id: string) => ({
        maybeSingle: () => ({ throwOnError: async () => ({ data: stored.includes(id) ? { id } : null }) }),
      }),
    }),
  });
  const supabase = { from } as unknown as Supabase;
  return { inserted, send: () => sendReport(supabase, { ...REPORT, sessionId: null }) };
}

it('a report gets the id that was chosen for it', async () => {
  const { inserted, send } = serverOf([], null);
  await send();
  expect(inserted).toEqual([
    {
      id: 'first',
      reporter_id: 'siyuan',
      reported_id: 'omar',
      reason: 'spam',
      details: null,
      session_id: null,
      message_ids: [],
    },
  ]);
});

it.each([
  ['of the same id', '23505'],
  ['that was the last of the day', 'PT429'],
])('a report that an earlier attempt has sent is sent: one %s', async (_case, code) => {
  await expect(serverOf(['first'], code).send()).resolves.toBeUndefined();
});

it.each([['PT429'], ['42501']])('a refused report is not sent (%s)', async (code) => {
  await expect(serverOf(['another'], code).send()).rejects.toEqual({ code });
});
