import { CACHE_DAYS } from '@dragoman/functions/translate/cache';
import type { SessionLife } from '@dragoman/supabase-server/config/server-config';
import type { CleanupConfig } from '../config/cleanup.ts';

/** Something that grows and is no longer needed after a while. */
export interface CleanupTask {
  /** The task's name in the log. */
  name: string;
  /** Selects the rows that may go; at most as many as asked for are removed at a time. */
  table: string;
  /** The column or columns that tell rows apart. */
  key: string;
  /** A condition on the table's rows, as `old`. */
  condition: string;
  /** Fewer rows at a time than others: much goes with each. */
  batch?: number;
}

/** The time that ended rows are kept to explain failures. */
const DAY = `interval '1 day'`;
/**
 * The name of session and user folders. The cleanup ignores an operator's other files in the
 * bucket.
 */
const UUID_FOLDER = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Chats a transaction deletes at most: each takes its messages along, thousands of them perhaps.
 */
const CHATS = 50;

/**
 * Entries of the security log that are kept at most, whatever their age. Failures, which strangers
 * cause, crowd out nothing else.
 */
const MOST_EVENTS = { failure: 400_000, success: 100_000 } as const;

/**
 * The tasks of one round, in this order. All numbers are integers, validated when read.
 * @param retentionDays days after its last message after which a chat is deleted; 0: never
 * @param life how long sessions last
 * @param mostEvents entries of the security log that are kept, by their outcome
 */
export function listCleanupTasks(
  config: CleanupConfig,
  retentionDays: number,
  life: SessionLife,
  mostEvents: Record<string, number> = MOST_EVENTS,
): CleanupTask[] {
  const ended = `interval '${config.endedSessionDays} days'`;
  const abandoned = `interval '${config.abandonedGuestDays} days'`;
  return [
    {
      name: 'ended sessions',
      table: 'auth.sessions',
      key: 'id',
      // Without a token to refresh it, a session ends with its last access token.
      condition: `old.not_after < now() - ${ended} or ${pastLife(life, ended)} or (
        old.updated_at < now() - ${ended} and not exists (
          select from auth.refresh_tokens kept where kept.session_id = old.id and kept.revoked_at is null))`,
    },
    {
      name: 'used refresh tokens',
      table: 'auth.refresh_tokens',
      key: 'id',
      // The parent of the active one stays: a client that lost the answer may come back with it at
      // any time.
      condition: `old.revoked_at < now() - ${ended} and not exists (
        select from auth.refresh_tokens child where child.parent_id = old.id and child.revoked_at is null)`,
    },
    {
      name: 'expired codes and links',
      table: 'auth.one_time_tokens',
      key: 'id',
      // Two kinds say something by being there: one that ends a password which its account's owner
      // never chose, and a change of address that is not confirmed yet.
      condition: `old.expires_at < now() - ${DAY} and not old.drops_password and (
        old.purpose not in ('email_change_current', 'email_change_new') or not exists (
          select from auth.users changing where changing.id = old.user_id and nullif(changing.email_change, '') is not null))`,
    },
    {
      name: 'notes of translations',
      table: 'private.made_translations',
      key: 'digest',
      // A message may wait a week for a network. Sent later, its translation names no provider.
      condition: `old.made_at < now() - 7 * ${DAY}`,
    },
    {
      name: 'unfinished sign-ins',
      table: 'auth.flow_states',
      key: 'id',
      // A mailed link lives for a day at most; a code that holds a provider's tokens, for five
      // minutes.
      condition: `old.created_at < now() - 2 * ${DAY}
        or (old.provider_tokens_sealed is not null and old.created_at < now() - interval '1 hour')`,
    },
    {
      name: 'unfinished sign-ins elsewhere',
      table: 'auth.external_flows',
      key: 'id',
      condition: `old.created_at < now() - ${DAY}`,
    },
    {
      name: 'unanswered single sign-ons',
      table: 'auth.sso_requests',
      key: 'id',
      condition: `old.created_at < now() - ${DAY}`,
    },
    {
      // An expired one is refused for that.
      name: 'used assertions',
      table: 'auth.sso_used_assertions',
      key: 'sso_provider_id, assertion_hash',
      condition: `old.expires_at < now() - ${DAY}`,
    },
    {
      name: 'challenges of second factors',
      table: 'auth.mfa_challenges',
      key: 'id',
      condition: `old.created_at < now() - ${DAY}`,
    },
    {
      name: 'challenges of passkeys',
      table: 'auth.webauthn_challenges',
      key: 'id',
      condition: `old.expires_at < now() - ${DAY}`,
    },
    {
      name: 'windows of limits',
      table: 'dragoman.rate_limits',
      key: 'bucket',
      condition: 'old.resets_at < now()',
    },
    {
      name: 'old translations',
      table: 'dragoman.translation_cache',
      key: 'key',
      // Derived texts are kept no longer than their chat.
      condition: `old.created_at < now() - interval '${retentionDays > 0 ? Math.min(CACHE_DAYS, retentionDays) : CACHE_DAYS} days'`,
    },
    {
      name: 'devices that opened booth codes',
      table: 'public.booth_code_devices',
      key: 'code_id, device',
      condition: `old.opened_at < now() - 2 * ${DAY}`,
    },
    {
      name: 'devices that are signed out',
      table: 'public.push_subscriptions',
      key: 'id',
      condition: 'not exists (select from auth.sessions visit where visit.id = old.session_id)',
    },
    {
      name: 'old broadcasts',
      table: 'realtime.messages',
      key: 'id, inserted_at',
      condition: `old.inserted_at < (now() at time zone 'utc') - interval '${config.broadcastDays} days'`,
    },
    {
      name: 'old security events',
      table: 'dragoman.security_events',
      key: 'id',
      condition: `old.at < now() - interval '${config.securityEventsDays} days'`,
    },
    ...surplusEvents(mostEvents),
    ...(retentionDays > 0 ? [idleChats(retentionDays)] : []),
    {
      // Guests who entered a name and left: without any message in their chats, contact data, card
      // or notes about them (docs/adr/0025). Profile and empty chats are deleted with the user.
      name: 'abandoned guests',
      table: 'auth.users',
      key: 'id',
      condition: `old.is_anonymous and old.created_at < now() - ${abandoned}
        and not exists (
          select from auth.sessions visit where visit.user_id = old.id and visit.updated_at >= now() - ${abandoned})
        and not exists (
          select from public.profiles guest where guest.user_id = old.id and (
            coalesce(guest.email, guest.phone, guest.whatsapp, guest.wechat, guest.website, guest.linkedin, guest.avatar_url) is not null
            or exists (
              select from public.messages word join public.sessions chat on chat.id = word.session_id
              where chat.visitor_id = guest.id)
            or exists (select from public.scanned_cards card where card.owner_id = guest.id)
            or exists (select from public.leads lead where guest.id in (lead.owner_id, lead.person_id))))`,
    },
    {
      // An upload that had begun before the account went may still be finished (docs/adr/0032).
      name: 'files of deleted users',
      table: 'storage.objects',
      key: 'id',
      condition: `old.bucket_id in ('avatars', 'booth-logos') and old.path_tokens[1] ~ '${UUID_FOLDER}' and not exists (
        select from auth.users owner
        where owner.id = case when old.path_tokens[1] ~ '${UUID_FOLDER}' then old.path_tokens[1]::uuid end)`,
    },
    {
      // Of a deleted owner too, whose items are gone. An upload comes before its item.
      name: 'files of removed catalogue items',
      table: 'storage.objects',
      key: 'id',
      condition: `old.bucket_id = 'catalogue' and old.created_at < now() - ${DAY} and not exists (
        select from public.catalogue_items item
        where item.file_path = replace(old.name, '/thumbnail-', '/picture-'))`,
    },
    {
      // The bytes go with the storage service's next round, which looks for files that no row owns.
      name: 'files of deleted chats',
      table: 'storage.objects',
      key: 'id',
      condition: `old.bucket_id = 'chat-files' and old.path_tokens[1] ~ '${UUID_FOLDER}' and not exists (
        select from public.sessions chat
        where chat.id = case when old.path_tokens[1] ~ '${UUID_FOLDER}' then old.path_tokens[1]::uuid end)`,
    },
  ];
}

