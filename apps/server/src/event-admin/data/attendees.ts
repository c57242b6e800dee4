import type { Database } from '@dragoman/supabase-server/db/database';

/** The list that is in use. */
export interface ListedAttendees {
  /** ISO 8601. */
  uploadedAt: string;
  count: number;
}

/** @returns null without a list */
export async function listedAttendees(db: Pick<Database, 'query'>): Promise<ListedAttendees | null> {
  const [list] = await db.query<{ uploaded_at: Date; count: number }>(
    `select l.uploaded_at, (select count(*)::int from private.attendees) as count
     from private.attendee_list l`,
  );
  return list ? { uploadedAt: new Date(list.uploaded_at).toISOString(), count: list.count } : null;
}

/**
 * Puts a list in the place of the one before, all or nothing.
 * @param batches arrays of attendees in JSON, with the names of the columns
 */
export async function replaceAttendees(
  db: Pick<Database, 'transaction'>,
  batches: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    // Two uploads at the same time follow each other.
    await tx.query('lock table private.attendee_list in exclusive mode');
    await tx.query('delete from private.attendees');
    for (const batch of batches) {
      await tx.query(
        `insert into private.attendees (badge, name, company, designation, email, phone)
         select * from jsonb_to_recordset($1::jsonb)
           as a (badge text, name text, company text, designation text, email text, phone text)`,
        [batch],
      );
    }
    // What was asked of the list before counts towards the quota of a day, and for nothing else.
    await tx.query(`delete from private.badge_lookups where asked_at < clock_timestamp() - interval '1 day'`);
    await tx.query(
      `insert into private.attendee_list default values
       on conflict (single) do update set uploaded_at = excluded.uploaded_at`,
    );
  });
}

/** Removes the list, and which ids were asked for. Kept cards stay as they are: they are their owners'. */
export async function removeAttendees(db: Pick<Database, 'transaction'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('delete from private.attendee_list');
    await tx.query('delete from private.attendees');
    await tx.query('delete from private.badge_lookups');
  });
}
