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
import type { Database as Generated } from './database.generated.ts';

// The public schema as supabase-js's generics want it. `database.generated.ts` is made from the
// schema (apps/server/test/row-types.test.ts), whose files explain the columns. This file names what
// PostgreSQL calls text or JSON more closely. `type`, not `interface`: the client's constraints ask
// for an implicit index signature.

type Schema = Generated['public'];
type Tables = Schema['Tables'];
type Views = Schema['Views'];
type Functions = Schema['Functions'];

/** The columns of `Row` with the types of `Columns` where it has them. */
type Narrowed<Row, Columns> = { [Key in keyof Row]: Key extends keyof Columns ? Columns[Key] : Row[Key] };
type Optional<Row, Keys extends keyof Row> = Omit<Row, Keys> & Partial<Pick<Row, Keys>>;
/** `Columns`, all of which `Row` has. */
type ColumnsOf<
  Row,
  Columns extends { [Key in keyof Columns]: Key extends keyof Row ? unknown : never },
> = Columns;

type WithheldField =
  | 'company'
  | 'designation'
  | 'email'
  | 'phone'
  | 'whatsapp'
  | 'wechat'
  | 'website'
  | 'linkedin';

export type LeadExportFormat = 'csv' | 'xlsx' | 'vcard';
/** All people, the new ones since the last export, or the results of a search. */
export type LeadExportScope = 'all' | 'new' | 'found';
export type BoothCodeKind = 'booth' | 'product' | 'hall' | 'staff';
/** `#rrggbb` in lower case; black on white by default. */
export type CodeColors = { dark?: string; light?: string };

/** What a lead's columns hold; the mapped type gives it an implicit index signature. */
type LeadColumns = { [Key in keyof LeadContent]: LeadContent[Key] };

/** Tables whose columns are narrower than the schema says. */
type TableColumns = {
  profiles: ColumnsOf<Tables['profiles']['Row'], { role: Role; name: string | null; language: Language }>;
  sessions: ColumnsOf<
    Tables['sessions']['Row'],
    { request_state: 'waiting' | 'accepted' | 'declined' | null }
  >;
  messages: ColumnsOf<
    Tables['messages']['Row'],
    {
      type: MessageType;
      source_language: Language | null;
      target_language: Language | null;
      said_by: SaidBy | null;
      product: Product | null;
    }
  >;
  message_reactions: ColumnsOf<Tables['message_reactions']['Row'], { reaction: Reaction | null }>;
  translation_reports: ColumnsOf<
    Tables['translation_reports']['Row'],
    { source_language: Language; target_language: Language; reason: TranslationFault | null }
  >;
  message_translations: ColumnsOf<Tables['message_translations']['Row'], { target_language: Language }>;
  leads: ColumnsOf<Tables['leads']['Row'], LeadColumns>;
  lead_questionnaires: ColumnsOf<Tables['lead_questionnaires']['Row'], { questions: LeadQuestion[] }>;
  lead_exports: ColumnsOf<
    Tables['lead_exports']['Row'],
    { format: LeadExportFormat; scope: LeadExportScope }
  >;
  data_exports: ColumnsOf<
    Tables['data_exports']['Row'],
    { kind: 'leads' | 'cards' | 'analytics' | 'account'; format: 'csv' | 'xlsx' | 'vcard' | 'zip' }
  >;
  glossary_terms: ColumnsOf<Tables['glossary_terms']['Row'], { mode: TermMode }>;
  catalogue_items: ColumnsOf<Tables['catalogue_items']['Row'], { kind: CatalogueKind; language: Language }>;
  booth_codes: ColumnsOf<Tables['booth_codes']['Row'], { kind: BoothCodeKind; style: CodeColors }>;
  card_shares: ColumnsOf<Tables['card_shares']['Row'], { withheld: WithheldField[] }>;
  card_share_defaults: ColumnsOf<Tables['card_share_defaults']['Row'], { withheld: WithheldField[] }>;
  card_share_history: ColumnsOf<
    Tables['card_share_history']['Row'],
    {
      /**
       * everyone: what holds by default replaced what was chosen for each person. filled: fields
       * that had been empty have a value.
       */
      reason: 'exchange' | 'choice' | 'everyone' | 'filled';
      shared: WithheldField[];
      withheld: WithheldField[];
    }
  >;
  reports: ColumnsOf<Tables['reports']['Row'], { reason: ReportReason; status: 'open' | 'closed' }>;
  chat_notes: ColumnsOf<
    Tables['chat_notes']['Row'],
    { language: Language; translations: Partial<Record<Language, { text: string; engine: string }>> }
  >;
  meetings: ColumnsOf<
    Tables['meetings']['Row'],
    {
      minutes: MeetingMinutes;
      /** `replaced`: one side has proposed other times. */
      state: 'proposed' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'cancelled';
    }
  >;
  webhook_deliveries: ColumnsOf<
    Tables['webhook_deliveries']['Row'],
    {
      event: 'lead.created' | 'lead.updated' | 'ping';
      state: 'waiting' | 'sent' | 'failed' | 'skipped';
      failure: 'timeout' | 'connection' | 'host' | 'redirect' | null;
    }
  >;
};

