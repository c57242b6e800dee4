import type { Role } from '@dragoman/domain/roles';
import { dashboardPath } from '@dragoman/domain/routes';
import { useBackend } from '@/shared/api/supabase.ts';

/** The id of the section's heading, which is the fragment of links to it. */
export const MISSED_REPLIES = 'missed-replies';

/**
 * @returns the way to the section "Missed replies" of a person's profile (docs/adr/0080); null where
 * the installation sends nothing
 */
export function useMissedRepliesPath(role: Role): string | null {
  const { push, missedReplyMails } = useBackend().config;
  return push !== null || missedReplyMails ? `${dashboardPath(role)}/profile#${MISSED_REPLIES}` : null;
}
