import type { CatalogueKind, Product } from '@dragoman/domain/catalogue';
import type { FollowUpFault } from '@dragoman/domain/follow-ups/follow-up-template';
import type { GlossaryTerm, TermMode } from '@dragoman/domain/glossary/term';
import type { DocumentPassage } from '@dragoman/domain/knowledge-base/knowledge-base';
import type { Language } from '@dragoman/domain/languages';
import type { LeadContent } from '@dragoman/domain/leads/lead';
import type { LeadQuestion } from '@dragoman/domain/leads/lead-questions';
import type { MeetingMinutes } from '@dragoman/domain/meetings';
import type { Reaction, TranslationFault } from '@dragoman/domain/message-acts';
import type { MessageType, SaidBy } from '@dragoman/domain/messages';
import type { ReportReason } from '@dragoman/domain/report-reasons';
import type { Role } from '@dragoman/domain/roles';

// The public schema as supabase-js's generics want it (specification 3). `type`, not `interface`:
// the client's constraints ask for an implicit index signature.

export type Profile = {
  id: string;
  user_id: string;
  role: Role;
  email: string | null;
  name: string | null;
  language: Language;
  designation: string | null;
  linkedin: string | null;
  whatsapp: string | null;
  wechat: string | null;
  company: string | null;
  phone: string | null;
  website: string | null;
  avatar_url: string | null;
  updated_at: string | null;
};

export type ChatRow = {
  id: string;
  vendor_id: string;
  visitor_id: string | null;
  status: string;
  created_at: string;
  /** When the visitor came; null before. Written by the database. */
  joined_at: string | null;
  /**
   * The state of a chat that a visitor has requested from the list; null or absent for any other.
   * Written by the database.
   */
  request_state?: 'waiting' | 'accepted' | 'declined' | null;
  /** When the first message of the request came. */
  requested_at?: string | null;
  /** Through which of the vendor's booth codes the visitor came. */
  booth_code_id?: string | null;
  /** Who of the booth's team answers; null: anyone (docs/adr/0083-booth-teams.md). */
  assigned_to?: string | null;
  /** When the chat was last given to a person; stays when it returns. */
  assigned_at?: string | null;
};

/** `recipient_id` is left out: it exists for the filters of live subscriptions alone. */
export type Message = {
  id: string;
  session_id: string;
  sender_id: string;
  content: string;
  translated_content: string | null;
  type: MessageType;
  /** The transcript of a voice message, once it exists. */
  transcript: string | null;
  /** Duration of a voice message, in milliseconds; null when unknown. */
  duration_ms: number | null;
  source_language: Language | null;
  target_language: Language | null;
  /**
   * Name of the provider that made `translated_content`, proved by the server; null: the sender's
   * own words, or not known.
   */
  translation_engine: string | null;
  /**
   * Of a file: its name for people, its size in bytes, and a picture's size in pixels, as the
   * sender's device said. Absent from rows that an earlier version of the app has kept.
   */
  file_name?: string | null;
  file_size?: number | null;
  picture_width?: number | null;
  picture_height?: number | null;
  /**
   * The quoted message; null without a quote, and after that message was deleted: `is_reply` tells
   * the two apart. Absent from rows that an earlier version of the app has kept.
   */
  reply_to?: string | null;
  /** Written by the database. */
  is_reply?: boolean;
  /**
   * Of a line that the vendor's phone wrote down face to face: who said it. Null or absent of any
   * other message.
   */
  said_by?: SaidBy | null;
  /** Of a product of the booth's catalogue: what is not translated. Null or absent of any other message. */
  product?: Product | null;
  created_at: string;
};

/** One person's sign on a message; null once it was taken back. */
export type MessageReaction = {
  message_id: string;
  profile_id: string;
  /** Written by the database. */
  session_id: string;
  reaction: Reaction | null;
  /** Written by the database. */
  changed_at: string;
};

/** A message that a person has deleted for themselves. */
export type HiddenMessage = { profile_id: string; message_id: string; hidden_at: string };

