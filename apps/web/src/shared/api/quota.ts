import { errorCode } from './error-message.ts';

/** The quota in a refusal: one of the caller's own, or the whole installation's. */
export type Quota = 'cards' | 'leads' | 'chats' | 'invitations' | 'files' | 'installation';

const BY_NAME: Readonly<Record<string, Quota>> = {
  scanned_cards: 'cards',
  leads: 'leads',
  chats: 'chats',
  chats_with_one_person: 'chats',
  open_invitations: 'invitations',
};

/** Texts for each; the pages load them. */
export const QUOTA_TEXTS = {
  cards: 'quota.cards',
  leads: 'quota.leads',
  chats: 'quota.chats',
  invitations: 'quota.invitations',
  files: 'quota.files',
  installation: 'quota.installation',
} as const satisfies Record<Quota, string>;

/**
 * @param error of a data call (PT413 with `quota: <name>` in its details, PT507;
 * supabase/schemas/18_quotas.sql) or of a storage call (413 and 507 with the storage server's own
 * words)
 * @returns which quota it is about; null for any other error
 */
export function quotaOf(error: unknown): Quota | null {
  const code = errorCode(error);
  const { details, statusCode, message } = (error ?? {}) as Record<string, unknown>;
  if (code === 'PT507' || statusCode === '507') return 'installation';
  if (code === 'PT413') return BY_NAME[String(details).replace(/^quota: /, '')] ?? null;
  // A file that is too large has the same status.
  return statusCode === '413' && String(message).startsWith('Quota reached') ? 'files' : null;
}
