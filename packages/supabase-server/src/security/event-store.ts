import type { Queryable } from '../db/database.ts';
import { storableText } from '../util/storable-text.ts';
import { isUuid } from '../util/uuid.ts';
import { SECURITY_EVENTS, type SecurityEventName, type StoredEvent } from './security-events.ts';

/** Texts are cut to these, as the table bounds them; one bad entry must not spoil its batch. */
const LONGEST = { actor: 80, network: 64, detail: 120 };

/** An entry as the log is read. */
export interface LoggedEvent {
  id: number;
  /** ISO 8601. */
  at: string;
  event: string;
  outcome: 'success' | 'failure';
  userId: string | null;
  actor: string | null;
  network: string | null;
  details: { reason?: string; action?: string; target?: string };
  repeated: number;
}

/**
 * Writes a batch of entries; an entry's account may have been deleted in the meantime. @throws the
 * database's error; then none of the batch is written
 */
export async function insertSecurityEvents(
  db: Pick<Queryable, 'execute'>,
  events: readonly StoredEvent[],
): Promise<void> {
  await db.execute(
    `insert into dragoman.security_events (at, kind, outcome, user_id, actor, network, details, repeated)
     select at, kind, outcome, (select id from auth.users where id = user_id), actor, network, coalesce(details, '{}'), repeated
     from jsonb_to_recordset($1::jsonb) as given (at timestamptz, kind text, outcome text, user_id uuid,
       actor text, network text, details jsonb, repeated integer)`,
    [JSON.stringify(events.map(toRow))],
  );
}

/**
 * Reads entries, the newest first.
 * @param before the id of the entry after which to continue; null: from the newest
 */
export async function readSecurityEvents(
  db: Pick<Queryable, 'query'>,
  { event, before, limit }: { event: SecurityEventName | null; before: number | null; limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db.query<Omit<LoggedEvent, 'at' | 'id'> & { id: string; at: Date }>(
    `select id, at, kind as event, outcome, user_id as "userId", actor, network, details, repeated
     from dragoman.security_events
     where ($1::text is null or kind = $1) and ($2::bigint is null or id < $2)
     order by id desc limit $3`,
    [event, before, limit],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() }));
}

function toRow({ event, at, userId, actor, network, reason, action, target, repeated }: StoredEvent) {
  const details = Object.entries({ reason, action, target })
    .map(([name, value]) => [name, bounded(value, LONGEST.detail)])
    .filter(([, value]) => value !== null);
  return {
    at,
    kind: event,
    outcome: SECURITY_EVENTS[event],
    user_id: isUuid(userId) ? userId : null,
    actor: bounded(actor, LONGEST.actor),
    network: bounded(network, LONGEST.network),
    details: Object.fromEntries(details),
    repeated,
  };
}

/** @param most UTF-16 units */
function bounded(value: string | undefined, most: number): string | null {
  return value === undefined ? null : storableText(value.slice(0, most));
}