/** A report of a bad translation to the administrators. */
export type TranslationReport = {
  id: string;
  reporter_id: string;
  message_id: string;
  /** Written by the database. */
  source_language: Language;
  target_language: Language;
  engine: string | null;
  reason: TranslationFault | null;
  created_at: string;
};

/** A translation that a reader has asked for, as the server keeps it. */
export type MessageTranslation = {
  message_id: string;
  target_language: Language;
  translated_text: string;
  engine: string;
  is_machine: boolean;
  created_at: string;
};

/** The fields of vendor and visitor that a session shows. */
export type Party = Pick<Profile, 'id' | 'name' | 'company' | 'avatar_url'>;

/** The time up to which one of a session's two people has read. */
export type ReadReceipt = {
  session_id: string;
  profile_id: string;
  /** created_at of the newest message read; null when there was none. */
  last_read_at: string | null;
  /** The time at which this person last looked at the chat. */
  seen_at: string;
};

/** The newest message of a session as lists show it; texts cut after 160 characters. */
export type LastMessage = Pick<
  Message,
  | 'id'
  | 'sender_id'
  | 'type'
  | 'created_at'
  | 'content'
  | 'translated_content'
  | 'source_language'
  | 'target_language'
  | 'said_by'
> & {
  /** Of a picture or file: its caption. Absent from lists that a device kept before 2026-11-26. */
  transcript?: string | null;
};

/** A row of the view `chat_list`: a session as its reader's list shows it. Times are ISO 8601. */
export type ChatListItem = ChatRow & {
  vendor: Party;
  visitor: Party | null;
  last_message: LastMessage | null;
  /** Messages of the other side that the reader has not read, at most 100. */
  unread_count: number;
  /**
   * The first message of the other side after the reader's last one; null when the reader wrote
   * last.
   */
  waiting_since: string | null;
  /** The time up to which the reader has read, and when the reader last looked. */
  last_read_at: string | null;
  seen_at: string | null;
  /** Whether the viewer has blocked the other person. */
  blocked?: boolean;
  /** Whether it is a conversation face to face that no visitor has taken along. */
  face_to_face?: boolean;
  /** The person of `assigned_to`. */
  assignee?: Pick<Party, 'id' | 'name' | 'avatar_url'> | null;
  /** The newest of: created, joined, last message. */
  last_activity: string;
};

/** What the list of attendees has about the person of a badge. */
export interface BadgeAttendee {
  name: string;
  company: string | null;
  designation: string | null;
  email: string | null;
  phone: string | null;
}

/** The card of a person who was met, private to its owner's saved cards: a person's, or a booth's. */
export type ScannedCard = Pick<
  Profile,
  | 'id'
  | 'name'
  | 'company'
  | 'designation'
  | 'email'
  | 'phone'
  | 'website'
  | 'linkedin'
  | 'whatsapp'
  | 'wechat'
> & {
  /** The profile whose box it is in: a person's own, or that of the booth. */
  owner_id: string;
  /** Who of the booth's team scanned it; null without a team. Written by the database unless it is given. */
  scanned_by?: string | null;
  /** The opaque id in the code of a badge. */
  badge: string | null;
  tags: string[];
  note: string | null;
  /** When the card was scanned. */
  created_at: string;
  /** Written by the database. */
  updated_at: string;
};

/** A user's private notes on a person. The row is created with the first note. */
export type Lead = { [Key in keyof LeadContent]: LeadContent[Key] } & {
  owner_id: string;
  person_id: string;
  /** Who met the person; null without a team. Written by the database unless it is given. */
  met_by?: string | null;
  /** Counts the changes; an update must name the version that it is based on. */
  version: number;
  created_at: string;
  updated_at: string;
};

/** A row of the view `lead_list`: a person met, with the notes on them. */
export type LeadRow = Pick<
  Profile,
  | 'role'
  | 'name'
  | 'company'
  | 'designation'
  | 'email'
  | 'phone'
  | 'website'
  | 'linkedin'
  | 'whatsapp'
  | 'wechat'
  | 'language'
  | 'avatar_url'