type ColumnsOfTable<Name> = Name extends keyof TableColumns ? TableColumns[Name] : unknown;
/** A row of a table. */
export type Row<Name extends keyof Tables> = Narrowed<Tables[Name]['Row'], ColumnsOfTable<Name>>;

/** Tables that the server or a function alone writes. */
type ServerWritten =
  | 'booth_invitations'
  | 'booth_members'
  | 'card_share_defaults'
  | 'card_share_history'
  | 'card_shares'
  | 'material_documents'
  | 'meetings'
  | 'message_translations'
  | 'push_subscriptions'
  | 'webhook_deliveries'
  | 'webhook_endpoints';

/** Columns without a default that a trigger fills. */
type Filled = {
  chat_notes: 'owner_id';
  message_reactions: 'session_id';
  translation_reports: 'source_language';
};

type Inserted<Name extends keyof Tables> = Narrowed<Tables[Name]['Insert'], ColumnsOfTable<Name>>;

type Table<Name extends keyof Tables> = {
  Row: Row<Name>;
  Insert: Name extends ServerWritten
    ? never
    : Name extends keyof Filled
      ? Optional<Inserted<Name>, Filled[Name] & keyof Inserted<Name>>
      : Inserted<Name>;
  Update: Name extends ServerWritten ? never : Narrowed<Tables[Name]['Update'], ColumnsOfTable<Name>>;
  Relationships: Tables[Name]['Relationships'];
};

export type Profile = Row<'profiles'>;
/** The fields of vendor and visitor that a session shows. */
export type Party = Pick<Profile, 'id' | 'name' | 'company' | 'avatar_url'>;
/** Not every list of sessions reads how a chat began, and who of a team answers. */
export type ChatRow = Optional<
  Row<'sessions'>,
  'request_state' | 'requested_at' | 'booth_code_id' | 'assigned_to' | 'assigned_at'
>;
/**
 * `recipient_id` is left out: it exists for the filters of live subscriptions alone. What only some
 * messages have may be absent.
 */
export type Message = Optional<
  Omit<Row<'messages'>, 'recipient_id'>,
  | 'file_name'
  | 'file_size'
  | 'picture_width'
  | 'picture_height'
  | 'reply_to'
  | 'is_reply'
  | 'said_by'
  | 'product'
>;
/** One person's sign on a message; null once it was taken back. */
export type MessageReaction = Omit<Row<'message_reactions'>, 'id'>;
/** A message that a person has deleted for themselves. */
export type HiddenMessage = Omit<Row<'hidden_messages'>, 'id'>;
export type TranslationReport = Row<'translation_reports'>;
/** A translation that a reader has asked for, as the server keeps it. */
export type MessageTranslation = Row<'message_translations'>;
/** The time up to which one of a session's two people has read. */
export type ReadReceipt = Row<'session_reads'>;
/** The card of a person who was met, private to its owner's saved cards: a person's, or a booth's. */
export type ScannedCard = Optional<Row<'scanned_cards'>, 'scanned_by'>;
/** A user's private notes on a person. The row is created with the first note. */
export type Lead = Optional<Omit<Row<'leads'>, 'search'>, 'met_by'>;
export type LeadQuestionnaire = Pick<Row<'lead_questionnaires'>, 'owner_id' | 'questions' | 'version'>;
/** How a user is told about unread messages (docs/adr/0080). */
export type NotificationSettings = Row<'notification_settings'>;
/** An entry of the export record, which is immutable (docs/adr/0032). */
export type DataExport = Row<'data_exports'>;
export type LeadExport = Row<'lead_exports'>;
export type GlossaryRow = Row<'glossary_terms'>;
export type KnowledgeBaseDocument = Row<'material_documents'>;
export type CatalogueItem = Row<'catalogue_items'>;
/** A code of a vendor's booth, at `/b/{code}` (supabase/schemas/08_joining.sql). */
export type BoothCode = Row<'booth_codes'>;
export type CardShare = Row<'card_shares'>;
export type Block = Row<'blocks'>;
export type Report = Row<'reports'>;

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
> &
  Partial<Pick<Message, 'transcript'>>;