/**
 * Chats without a message for this long, and without a visitor who joined since (docs/adr/0032).
 * Messages, translations and read marks are deleted with them, their files by a later task. An
 * unused code of a booth is not a chat.
 */
function idleChats(days: number): CleanupTask {
  const since = `now() - interval '${days} days'`;
  return {
    name: 'idle chats',
    table: 'public.sessions',
    key: 'id',
    batch: CHATS,
    condition: `old.created_at < ${since} and (old.joined_at is null or old.joined_at < ${since})
      and (old.visitor_id is not null or exists (select from public.messages said where said.session_id = old.id))
      and not exists (
        select from public.messages recent where recent.session_id = old.id and recent.created_at >= ${since})`,
  };
}

/** The oldest entries of the security log beyond its size. */
function surplusEvents(most: Record<string, number>): CleanupTask[] {
  return Object.entries(most).map(([outcome, count]) => ({
    name: `surplus security events (${outcome})`,
    table: 'dragoman.security_events',
    key: 'id',
    condition: `old.outcome = '${outcome}' and old.id <= (
      select edge.id from dragoman.security_events edge where edge.outcome = '${outcome}'
      order by edge.id desc offset ${count} limit 1)`,
  }));
}

/** The condition of a session that ended by itself so long ago. */
function pastLife({ idleSeconds, maxSeconds }: SessionLife, ago: string): string {
  const ends = [
    ...(idleSeconds > 0
      ? [`coalesce(old.refreshed_at, old.created_at) + interval '${idleSeconds} seconds'`]
      : []),
    ...(maxSeconds > 0 ? [`old.created_at + interval '${maxSeconds} seconds'`] : []),
  ];
  return ends.length === 0 ? 'false' : `least(${ends.join(', ')}) < now() - ${ago}`;
}