> & { [Key in keyof LeadContent]: LeadContent[Key] } & {
  person_id: string;
  met_at: string;
  /** 0 before the first note. */
  version: number;
  updated_at: string | null;
  /** The later of the two. */
  changed_at: string;
  /** Who met the person; null without a team, absent from lists that a device kept before. */
  met_by?: string | null;
  /** The text that searches compare; used only in filters. */
  search: string;
};

/** A vendor's qualifying questions. */
export type LeadQuestionnaire = { owner_id: string; questions: LeadQuestion[]; version: number };

/** How a user is told about unread messages (docs/adr/0080). */
export type NotificationSettings = {
  owner_id: string;
  /** Mails about unread messages. */
  email: boolean;
  /** Whether pushes and mails show the words of a message. */
  show_text: boolean;
  /** Minutes since midnight in time_zone; both or neither. */
  quiet_from: number | null;
  quiet_until: number | null;
  /** A name of the IANA database. */
  time_zone: string;
  /** A guest's, for missed replies alone; the server writes the two. */
  address: string | null;
  address_confirmed_at: string | null;
};

/** An entry of the export record, which is immutable (docs/adr/0032). */
export type DataExport = {
  id: string;
  owner_id: string;
  kind: 'leads' | 'cards' | 'analytics' | 'account';
  format: 'csv' | 'xlsx' | 'vcard' | 'zip';
  /** People, cards or lines of figures; null where nothing was counted. */
  items: number | null;
  user_agent: string | null;
  /** The time by the device's clock, where the record came later than the file; null else. */
  exported_at: string | null;
  created_at: string;
};

export type LeadExportFormat = 'csv' | 'xlsx' | 'vcard';
/** All people, the new ones since the last export, or the results of a search. */
export type LeadExportScope = 'all' | 'new' | 'found';

/** An entry of the export record, which is immutable. */
export type LeadExport = {
  id: string;
  owner_id: string;
  format: LeadExportFormat;
  scope: LeadExportScope;
  people: number;
  /** changed_at of the newest lead in it. */
  read_until: string;
  /** Null after that person's account was deleted, like their name. */
  exported_by: string | null;
  exported_by_name: string | null;
  /** The same as in {@link DataExport}. */
  exported_at: string | null;
  created_at: string;
};

/** A term of a vendor's glossary, private to the vendor. */
export type GlossaryRow = {
  id: string;
  owner_id: string;
  term: string;
  mode: TermMode;
  en: string | null;
  zh: string | null;
  ar: string | null;
  created_at: string;
  /** Written by the database. */
  updated_at: string;
};

/** A document that a vendor has given the assistant as a source, private to the vendor. */
export type KnowledgeBaseDocument = {
  id: string;
  owner_id: string;
  title: string;
  pages: number;
  characters: number;
  created_at: string;
};

/** A brochure or product of a booth's catalogue, private to the booth. */
export type CatalogueItem = {
  id: string;
  owner_id: string;
  kind: CatalogueKind;
  /** Of name and description. */
  language: Language;
  name: string;
  description: string | null;
  price: string | null;
  minimum_quantity: string | null;
  /** In the bucket `catalogue`. */
  file_path: string | null;
  /** As in a message. */
  file_name: string | null;
  file_size: number | null;
  picture_width: number | null;
  picture_height: number | null;
  created_at: string;
  /** Written by the database. */
  updated_at: string;
};

/** A row of `session_invite`: the data of a session that is visible to anyone who has its id. */
export type ChatInvite = { id: string; status: string; taken: boolean; vendor: Party };

export type BoothCodeKind = 'booth' | 'product' | 'hall' | 'staff';

/** `#rrggbb` in lower case; black on white by default. */
export type CodeColors = { dark?: string; light?: string };

