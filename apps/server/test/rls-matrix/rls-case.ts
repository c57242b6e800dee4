/**
 * The permissions of every role on every row: the access rules of `supabase/schemas` as data. A
 * test runs the lines of a subject, each in a transaction that is rolled back. The people: two
 * vendors (vera, victor), two visitors (wei, omar), one signed-in user without a profile
 * (newcomer), a visitor without an address (guest), one without a session (anon). The sessions:
 * `met` is vera's with wei in it, `open` is vera's and waits for anyone, `other` is victor's with
 * omar in it. `met` and `other` hold one message of each side, one file in chat-files, and how far
 * each side has read; the vendor's message has a kept translation by a provider of the vendor's
 * name. A message is named by its sender (vera.message). wei has reacted to vera's message and
 * reported its translation; victor has hidden omar's message. victor has an avatar. vera and wei
 * have notification settings, vera has a device that gets pushes. vera has two scanned cards
 * (card, second), wei has one (his). vera and wei have noted something about each other; vera has
 * a questionnaire, and has exported once. vera has a booth code (booth), victor has one (stand).
 * omar withholds his e-mail and phone from victor, and wei by default his WeChat from everyone he
 * meets from now on. guest has blocked victor, and reported him (report). vera's glossary has two
 * terms (term: NovaLine, hers), victor's one (foreign). boss has a booth with a team: tara works
 * there, fred did. Its session `team` has gila in it, who wrote first, and fred's answer, and it
 * is unassigned. tara and fred have noted something beside it (note, former), boss has a lead, a
 * term, a code and an open invitation. vera has proposed a meeting to wei (meeting), gila one to
 * the booth (team.meeting), each in three hours. The list of attendees has one person, with the
 * badge 8F3A-22C1, for which everyone but victor has asked. vera and boss have a webhook each, and
 * one of vera's deliveries has failed (delivery). vera and boss have a product in their catalogue
 * (item, team.item), and boss has a file there. tara has approved a follow-up to gila, who wants
 * no more of them. tara has a card of her own from before (own.card), and the booth has one that
 * she scanned (team.card) and a badge that fred scanned (former.card).
 */
export type Who =
  | 'anon'
  | 'newcomer'
  | 'guest'
  | 'vera'
  | 'victor'
  | 'wei'
  | 'omar'
  | 'boss'
  | 'tara'
  | 'fred'
  | 'gila'
  | 'service_role';

export interface RlsCase {
  who: Who;
  /** The attempt, in words. */
  does: string;
  /**
   * SQL with `{name}` for the id of a row of the fixture and `{name.user}` for a person's user id.
   */
  sql: string;
  /**
   * allowed: that many rows come back or change; refused: PostgreSQL answers with this SQLSTATE.
   */
  expect: { rows: number } | { sqlstate: string };
}

export const DENIED = { sqlstate: '42501' };

export function read(who: Who, does: string, sql: string, rows: number): RlsCase {
  return { who, does, sql, expect: { rows } };
}

export function refused(who: Who, does: string, sql: string, sqlstate = DENIED.sqlstate): RlsCase {
  return { who, does, sql, expect: { sqlstate } };
}

export const insertMessage = (session: string, sender: string) =>
  `insert into messages (session_id, sender_id, content, source_language) values ('{${session}}', '{${sender}}', 'Hello', 'en')`;

export const insertFile = (name: string, bucket = 'chat-files') =>
  `insert into storage.objects (bucket_id, name, version) values ('${bucket}', '${name}', '{upload}')`;
