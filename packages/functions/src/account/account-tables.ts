/**
 * A table's rows, read as row-level security shows them to their owner, as one JSON file of the
 * export.
 */
export interface ExportedTable {
  /** The entry's path in the ZIP. */
  file: string;
  /** The columns that rows are read in the order of, with their types; together they are unique. */
  key: readonly (readonly [column: string, type: 'uuid' | 'int' | 'timestamptz'])[];
  /**
   * Keeps the owner's own rows of a table in which others' can be seen as well: the column, and
   * whether it has the id of the owner's user or of the owner's profile.
   */
  own?: readonly [column: string, has: 'user' | 'profile'];
}

const byId = [['id', 'uuid']] as const;

/**
 * Tables of schema `public` that have a file of their own in the export. `account-data.ts` of the
 * server says how the export treats every other table, and a test compares both with the database.
 */
export const EXPORTED_TABLES: Readonly<Record<string, ExportedTable>> = {
  profiles: { file: 'profile.json', key: byId, own: ['user_id', 'user'] },
  sessions: { file: 'chats/sessions.json', key: byId },
  session_reads: {
    file: 'chats/read-marks.json',
    key: [
      ['session_id', 'uuid'],
      ['profile_id', 'uuid'],
    ],
  },
  message_reactions: { file: 'chats/reactions.json', key: byId },
  meetings: { file: 'chats/meetings.json', key: byId },
  hidden_messages: { file: 'chats/hidden-messages.json', key: byId },
  scanned_cards: { file: 'card-box/cards.json', key: byId },
  leads: {
    file: 'leads/leads.json',
    key: [
      ['owner_id', 'uuid'],
      ['person_id', 'uuid'],
    ],
  },
  lead_questionnaires: { file: 'leads/questions.json', key: [['owner_id', 'uuid']] },
  lead_exports: { file: 'leads/exports.json', key: byId },
  follow_ups: { file: 'leads/follow-ups.json', key: byId },
  follow_up_opt_outs: { file: 'leads/follow-up-opt-outs.json', key: byId },
  data_exports: { file: 'exports.json', key: byId },
  blocks: {
    file: 'trust/blocks.json',
    key: [
      ['blocker_id', 'uuid'],
      ['blocked_id', 'uuid'],
    ],
  },
  card_shares: {
    file: 'trust/shares.json',
    key: [
      ['owner_id', 'uuid'],
      ['viewer_id', 'uuid'],
    ],
  },
  card_share_defaults: { file: 'trust/share-default.json', key: [['owner_id', 'uuid']] },
  card_share_history: { file: 'trust/share-history.json', key: byId },
  notification_settings: { file: 'notifications/settings.json', key: [['owner_id', 'uuid']] },
  push_subscriptions: { file: 'notifications/devices.json', key: byId },
  profile_changes: {
    file: 'trust/profile-changed.json',
    key: [['profile_id', 'uuid']],
    own: ['profile_id', 'profile'],
  },
  reports: { file: 'trust/reports.json', key: byId },
  translation_reports: { file: 'trust/translation-reports.json', key: byId },
  material_documents: { file: 'material/documents.json', key: byId },
  material_passages: {
    file: 'material/passages.json',
    key: [
      ['document_id', 'uuid'],
      ['ordinal', 'int'],
    ],
  },
  webhook_endpoints: { file: 'webhooks/endpoint.json', key: byId },
  webhook_deliveries: { file: 'webhooks/deliveries.json', key: byId },
  glossary_terms: { file: 'glossary.json', key: byId },
  catalogue_items: { file: 'catalogue.json', key: byId },
  booth_members: { file: 'booth-team/members.json', key: byId },
  chat_notes: { file: 'booth-team/notes.json', key: byId },
  booth_codes: { file: 'booth-codes/codes.json', key: byId },
  booth_code_scans: {
    file: 'booth-codes/scans.json',
    key: [
      ['code_id', 'uuid'],
      ['hour', 'timestamptz'],
    ],
  },
};

/** The owner that a bucket's folders are named after: `<user id>/…`, `<profile id>/…` or `<session id>/…`. */
export type FolderOf = 'user' | 'profile' | 'session';

/** Every bucket of the product. The same test checks the list. */
export const ACCOUNT_BUCKETS: Readonly<Record<string, FolderOf>> = {
  avatars: 'user',
  'booth-logos': 'user',
  catalogue: 'profile',
  'chat-files': 'session',
};