/** A code of a vendor's booth, at `/b/{code}` (supabase/schemas/08_joining.sql). */
export type BoothCode = {
  id: string;
  vendor_id: string;
  code: string;
  label: string;
  kind: BoothCodeKind;
  style: CodeColors;
  /** Name within the bucket `booth-logos`. */
  logo_path: string | null;
  paused_at: string | null;
  rotated_at: string | null;
  created_at: string;
};

/** The fields that one person withholds from another (`supabase/schemas/07_sharing.sql`). */
export type CardShare = {
  owner_id: string;
  viewer_id: string;
  withheld: WithheldField[];
  /** When they met; null where the owner chose before that. */
  exchanged_at: string | null;
  changed_at: string;
};

/** A row of the view `booth_code_summaries`. */
export type BoothCodeSummary = BoothCode & { scans: number; joins: number };

/**
 * A row of `booth_invite`: the data of a booth code that is visible to anyone who has it; none of a
 * replaced one.
 */
export type BoothInvite = {
  state: 'open' | 'paused' | 'replaced';
  label: string | null;
  vendor: Party | null;
  /** The caller's own session through this code. */
  session_id: string | null;
};

/**
 * The results of a vendor's scans in a span of time. Waits are in seconds; null without an answer.
 */
export type AnalyticsFigures = {
  scans: number;
  /** Chats whose visitor came in the span; of them those through a booth code, and so on. */
  joins: number;
  code_joins: number;
  asked: number;
  answered: number;
  /** Visitors with notes of the vendor. */
  leads: number;
  wait_median: number | null;
  wait_p90: number | null;
};

/** The answer of `vendor_analytics` (supabase/schemas/16_analytics.sql). Times are ISO 8601. */
export type Analytics = {
  unit: 'hour' | 'day' | 'month';
  from: string;
  /** Exclusive. */
  to: string;
  read_at: string;
  /** The preceding span that the numbers are compared with; null without a comparison. */
  before_from: string | null;
  before_until: string | null;
  current: AnalyticsFigures;
  before: AnalyticsFigures | null;
  series: { at: string; scans: number; joins: number; answered: number; joins_before: number | null }[];
  /** The counts by hour of the day, 0 to 23. */
  hours: { hour: number; scans: number; joins: number }[];
  languages: { language: Language; joins: number; answered: number; leads: number }[];
  codes: { id: string; label: string; scans: number; joins: number; answered: number; leads: number }[];
  /** Chats by the time of their first answer: below 1, 5, 15, 60, 240 minutes, and more. */
  waits: number[];
  /** Of a booth with a team; absent from answers that a device kept before 2026-11-27. */
  people?: PersonFigures[];
};

/** A person whom the user has blocked; the blocked person cannot see it. */
export type Block = { blocker_id: string; blocked_id: string; created_at: string };

/** A user's report about another user. */
export type Report = {
  id: string;
  reporter_id: string;
  /** Null once that account is deleted. */
  reported_id: string | null;
  session_id: string | null;
  reason: ReportReason;
  details: string | null;
  /** The ids of the messages that the event admin may read. */
  message_ids: string[];
  status: 'open' | 'closed';
  closed_at: string | null;
  created_at: string;
};

/** A field of a profile that can be withheld. */
type WithheldField =
  | 'company'
  | 'designation'
  | 'email'
  | 'phone'
  | 'whatsapp'
  | 'wechat'
  | 'website'
  | 'linkedin';

/** The owner of a booth, as others see them. */
type BoothOwner = { id: string; name: string | null; company: string | null; avatar_url: string | null };

/** A person who works at a booth; the owner of a team has a row too. */
type BoothMember = {
  id: string;
  owner_id: string;
  profile_id: string;
  joined_at: string;
  /** Null: on duty. */
  away_since: string | null;
};

type BoothInvitation = {
  id: string;
  owner_id: string;
  created_at: string;
  expires_at: string;
  used_by: string | null;
  used_at: string | null;
  revoked_at: string | null;
};

/** A new invitation; its token is never shown again. */
type NewBoothInvitation = { id: string; token: string; expires_at: string };

