import pg from 'pg';
import { type Chat, messageRow, type Participant } from '../load/event.ts';

/**
 * Bare transactions: the minimum that any server must do under row-level security to send a message
 * or to read a page.
 */
export interface BareSql {
  send(chat: Chat, sender: Participant, id?: string): Promise<void>;
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
const INSERT = `insert into public.messages
  (id, session_id, sender_id, content, translated_content, type, source_language, target_language)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
// JSON made by the database: reading fifty rows of fourteen columns into objects costs this driver
// more than twice as much, and a floor must not be slow.
const PAGE = `select coalesce(json_agg(page), '[]')::text as body from (
    select m.*,
      (select row_to_json(s) from (select p.id, p.name, p.language, p.avatar_url) as s) as sender
    from public.messages m left join public.profiles p on p.id = m.sender_id
    where m.session_id = $1 order by m.created_at desc, m.id desc limit 50
  ) as page`;

/** @param connections as many as the product's pool holds */
export function openBareSql(url: string, connections: number): BareSql {
  const pool = new pg.Pool({ connectionString: url, max: connections, pipeline: true });

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
      const values = Object.values(messageRow(chat, sender, id));
      await transact(sender, { name: 'insert', text: INSERT, values });
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
