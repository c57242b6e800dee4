import type { CardContent } from '@dragoman/domain/cards/scanned-card';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Actor, useBoothId } from '@/entities/booth/my-booth.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { insertOnce } from '@/shared/api/insert-once.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { readAllRows } from '@/shared/api/read-all-rows.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { type RowChange, useLiveRows } from '@/shared/hooks/use-live-rows.ts';

/** A saved card: its fields, with the id and the time of its scan where there was one. */
export interface NewCard extends CardContent {
  id?: string;
  created_at?: string;
  /** The owner of its box; absent: the booth at which the person works, or the person. */
  owner_id?: string;
  /** Who has scanned it; absent: who keeps it. */
  scanned_by?: string;
}

/** The saved cards of the caller and of their booth, newest first. */
export async function fetchCards(supabase: Supabase, signal: AbortSignal): Promise<ScannedCard[]> {
  const rows = await readAllRows((from, to) =>
    supabase
      .from('scanned_cards')
      .select('*', { count: 'exact' })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .abortSignal(signal)
      .throwOnError(),
  );
  // A card that is kept between two pages may push another one into both.
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/**
 * @returns the cards, newest first, after a live change; null when the change does not hold the
 * card, as the server leaves out rows that are too large
 */
export function applyChange(cards: ScannedCard[], change: RowChange): ScannedCard[] | null {
  const { id } = (change.eventType === 'DELETE' ? change.old : change.new) as Partial<ScannedCard>;
  if (id === undefined || (Array.isArray(change.errors) && change.errors.length > 0)) return null;
  if (change.eventType === 'DELETE') return without(cards, [id]);
  const card = change.new as ScannedCard;
  const known = cards.find((one) => one.id === id);
  // This device has made a later change meanwhile.
  if (known && Date.parse(known.updated_at) > Date.parse(card.updated_at)) return cards;
  const others = without(cards, [id]);
  const at = others.findIndex(({ created_at }) => Date.parse(created_at) <= Date.parse(card.created_at));
  others.splice(at < 0 ? others.length : at, 0, card);
  return others;
}

/** The saved cards; those of another device or a colleague appear by themselves. */
export function useCards(me: Actor) {
  const supabase = useSupabase();
  useLiveRows('scanned_cards', me.id, queryKeys.cards, { boothId: useBoothId(me), apply: applyChange });
  return useQuery(
    queryOptions({ queryKey: queryKeys.cards(me.id), queryFn: ({ signal }) => fetchCards(supabase, signal) }),
  );
}

/**
 * Saves a card. A card for a booth at which the person works no more becomes their own.
 * @param ownId the profile of the person
 * @returns the card as it was saved
 * @throws PostgrestError
 */
export async function keepCard(supabase: Supabase, ownId: string, card: NewCard): Promise<ScannedCard> {
  const insert = (row: NewCard) => supabase.from('scanned_cards').insert(row).select('*').single();
  const { id, created_at, owner_id, scanned_by: _, ...content } = card;
  const own: NewCard = { ...content, ...(created_at && { created_at }), owner_id: ownId };
  const change = async () =>
    id
      ? supabase.from('scanned_cards').update(content).eq('id', id).select('*').maybeSingle().throwOnError()
      : { data: null };
  try {
    return await insertOnce(insert(card), change);
  } catch (error) {
    const code = errorCode(error);
    if (code === '42501' && owner_id && owner_id !== ownId) {
      return keepCard(supabase, ownId, { ...own, ...(id && { id }) });
    }
    // An earlier attempt has put it into the box of a booth that the person has left since.
    if (code === '23505' && id) return (await insert(own).throwOnError()).data;
    throw error;
  }
}

/** Saves a card, see {@link keepCard}. */
export function useSaveCard(ownId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (card: NewCard) => keepCard(supabase, ownId, card),
    // A lost answer leaves the card there.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.cards(ownId) }),
    onSuccess: (card) => changeCards(queryClient, ownId, (cards) => [card, ...without(cards, [card.id])]),
  });
}

/** Changes a card's fields. */
export function useUpdateCard(profileId: string) {
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
      changeCards(queryClient, profileId, (cards) => cards.map((one) => (one.id === card.id ? card : one))),
  });
}

/** Deletes a card for good. */
export function useDeleteCard(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: ScannedCard): Promise<void> => {
      await supabase.from('scanned_cards').delete().eq('id', id).throwOnError();
    },
    onSuccess: (_, { id }) => changeCards(queryClient, profileId, (cards) => without(cards, [id])),
  });
}

/**
 * Makes several cards one, in the place of the oldest.
 * @throws PostgrestError with code PT409 when one of them has changed since it was read
 */
export function useMergeCards(profileId: string) {
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
      changeCards(queryClient, profileId, (cards) =>
        without(cards, gone).map((card) => (card.id === merged.id ? merged : card)),
      ),
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.cards(profileId) }),
  });
}

function changeCards(
  queryClient: QueryClient,
  profileId: string,
  change: (cards: ScannedCard[]) => ScannedCard[],
): void {
  queryClient.setQueryData<ScannedCard[]>(queryKeys.cards(profileId), (cards) => cards && change(cards));
}

function without(cards: readonly ScannedCard[], ids: readonly string[]): ScannedCard[] {
  return cards.filter(({ id }) => !ids.includes(id));
}