/** What anyone who has the token of an invitation sees of it. */
type BoothInvitationView = {
  state: 'open' | 'used' | 'revoked' | 'expired';
  expires_at: string;
  /** Null when the invitation has ended. */
  booth: BoothOwner | null;
  /** Whether the caller has accepted it and works there. */
  accepted: boolean;
};

/** The booth that a person acts for, and their place in it. */
type MyBooth = BoothOwner & {
  /** Whether it is the person's own. */
  owner: boolean;
  /** Whether it has staff. */
  team: boolean;
  /** The person's own; null: on duty, or no team. */
  away_since: string | null;
};

/** What a person of a team did in a span of time. The wait is in seconds; null without an answer. */
type PersonFigures = {
  id: string;
  name: string | null;
  /** Whether the person works at the booth now. */
  member: boolean;
  /** Chats that the person answered first. */
  answered: number;
  wait_median: number | null;
  /** Leads whom the person met. */
  leads: number;
};

/** A note of a booth's team beside a chat, which no visitor can read. */
type ChatNote = {
  id: string;
  session_id: string;
  /** The booth of the chat. */
  owner_id: string;
  /** Null after the author's account was deleted. */
  author_id: string | null;
  language: Language;
  text: string;
  /** To whom the chat was handed over with this note. */
  handed_to: string | null;
  translations: Partial<Record<Language, { text: string; engine: string }>>;
  created_at: string;
};

/** A meeting that one side of a chat has proposed. */
type MeetingRow = {
  id: string;
  session_id: string;
  /** The message in whose place the chat shows it. */
  message_id: string;
  /** The visitor, or a person of the booth; null after that person's account was deleted. */
  proposer_id: string | null;
  /** The earliest first. */
  times: string[];
  minutes: MeetingMinutes;
  /** Empty: not said. */
  place: string;
  /** Names of the IANA database. */
  proposer_zone: string;
  accepter_zone: string | null;
  /** `replaced`: one side has proposed other times. */
  state: 'proposed' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'cancelled';
  /** The accepted time, also of a cancelled meeting. */
  starts_at: string | null;
  created_at: string;
  changed_at: string;
  /** What it is about, in the proposer's words; empty: not said. */
  note: string;
};

/** What `propose_meeting` takes. */
type MeetingProposal = {
  /** Made by the device: proposing again under it changes nothing. */
  id: string;
  session_id: string;
  times: string[];
  minutes: MeetingMinutes;
  place: string;
  time_zone: string;
  note: string;
  /** An open proposal whose place this one takes. */
  replaces?: string;
};

/** What `settle_meeting` takes. */
type MeetingSettlement =
  | { meeting_id: string; act: 'accept'; starts_at: string; time_zone: string }
  | { meeting_id: string; act: 'decline' | 'withdraw' | 'cancel' };

/** Where a booth's leads are sent (docs/adr/0088). */
type WebhookEndpoint = {
  id: string;
  owner_id: string;
  url: string;
  created_at: string;
  /** Since when deliveries fail; null: the last one arrived, or there was none. */
  failing_since: string | null;
  paused_at: string | null;
  rests_until: string | null;
};

/** One delivery, and what became of it. */
type WebhookDelivery = {
  id: string;
  event: 'lead.created' | 'lead.updated' | 'ping';
  state: 'waiting' | 'sent' | 'failed' | 'skipped';
  tries: number;
  created_at: string;
  tried_at: string | null;
  /** The status of the last answer. */
  answer: number | null;
  failure: 'timeout' | 'connection' | 'host' | 'redirect' | null;
};

/** A row of the function `follow_up_people`: a visitor whom the booth met (docs/adr/0088). */
type FollowUpPerson = {
  person_id: string;
  name: string | null;
  company: string | null;
  email: string;
  language: Language;
  avatar_url: string | null;
  /** The newest chat. */
  session_id: string | null;
  /** Why the person gets no mail; null: they may. */
  obstacle: 'unsubscribed' | 'unconfirmed' | null;
  /** Of the last mail; null without any. */
  status: 'waiting' | 'sent' | 'failed' | null;
  reason: FollowUpFault | null;
  /** ISO 8601. */
  mailed_at: string | null;
};

