import { cardColumns, EMPTY_CARD_FORM } from '@dragoman/domain/cards/scanned-card';
import { describe, expect, it } from 'vitest';
import { answeringTables } from '@/shared/testing/answering-tables.ts';
import { keepCard, type NewCard } from './cards.ts';

const CONTENT = cardColumns({ ...EMPTY_CARD_FORM, name: 'Ada Okafor' });
const SCAN: NewCard = { ...CONTENT, id: 'scan', created_at: '2026-05-17T08:00:00Z', owner_id: 'booth' };

describe('a card that is kept', () => {
  it('is put where it was scanned for, and elsewhere only where the server says', async () => {
    const { asked, supabase } = answeringTables({ data: SCAN });
    expect(await keepCard(supabase, 'omar', SCAN)).toBe(SCAN);
    expect(asked).toEqual([['insert', SCAN]]);
  });

  it('becomes the person’s own after they have left the booth', async () => {
    const own = { ...SCAN, owner_id: 'omar' };
    const { asked, supabase } = answeringTables({ error: { code: '42501' } }, { data: own });
    expect(await keepCard(supabase, 'omar', { ...SCAN, scanned_by: 'lina' })).toBe(own);
    expect(asked[1]).toEqual(['insert', own]);
  });

  it('is changed when an earlier attempt got through', async () => {
    const { asked, supabase } = answeringTables({ error: { code: '23505' } }, { data: SCAN });
    expect(await keepCard(supabase, 'omar', SCAN)).toBe(SCAN);
    expect(asked[1]).toEqual(['update', CONTENT]);
  });

  it('is kept once more where the earlier attempt was for a booth that the person has left since', async () => {
    const { id: _, ...own } = { ...SCAN, owner_id: 'omar' };
    const refusals = [{ error: { code: '42501' } }, { error: { code: '23505' } }, { data: null }];
    const { asked, supabase } = answeringTables(...refusals, { data: own });
    expect(await keepCard(supabase, 'omar', SCAN)).toBe(own);
    expect(asked.at(-1)).toEqual(['insert', own]);
  });

  it.each([
    ['a person’s own card', { ...SCAN, owner_id: 'omar' }, '42501', 1],
    ['a card without a place', CONTENT, '42501', 1],
    ['a card without an id', CONTENT, '23505', 1],
    ['a full box', SCAN, 'PT413', 2],
  ])('is refused as before: %s', async (_, card, code, asks) => {
    const { asked, supabase } = answeringTables({ error: { code } });
    await expect(keepCard(supabase, 'omar', card)).rejects.toEqual({ code });
    expect(asked).toHaveLength(asks);
  });
});
