import pg from 'pg';
import { type Chat, messageRow, type Participant } from '../load/event.ts';

/**
 * Bare transactions: the minimum that any server must do under row-level security to send a message
 * or to read a page. Messages go into a table of their own with one row policy and no triggers, on
 * the product's database, so with its durability.
 */
export interface BareSql {
  /** Inserts a message into the bare table. */
  send(chat: Chat, sender: Participant, id?: string): Promise<void>;
  /** Inserts a message into the product's table, with the product's triggers and access rules. */
  sendByRules(chat: Chat, sender: Participant, id?: string): Promise<void>;
  /** Reads the newest page of a chat with each sender's profile. @returns its JSON text */
  readPage(chat: Chat, reader: Participant): Promise<string>;
  /**
   * Counts what the tables hold, as autovacuum does on its own after a while: until then each
   * side's plans are luck.
   */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

const SCOPE = `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`;
const COLUMNS = `
  (id, session_id, sender_id, content, translated_content, type, source_language, target_language)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const INSERT = `insert into bench_floor.messages ${COLUMNS}`;
const INSERT_BY_RULES = `insert into public.messages ${COLUMNS}`;
// The keys and the index that a history of chats needs; senders are users, so that the policy looks
// at no other table.
const TABLE = `
  create schema if not exists bench_floor;
  grant usage on schema bench_floor to authenticated;
  create table if not exists bench_floor.messages (
    id uuid primary key, session_id uuid not null, sender_id uuid not null, content text not null,
    translated_content text, type text not null, source_language text not null, target_language text,
    created_at timestamptz not null default clock_timestamp()
  );
  create index if not exists messages_session_idx on bench_floor.messages (session_id, created_at, id);
  alter table bench_floor.messages enable row level security;
  grant insert on bench_floor.messages to authenticated;
  drop policy if exists "Send in one's own name" on bench_floor.messages;
  create policy "Send in one's own name" on bench_floor.messages for insert to authenticated
    with check (sender_id = (select (current_setting('request.jwt.claims')::jsonb ->> 'sub')::uuid));`;
// JSON made by the database: reading fifty rows of fourteen columns into objects costs this driver
// more than twice as much, and a floor must not be slow.
const PAGE = `select coalesce(json_agg(page), '[]')::text as body from (
    select m.*,
      (select row_to_json(s) from (select p.id, p.name, p.language, p.avatar_url) as s) as sender
    from public.messages m left join public.profiles p on p.id = m.sender_id
    where m.session_id = $1 order by m.created_at desc, m.id desc limit 50
  ) as page`;

/**
 * Creates the bare table where the database lacks it.
 * @param connections as many as the product's pool holds
 */
export async function openBareSql(url: string, connections: number): Promise<BareSql> {
  const pool = new pg.Pool({ connectionString: url, max: connections, pipeline: true });
  await pool.query(TABLE);

  async function transact(sender: Participant, statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const claims = JSON.stringify({ role: 'authenticated', sub: sender.userId });
    const client = await pool.connect();
    try {
      const [, , result, ended] = await Promise.all([
        client.query('begin'),
        client.query({ name: 'scope', text: SCOPE, values: [claims] }),
        client.query(statement),
        client.query('commit'),
      ]);
      if (ended.command !== 'COMMIT') throw new Error('the bare transaction was rolled back');
      return result;
    } finally {
      client.release();
    }
  }

  return {
    async send(chat, sender, id) {
      const values = Object.values({ ...messageRow(chat, sender, id), sender_id: sender.userId });
      await transact(sender, { name: 'insert', text: INSERT, values });
    },
    async sendByRules(chat, sender, id) {
      const values = Object.values(messageRow(chat, sender, id));
      await transact(sender, { name: 'insert-by-rules', text: INSERT_BY_RULES, values });
    },
    async readPage(chat, reader) {
      const { rows } = await transact(reader, { name: 'page', text: PAGE, values: [chat.sessionId] });
      return (rows[0] as { body: string }).body;
    },
    async analyze() {
      await pool.query('analyze public.messages, public.profiles, public.sessions');
    },
    close: () => pool.end(),
  };
}