/** An entry of the record, as the server has written it. */
type ShareEntry = {
  id: string;
  /**
   * everyone: what holds by default replaced what was chosen for each person. filled: fields that
   * had been empty have a value.
   */
  reason: 'exchange' | 'choice' | 'everyone' | 'filled';
  /** Had a value, and could be read from then on. */
  shared: WithheldField[];
  withheld: WithheldField[];
  created_at: string;
};

type Insertable<Row, Required extends keyof Row> = Pick<Row, Required> & Partial<Row>;

export type Database = {
  public: {
    Tables: {
      profiles: {
        Row: Profile;
        Insert: Insertable<Profile, 'user_id' | 'role'>;
        Update: Partial<Profile>;
        Relationships: [];
      };
      sessions: {
        Row: ChatRow;
        Insert: Insertable<ChatRow, 'vendor_id'>;
        Update: Partial<ChatRow>;
        Relationships: [
          {
            foreignKeyName: 'sessions_vendor_id_fkey';
            columns: ['vendor_id'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_visitor_id_fkey';
            columns: ['visitor_id'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      messages: {
        Row: Message;
        Insert: Insertable<Message, 'session_id' | 'sender_id' | 'content'>;
        Update: Partial<Message>;
        Relationships: [
          {
            foreignKeyName: 'messages_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'messages_sender_id_fkey';
            columns: ['sender_id'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      message_translations: {
        Row: MessageTranslation;
        // The server alone writes them.
        Insert: never;
        Update: never;
        Relationships: [];
      };
      message_reactions: {
        Row: MessageReaction;
        Insert: Pick<MessageReaction, 'message_id' | 'profile_id' | 'reaction'>;
        Update: Pick<MessageReaction, 'reaction'>;
        Relationships: [];
      };
      hidden_messages: {
        Row: HiddenMessage;
        Insert: Pick<HiddenMessage, 'message_id' | 'profile_id'>;
        Update: never;
        Relationships: [];
      };
      translation_reports: {
        Row: TranslationReport;
        Insert: Pick<
          TranslationReport,
          'reporter_id' | 'message_id' | 'target_language' | 'engine' | 'reason'
        >;
        Update: never;
        Relationships: [];
      };
      session_reads: {
        Row: ReadReceipt;
        Insert: Insertable<ReadReceipt, 'session_id' | 'profile_id'>;
        Update: Partial<ReadReceipt>;
        Relationships: [];
      };
      blocks: {
        Row: Block;
        Insert: Insertable<Block, 'blocker_id' | 'blocked_id'>;
        Update: never;
        Relationships: [
          {
            foreignKeyName: 'blocks_blocked_id_fkey';
            columns: ['blocked_id'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      card_shares: {
        Row: CardShare;
        // share_card() alone writes them.
        Insert: never;
        Update: never;
        Relationships: [
          {
            foreignKeyName: 'card_shares_viewer_id_fkey';
            columns: ['viewer_id'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      card_share_defaults: {
        Row: Pick<CardShare, 'owner_id' | 'withheld' | 'changed_at'>;
        Insert: never;
        Update: never;
        Relationships: [];
      };
      card_share_history: {
        Row: ShareEntry & { owner_id: string; viewer_id: string | null };
        Insert: never;
        Update: never;
        Relationships: [];
      };
      reports: {
        Row: Report;
        Insert: Insertable<Report, 'reporter_id' | 'reported_id' | 'reason'>;
        Update: never;
        Relationships: [];
      };
      leads: {
        Row: Lead;
        Insert: Insertable<Lead, 'owner_id' | 'person_id'>;
        Update: Partial<Lead>;
        Relationships: [
          {
            foreignKeyName: 'leads_person_id_fkey';
            columns: ['person_id'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      lead_questionnaires: {
        Row: LeadQuestionnaire;
        Insert: Insertable<LeadQuestionnaire, 'owner_id' | 'questions'>;
        Update: Partial<LeadQuestionnaire>;
        Relationships: [];
      };
      lead_exports: {
        Row: LeadExport;
        Insert: Insertable<LeadExport, 'owner_id' | 'format' | 'scope' | 'people' | 'read_until'>;
        Update: Partial<LeadExport>;
        Relationships: [];
      };
      notification_settings: {
        Row: NotificationSettings;
        Insert: Insertable<NotificationSettings, 'owner_id'>;
        Update: Partial<NotificationSettings>;
        Relationships: [];
      };
      webhook_endpoints: {
        Row: WebhookEndpoint;
        Insert: never;
        Update: never;
        Relationships: [];
      };
      webhook_deliveries: {
        Row: WebhookDelivery;
        Insert: never;
        Update: never;
        Relationships: [];
      };
      push_subscriptions: {
        Row: { id: string; owner_id: string; endpoint: string };
        Insert: never;
        Update: never;
        Relationships: [];
      };
      data_exports: {
        Row: DataExport;
        Insert: Insertable<DataExport, 'owner_id' | 'kind' | 'format'>;
        Update: Partial<DataExport>;
        Relationships: [];
      };
      scanned_cards: {
        Row: ScannedCard;
        Insert: Partial<ScannedCard>;
        Update: Partial<ScannedCard>;
        Relationships: [];
      };
      booth_codes: {
        Row: BoothCode;
        Insert: Insertable<BoothCode, 'vendor_id' | 'label'>;
        Update: Partial<BoothCode>;
        Relationships: [];
      };
      booth_members: {
        Row: BoothMember;
        // The functions alone write them.
        Insert: never;
        Update: never;
        Relationships: [
          {
            foreignKeyName: 'booth_members_profile_id_fkey';
            columns: ['profile_id'];
            isOneToOne: true;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      booth_invitations: {
        Row: BoothInvitation;
        Insert: never;
        Update: never;
        Relationships: [
          {
            foreignKeyName: 'booth_invitations_used_by_fkey';
            columns: ['used_by'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      chat_notes: {
        Row: ChatNote;
        Insert: Pick<ChatNote, 'id' | 'session_id' | 'language' | 'text'> & { author_id: string };
        Update: never;
        Relationships: [
          {
            foreignKeyName: 'chat_notes_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'chat_notes_handed_to_fkey';
            columns: ['handed_to'];
            isOneToOne: false;
            referencedRelation: 'shared_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      meetings: { Row: MeetingRow; Insert: never; Update: never; Relationships: [] };
      material_documents: {
        Row: KnowledgeBaseDocument;
        Insert: never;
        Update: never;
        Relationships: [];
      };
      catalogue_items: {
        Row: CatalogueItem;
        Insert: Insertable<CatalogueItem, 'owner_id' | 'kind' | 'language' | 'name'>;
        Update: Partial<CatalogueItem>;
        Relationships: [];
      };
      glossary_terms: {
        Row: GlossaryRow;
        Insert: Insertable<GlossaryRow, 'owner_id' | 'term'>;
        Update: Partial<GlossaryRow>;
        Relationships: [];
      };
    };
    Views: {
      /** Profiles as the reader may see them: without the fields withheld from the reader. */
      shared_profiles: { Row: Profile; Relationships: [] };
      chat_list: { Row: ChatListItem; Relationships: [] };
      lead_list: { Row: LeadRow; Relationships: [] };
      booth_code_summaries: { Row: BoothCodeSummary; Relationships: [] };
    };
    Functions: {
      session_invite: { Args: { session_id: string }; Returns: ChatInvite[] };
      join_session: { Args: { session_id: string }; Returns: ChatRow };
      booth_invite: { Args: { code: string; device: string }; Returns: BoothInvite[] };
      join_booth: { Args: { code: string; device: string }; Returns: ChatRow };
      scan_booth_code: { Args: { code: string; device: string }; Returns: undefined };
      rotate_booth_code: { Args: { code_id: string }; Returns: BoothCode };
      merge_scanned_cards: {
        Args: { kept: string; others: string[]; seen: string[]; card: Partial<ScannedCard> };
        Returns: ScannedCard;
      };
      test_webhook: { Args: Record<never, never>; Returns: WebhookDelivery };
      resend_webhook: { Args: { delivery_id: string }; Returns: WebhookDelivery };
      resume_webhook: { Args: Record<never, never>; Returns: WebhookEndpoint };
      /**
       * Finds the person of a badge in the administrator's list. Returns one row at most, and none
       * when it is called for the first time.
       */
      badge_attendee: { Args: { badge: string }; Returns: BadgeAttendee[] };
      /**
       * Fills kept badges that an earlier call has asked for from the administrator's list. Returns
       * how many cards were filled.
       */
      match_badges: { Args: Record<never, never>; Returns: number };
      /** Returns the withheld fields after the change; omit `person` for future contacts. */
      share_card: {
        Args: { person?: string; share?: WithheldField[]; withhold?: WithheldField[] };
        Returns: WithheldField[];
      };
      /** Returns for how many people something changed. */
      share_card_with_all: { Args: Record<never, never>; Returns: number };
      lead_tags: { Args: Record<never, never>; Returns: { tag: string; people: number }[] };
      follow_up_people: { Args: Record<never, never>; Returns: FollowUpPerson[] };
      add_material: {
        Args: { title: string; pages: number; passages: DocumentPassage[]; document_id: string };
        Returns: string;
      };
      import_glossary_terms: {
        Args: { terms: GlossaryTerm[] };
        Returns: { added: number; changed: number }[];
      };
      vendor_analytics: {
        Args: { zone: string; first_day: string | null; last_day: string | null };
        Returns: Analytics;
      };
      /** Null without a profile. */
      my_booth: { Args: Record<never, never>; Returns: MyBooth | null };
      create_booth_invitation: { Args: { invitation_id: string }; Returns: NewBoothInvitation[] };
      revoke_booth_invitation: { Args: { invitation_id: string }; Returns: undefined };
      booth_invitation: { Args: { token: string }; Returns: BoothInvitationView[] };
      accept_booth_invitation: { Args: { token: string }; Returns: BoothMember };
      remove_booth_member: { Args: { member_id: string }; Returns: undefined };
      /** Returns the number of chats that returned to unassigned. */
      set_away: { Args: { away: boolean }; Returns: number };
      claim_chat: { Args: { session_id: string; take_over?: boolean }; Returns: ChatRow };
      hand_over_chat: {
        Args: { session_id: string; member_id: string; note: string | null; note_id: string };
        Returns: ChatRow;
      };
      release_chat: { Args: { session_id: string }; Returns: ChatRow };
      /** A language that the note has already stays as it is. */
      attach_note_translation: {
        Args: { note_id: string; language: Language; translated: string; engine: string };
        Returns: ChatNote;
      };
      propose_meeting: { Args: MeetingProposal; Returns: MeetingRow };
      settle_meeting: { Args: MeetingSettlement; Returns: MeetingRow };
      /** Empty: unknown. */
      meeting_place: { Args: { session_id: string }; Returns: string };
      answer_request: { Args: { session_id: string; accept: boolean }; Returns: ChatRow };
      mark_session_read: { Args: { session_id: string; up_to: string | null }; Returns: ReadReceipt };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

type Public = Database['public'];
/** A row of a table. */
export type Row<Table extends keyof Public['Tables']> = Public['Tables'][Table]['Row'];
/** What a function of the database takes. */
export type ArgsOf<Name extends keyof Public['Functions']> = Public['Functions'][Name]['Args'];
/** What a function of the database returns. */
export type AnswerOf<Name extends keyof Public['Functions']> = Public['Functions'][Name]['Returns'];