/** A row of the view `chat_list`: a session as its reader's list shows it. */
export type ChatListItem = ColumnsOf<
  Views['chat_list']['Row'],
  Omit<ChatRow, 'booth_code_id'> & {
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
  }
>;

/** A row of the view `lead_list`: a person met, with the notes on them. */
export type LeadRow = ColumnsOf<
  Views['lead_list']['Row'],
  LeadColumns &
    Omit<Profile, 'id' | 'user_id' | 'updated_at'> & {
      person_id: string;
      met_at: string;
      /** 0 before the first note. */
      version: number;
      updated_at: string | null;
      /** The later of the two. */
      changed_at: string;
      /** Who met the person; null without a team. */
      met_by?: string | null;
      /** The text that searches compare; used only in filters. */
      search: string;
    }
>;

/** A row of the view `booth_code_summaries`. */
export type BoothCodeSummary = ColumnsOf<
  Views['booth_code_summaries']['Row'],
  BoothCode & { scans: number; joins: number }
>;

/** A row of `session_invite`: the data of a session that is visible to anyone who has its id. */
export type ChatInvite = { id: string; status: string; taken: boolean; vendor: Party };

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

/** What the list of attendees has about the person of a badge. */
export type BadgeAttendee = Pick<Profile, 'company' | 'designation' | 'email' | 'phone'> & { name: string };

/** The results of a vendor's scans in a span of time. Waits are in seconds; null without an answer. */
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
  /** Of a booth with a team. The wait is in seconds; null without an answer. */
  people?: {
    id: string;
    name: string | null;
    /** Whether the person works at the booth now. */
    member: boolean;
    /** Chats that the person answered first. */
    answered: number;
    wait_median: number | null;
    /** Leads whom the person met. */
    leads: number;
  }[];
};

/** What functions take that PostgreSQL calls JSON, text or an argument without a default. */
type Arguments = {
  add_material: { passages: DocumentPassage[] };
  attach_note_translation: { language: Language };
  hand_over_chat: { note: string | null };
  import_glossary_terms: { terms: GlossaryTerm[] };
  mark_session_read: { up_to: string | null };
  merge_scanned_cards: { card: Partial<ScannedCard> };
  propose_meeting: { minutes: MeetingMinutes };
  settle_meeting: { act: 'accept' | 'decline' | 'withdraw' | 'cancel' };
  share_card: { share: WithheldField[]; withhold: WithheldField[] };
  vendor_analytics: { first_day: string | null; last_day: string | null };
};

/** What functions return that PostgreSQL calls JSON or a table of columns that may be null. */
type Answers = {
  badge_attendee: BadgeAttendee[];
  booth_invitation: {
    state: 'open' | 'used' | 'revoked' | 'expired';
    expires_at: string;
    /** Null when the invitation has ended. */
    booth: Party | null;
    /** Whether the caller has accepted it and works there. */
    accepted: boolean;
  }[];
  booth_invite: BoothInvite[];
  follow_up_people: {
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
    mailed_at: string | null;
  }[];
  /** The booth that a person acts for, and their place in it; null without a profile. */
  my_booth:
    | (Party & {
        /** Whether it is the person's own. */
        owner: boolean;
        /** Whether it has staff. */
        team: boolean;
        /** The person's own; null: on duty, or no team. */
        away_since: string | null;
      })
    | null;
  session_invite: ChatInvite[];
  share_card: WithheldField[];
  vendor_analytics: Analytics;
};

type AnswerOfFunction<Name extends keyof Functions> = Name extends keyof Answers
  ? Answers[Name]
  : Functions[Name] extends { SetofOptions: { to: infer To extends keyof Tables } }
    ? Row<To>
    : Functions[Name]['Returns'];

export type Database = {
  public: {
    Tables: { [Name in keyof Tables]: Table<Name> };
    Views: {
      /** Profiles as the reader may see them: without the fields withheld from the reader. */
      shared_profiles: { Row: Profile; Relationships: [] };
      chat_list: { Row: ChatListItem; Relationships: [] };
      lead_list: { Row: LeadRow; Relationships: [] };
      booth_code_summaries: { Row: BoothCodeSummary; Relationships: [] };
    };
    Functions: {
      [Name in keyof Functions]: {
        Args: Narrowed<Functions[Name]['Args'], Name extends keyof Arguments ? Arguments[Name] : unknown>;
        Returns: AnswerOfFunction<Name>;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

/** What a function of the database takes. */
export type ArgsOf<Name extends keyof Functions> = Database['public']['Functions'][Name]['Args'];
/** What a function of the database returns. */
export type AnswerOf<Name extends keyof Functions> = Database['public']['Functions'][Name]['Returns'];
