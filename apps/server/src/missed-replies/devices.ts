import type { Database } from '@dragoman/supabase-server/db/database';
import type { PushTarget } from './send-push.ts';

/** A browser that gets a person's pushes. */
export type Device = PushTarget & { id: string };

/** @returns the devices on which the person is still signed in */
export function devicesOf(db: Pick<Database, 'query'>, profileId: string): Promise<Device[]> {
  return db.query<Device & Record<string, unknown>>(
    `select d.id, d.endpoint, d.p256dh, d.auth from public.push_subscriptions d
     join auth.sessions visit on visit.id = d.session_id
     where d.owner_id = $1 and (visit.not_after is null or visit.not_after > now())`,
    [profileId],
  );
}

/** Forgets subscriptions that have ended. */
export async function forgetDevices(db: Pick<Database, 'execute'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute('delete from public.push_subscriptions where id = any ($1::uuid[])', [ids]);
}
