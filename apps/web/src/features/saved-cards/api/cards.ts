import type { CardContent } from '@dragoman/domain/cards/scanned-card';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { readAllRows } from '@/shared/api/read-all-rows.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useLiveRows } from '@/shared/hooks/use-live-rows.ts';

/** A saved card: its fields, with the id and the time of its scan where there was one. */
export interface NewCard extends CardContent {
  id?: string;
  created_at?: string;
}

/** The caller's saved cards, newest first. */
export async function fetchCards(supabase: Supabase): Promise<ScannedCard[]> {
  const rows = await readAllRows((from, to) =>
    supabase
      .from('scanned_cards')
      .select('*', { count: 'exact' })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError(),
  );
  // A card that is kept between two pages may push another one into both.
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** The saved cards; cards that are kept on another device appear by themselves. */
export function useCards(ownerId: string) {
  const supabase = useSupabase();
  useLiveRows('scanned_cards', ownerId, queryKeys.cards);
  return useQuery(queryOptions({ queryKey: queryKeys.cards(ownerId), queryFn: () => fetchCards(supabase) }));
}

/**
 * Saves a card. An id that is there already means that an earlier attempt got through and its
 * answer was lost: later corrections are applied to that card.
 */
export function useSaveCard(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (card: NewCard): Promise<ScannedCard> => {
      const cards = supabase.from('scanned_cards');
      const { data, error } = await cards
        .insert({ owner_id: ownerId, ...card })
        .select('*')
        .single();
      if (!error) return data;
      if (error.code !== '23505' || !card.id) throw error;
      const { id, created_at: _, ...content } = card;
      const known = await supabase
        .from('scanned_cards')
        .update(content)
        .eq('id', id)
        .select('*')
        .single()
        .throwOnError();
      return known.data;
    },
    onSuccess: (card) => changeCards(queryClient, ownerId, (cards) => [card, ...without(cards, [card.id])]),
  });
}

/** Changes a card's fields. */
export function useUpdateCard(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, content }: { id: string; content: CardContent }): Promise<ScannedCard> => {
      const { data } = await supabase
        .from('scanned_cards')
        .update(content)
        .eq('id', id)
        .select('*')
        .single()
        .throwOnError();
      return data;
    },
    onSuccess: (card) =>
      changeCards(queryClient, ownerId, (cards) => cards.map((one) => (one.id === card.id ? card : one))),
  });
}

/** Deletes a card for good. */
export function useDeleteCard(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: ScannedCard): Promise<void> => {
      await supabase.from('scanned_cards').delete().eq('id', id).throwOnError();
    },
    onSuccess: (_, { id }) => changeCards(queryClient, ownerId, (cards) => without(cards, [id])),
  });
}

/**
 * Makes several cards one, in the place of the oldest.
 * @throws PostgrestError with code PT409 when one of them has changed since it was read
 */
export function useMergeCards(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ cards, content }: { cards: readonly ScannedCard[]; content: CardContent }) => {
      const [kept, ...others] = cards.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
      if (!kept) throw new Error('Nothing to merge');
      const { data } = await supabase
        .rpc('merge_scanned_cards', {
          kept: kept.id,
          others: others.map(({ id }) => id),
          seen: cards.map(({ updated_at }) => updated_at),
          card: content,
        })
        .throwOnError();
      return { merged: data, gone: others.map(({ id }) => id) };
    },
    onSuccess: ({ merged, gone }) =>
      changeCards(queryClient, ownerId, (cards) =>
        without(cards, gone).map((card) => (card.id === merged.id ? merged : card)),
      ),
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.cards(ownerId) }),
  });
}

function changeCards(
  queryClient: QueryClient,
  ownerId: string,
  change: (cards: ScannedCard[]) => ScannedCard[],
): void {
  queryClient.setQueryData<ScannedCard[]>(queryKeys.cards(ownerId), (cards) => cards && change(cards));
}

function without(cards: readonly ScannedCard[], ids: readonly string[]): ScannedCard[] {
  return cards.filter(({ id }) => !ids.includes(id));
}
