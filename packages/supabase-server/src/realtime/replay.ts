import type { Database } from '../db/database.ts';
import type { PolicyCaller } from './authorization.ts';
import { TOPIC_PREFIX } from './channel.ts';
import type { BroadcastMessage } from './rooms/broadcast-message.ts';
import { PAYLOAD_BYTES } from './rooms/database-broadcasts.ts';

/** A join's request for a replay: broadcasts of the database, the newest at most `limit`. */
export interface ReplayRequest {
  /** Milliseconds since 1970. */
  since: number;
  limit: number;
}

/** Supabase-protocol 4.3. */
export const MOST_REPLAYED = 25;

/**
 * Reads the messages that a private channel wants again, oldest first; row-level security decides
 * on each of them.
 * @param name the topic without its prefix
 */
export async function readReplay(
  db: Database,
  caller: PolicyCaller,
  name: string,
  { since, limit }: ReplayRequest,
): Promise<BroadcastMessage[]> {
  const { role, claims } = caller;
  const rows = await db.requestTransaction({ role, claims, readOnly: true }, async (tx) => {
    const [, found] = await Promise.all([
      tx.query(`select set_config('realtime.topic', $1, true)`, [name]),
      tx.query<{ id: string; event: string; payload: Buffer; json: boolean }>(
        `select id, event, ${PAYLOAD_BYTES} as payload, binary_payload is null as json from realtime.messages
         where topic = $1 and extension = 'broadcast' and private and octet_length(event) <= 255
           and inserted_at >= to_timestamp($2::float8 / 1000) at time zone 'utc'
         order by inserted_at desc limit $3`,
        [name, since, limit],
      ),
    ]);
    return found;
  });
  return rows.reverse().map(({ id, event, payload, json }) => ({
    topic: `${TOPIC_PREFIX}${name}`,
    private: true,
    event,
    json,
    payload,
    meta: { replayed: true, id },
  }));
}
