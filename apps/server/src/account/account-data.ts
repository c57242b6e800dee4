/** A table's rows, read as row-level security shows them to their owner, as one JSON file of the export. */
export interface ExportedTable {
  /** Where in the ZIP. */
  file: string;
  /** The columns that rows are read in the order of, with their types; together they are unique. */
  key: readonly (readonly [column: string, type: string])[];
  /** Keeps the owner's own rows of a table in which others' can be seen as well; the row is `r`, $1 the user. */
  own?: string;
}

export type Coverage =
  | { exported: ExportedTable }
  /** Another file of the export has it. */
  | { exportedIn: string }
  /** Why the export leaves the table out. */
  | { leftOut: string };

const byId = [['id', 'uuid']] as const;

/**
 * Every table of the product and its platform, and how the export of an account treats it. A test
 * compares this with the database. When you add a table, decide here: a table with rows about
 * people is exported, or has a reason.
 */
export const ACCOUNT_DATA: Readonly<Record<string, Coverage>> = {
  'public.profiles': { exported: { file: 'profile.json', key: byId, own: 'r.user_id = $1' } },
  'public.sessions': { exported: { file: 'chats/sessions.json', key: byId } },
  'public.session_reads': {
    exported: {
      file: 'chats/read-marks.json',
      key: [
        ['session_id', 'uuid'],
        ['profile_id', 'uuid'],
      ],
    },
  },
  'public.messages': { exportedIn: 'chats/, a file for each chat' },
  'public.message_translations': { exportedIn: 'chats/, with the message' },
  'public.scanned_cards': { exported: { file: 'card-box/cards.json', key: byId } },
  'public.leads': {
    exported: {
      file: 'leads/leads.json',
      key: [
        ['owner_id', 'uuid'],
        ['person_id', 'uuid'],
      ],
    },
  },
  'public.lead_questionnaires': { exported: { file: 'leads/questions.json', key: [['owner_id', 'uuid']] } },
  'public.lead_exports': { exported: { file: 'leads/exports.json', key: byId } },
  'public.data_exports': { exported: { file: 'exports.json', key: byId } },
  'public.blocks': {
    exported: {
      file: 'trust/blocks.json',
      key: [
        ['blocker_id', 'uuid'],
        ['blocked_id', 'uuid'],
      ],
    },
  },
  'public.card_shares': {
    exported: {
      file: 'trust/shares.json',
      key: [
        ['owner_id', 'uuid'],
        ['viewer_id', 'uuid'],
      ],
    },
  },
  'public.card_share_defaults': {
    exported: { file: 'trust/share-default.json', key: [['owner_id', 'uuid']] },
  },
  'public.card_share_history': { exported: { file: 'trust/share-history.json', key: byId } },
  'public.profile_changes': {
    exported: {
      file: 'trust/profile-changed.json',
      key: [['profile_id', 'uuid']],
      own: 'r.profile_id = (select p.id from public.profiles p where p.user_id = $1)',
    },
  },
  'public.reports': { exported: { file: 'trust/reports.json', key: byId } },
  'public.report_notes': { leftOut: 'what organisers write for themselves about reports' },
  'public.material_documents': { exported: { file: 'material/documents.json', key: byId } },
  'public.material_passages': {
    exported: {
      file: 'material/passages.json',
      key: [
        ['document_id', 'uuid'],
        ['ordinal', 'int'],
      ],
    },
  },
  'public.glossary_terms': { exported: { file: 'glossary.json', key: byId } },
  'public.booth_codes': { exported: { file: 'booth-codes/codes.json', key: byId } },
  'public.booth_code_scans': {
    exported: {
      file: 'booth-codes/scans.json',
      key: [
        ['code_id', 'uuid'],
        ['hour', 'timestamptz'],
      ],
    },
  },
  'public.replaced_booth_codes': {
    leftOut: 'links that no longer work; the codes are in booth-codes/codes.json',
  },
  'public.booth_code_devices': {
    leftOut: 'hashes of visitors’ devices, gone after two days; their numbers are in scans.json',
  },
  'private.chat_facts': { leftOut: 'figures about chats, reckoned from what is in chats/' },
  'private.quotas': { leftOut: 'limits that hold for everybody' },
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
  'realtime.messages': { leftOut: 'signs of typing and presence in passing, gone after three days' },

  'dragoman.api_keys': { leftOut: 'the installation’s' },
  'dragoman.signing_keys': { leftOut: 'the installation’s' },
  'dragoman.master_key_check': { leftOut: 'the installation’s' },
  'private.made_translations': { leftOut: 'hashes without texts, gone after a week' },
  'dragoman.saml_key': { leftOut: 'the installation’s' },
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

/** Whose a bucket's folders are: `<user id>/…` or `<session id>/…`. */
export type FolderOf = 'user' | 'session';

/** Every bucket of the product. The same test looks after it. */
export const ACCOUNT_BUCKETS: Readonly<Record<string, FolderOf>> = {
  avatars: 'user',
  'booth-logos': 'user',
  'chat-files': 'session',
};
