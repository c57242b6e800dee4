import pg from 'pg';
import { type Chat, messageRow, type Participant } from '../load/event.ts';

/** The bare transaction: what any server must do to send a message under row-level security, and nothing else. */
export interface BareSql {
  send(chat: Chat, sender: Participant, id?: string): Promise<void>;
  close(): Promise<void>;
}

const SCOPE = `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`;
const INSERT = `insert into public.messages
  (id, session_id, sender_id, content, translated_content, type, source_language, target_language)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** @param connections as many as the product's pool holds */
export function openBareSql(url: string, connections: number): BareSql {
  const pool = new pg.Pool({ connectionString: url, max: connections, pipeline: true });
  return {
    async send(chat, sender, id) {
      const claims = JSON.stringify({ role: 'authenticated', sub: sender.userId });
      const client = await pool.connect();
      try {
        const [, , , ended] = await Promise.all([
          client.query('begin'),
          client.query({ name: 'scope', text: SCOPE, values: [claims] }),
          client.query({ name: 'insert', text: INSERT, values: Object.values(messageRow(chat, sender, id)) }),
          client.query('commit'),
        ]);
        if (ended.command !== 'COMMIT') throw new Error('the bare transaction was rolled back');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
