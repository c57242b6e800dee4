import { EXPORTED_TABLES } from '@dragoman/functions/account/account-tables';

export type Coverage =
  /** A file of its own. */
  | { exported: string }
  /** Another file of the export has it. */
  | { exportedIn: string }
  /** Why the export leaves the table out. */
  | { leftOut: string };

/**
 * Every table of the product and its platform, and how the export of an account treats it. A test
 * compares this with the database. When you add a table, decide here: a table with rows about
 * people is exported, or has a reason.
 */
export const ACCOUNT_DATA: Readonly<Record<string, Coverage>> = {
  ...Object.fromEntries(
    Object.entries(EXPORTED_TABLES).map(([table, { file }]) => [`public.${table}`, { exported: file }]),
  ),
  'public.messages': { exportedIn: 'chats/, a file for each chat' },
  'public.message_translations': { exportedIn: 'chats/, with the message' },
  'public.report_notes': { leftOut: 'what organisers write for themselves about reports' },
  'public.replaced_booth_codes': {
    leftOut: 'links that no longer work; the codes are in booth-codes/codes.json',
  },
  'public.booth_invitations': {
    leftOut:
      'hashes of links to a booth’s team, which end after a week; the team is in booth-team/members.json',
  },
  'public.booth_code_devices': {
    leftOut: 'hashes of visitors’ devices, gone after two days; their numbers are in scans.json',
  },
  'private.chat_facts': { leftOut: 'figures about chats, reckoned from what is in chats/' },
  'private.missed_replies': { leftOut: 'which of the chats in chats/ are unread, until they are read' },
  'private.meeting_reminders': {
    leftOut: 'which reminders of the meetings in chats/meetings.json are due or sent',
  },
  'private.quotas': { leftOut: 'limits that hold for everybody' },
  'private.webhook_pause_mails': {
    leftOut: 'that a mail about a paused webhook waits; the pause is with the webhook',
  },
  'private.webhook_secrets': { leftOut: 'a secret: what signs the calls of a webhook' },
  'private.attendees': { leftOut: 'the organiser’s list of attendees, who are no users' },
  'private.attendee_list': { leftOut: 'when the organiser uploaded that list' },
  'private.badge_lookups': { leftOut: 'ids of badges that were looked up; kept cards are in cards/' },
  'private.profile_search_keys': { leftOut: 'the profile once more, as searches compare it' },

  'auth.users': { exportedIn: 'account.json' },
  'auth.identities': { exportedIn: 'account.json' },
  'auth.mfa_factors': { exportedIn: 'account.json, without the secrets' },
  'auth.webauthn_credentials': { exportedIn: 'account.json, without the keys' },
  'auth.sessions': { exportedIn: 'account.json, as devices' },
  'auth.refresh_tokens': { leftOut: 'a secret: hashes of what keeps a device signed in' },
  'auth.one_time_tokens': { leftOut: 'a secret: hashes of codes and links that were mailed' },
  'auth.mfa_challenges': { leftOut: 'a secret: questions for second factors, gone after a day' },
  'auth.webauthn_challenges': { leftOut: 'sign-ins that are under way' },
  'auth.mfa_recovery_codes': { leftOut: 'a secret: hashes of recovery codes' },
  'auth.flow_states': { leftOut: 'sign-ins that are under way' },
  'auth.external_flows': { leftOut: 'sign-ins that are under way' },
  'auth.sso_requests': { leftOut: 'sign-ins that are under way; they name no user' },
  'auth.sso_used_assertions': { leftOut: 'hashes of finished sign-ins; they name no user' },
  'auth.sso_providers': { leftOut: 'the installation’s' },
  'auth.sso_domains': { leftOut: 'the installation’s' },

  'storage.objects': { exportedIn: 'files/, the bytes' },
  'storage.buckets': { leftOut: 'the installation’s' },
  'storage.usage': { leftOut: 'number and size of the files, which are exported' },
  'storage.unowned_files': { leftOut: 'names of files that are being removed' },
  'storage.resumable_uploads': { leftOut: 'uploads that are under way' },
  'storage.resumable_parts': { leftOut: 'uploads that are under way' },
  'realtime.messages': { leftOut: 'signs of typing and presence in passing, gone after three days' },

  'dragoman.api_keys': { leftOut: 'the installation’s' },
  'dragoman.signing_keys': { leftOut: 'the installation’s' },
  'dragoman.master_key_check': { leftOut: 'the installation’s' },
  'private.made_translations': { leftOut: 'hashes without texts, gone after a week' },
  'dragoman.saml_key': { leftOut: 'the installation’s' },
  'dragoman.push_keys': { leftOut: 'the installation’s' },
  'dragoman.settings': { leftOut: 'the installation’s' },
  'dragoman.brand_pictures': { leftOut: 'the installation’s' },
  'dragoman.organiser_secret': { leftOut: 'the installation’s' },
  'dragoman.organiser_sessions': { leftOut: 'the installation’s: browsers of organisers, who are no users' },
  'dragoman.organiser_attempts': { leftOut: 'hashes of networks, gone within minutes' },
  'dragoman.admins': { leftOut: 'the installation’s: administrators, who are no users' },
  'dragoman.security_events': {
    leftOut: 'for the operator’s security work; without the account’s id once it is deleted',
  },
  'dragoman.migrations': { leftOut: 'the installation’s' },
  'dragoman.rate_limits': { leftOut: 'hashes, gone within minutes' },
  'dragoman.translation_cache': {
    leftOut: 'translations under hashes; those of one’s messages are with them',
  },
};
