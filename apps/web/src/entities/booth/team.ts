import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Party, Row } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { type Actor, useMyBooth } from './my-booth.ts';

/** A person who works at a booth; the owner of a team has a row too. */
export type BoothMember = Row<'booth_members'>;

export type BoothInvitation = Omit<Row<'booth_invitations'>, 'token_digest'>;

/** A new invitation; its token is never shown again. */
export type NewBoothInvitation = AnswerOf<'create_booth_invitation'>[number];

/** What anyone who has the token of an invitation sees of it. */
export type BoothInvitationView = AnswerOf<'booth_invitation'>[number];

/** A note of a booth's team beside a chat, which no visitor can read. */
export type ChatNote = Row<'chat_notes'>;

/** A person of the booth with their card. */
export type TeamPerson = BoothMember & { person: Party | null };

/** The people of the user's booth, the first to come first; none without a team. */
async function fetchTeam(supabase: Supabase): Promise<TeamPerson[]> {
  const { data } = await supabase
    .from('booth_members')
    .select(
      'id, owner_id, profile_id, joined_at, away_since, person:shared_profiles!profile_id(id,name,company,avatar_url)',
    )
    .order('joined_at')
    .order('id')
    .throwOnError();
  return data;
}

/** The people of the user's booth; asks for them only where there is a team. */
export function useTeam(me: Actor) {
  const supabase = useSupabase();
  const enabled = useMyBooth(me).data?.team ?? false;
  return useQuery(
    queryOptions({
      queryKey: queryKeys.team.members(me.id),
      enabled,
      queryFn: () => fetchTeam(supabase),
      staleTime: 60_000,
    }),
  );
}

/** @returns the name of a colleague, or of the user themselves; null for anyone else */
export function useColleagueName(me: Actor, profileId: string | null | undefined): string | null {
  return useTeam(me).data?.find(({ profile_id }) => profile_id === profileId)?.person?.name ?? null;
}
