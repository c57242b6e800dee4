import { OWN_RECORDS } from '@dragoman/functions/account/own-records';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { ClaimedDelivery } from './deliveries.ts';

/** The version of the payload that docs/webhooks.md describes. */
const VERSION = 1;

/** As the owner's own requests read it: the lead with the person's card, and the owner's questions. */
const READ = `
  select jsonb_build_object(
    'person', jsonb_build_object('id', l.person_id, 'name', l.name, 'company', l.company, 'designation', l.designation,
      'email', l.email, 'phone', l.phone, 'website', l.website, 'linkedin', l.linkedin, 'whatsapp', l.whatsapp,
      'wechat', l.wechat, 'language', l.language),
    'lead', jsonb_build_object('status', l.status, 'rating', l.rating, 'tags', l.tags, 'note', l.note,
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', a.key, 'question', (
          select q.value ->> 'label' from public.lead_questionnaires own, jsonb_array_elements(own.questions) q
          where q.value ->> 'id' = a.key
        ), 'answer', a.value) order by a.key), '[]') from jsonb_each(l.answers) a
      ),
      'follow_up_on', l.follow_up_on, 'met_at', l.met_at,
      'met_by', (select jsonb_build_object('id', m.id, 'name', m.name) from public.profiles m where m.id = l.met_by),
      'version', l.version, 'updated_at', l.updated_at)
  ) as data
  from public.lead_list l where l.person_id = $1`;

/**
 * The body of a delivery: the lead as its owner may see it now, under row-level security, so that
 * what a person withholds or whom someone has blocked is as in the app. It is a lead of the owner's
 * own booth, also while the owner works at the booth of another.
 * @returns JSON; null when the owner no longer sees the person
 */
export async function webhookBody(db: Database, delivery: ClaimedDelivery): Promise<string | null> {
  const { event, personId, userId, createdAt } = delivery;
  const head = { type: event, timestamp: createdAt.toISOString(), version: VERSION };
  if (personId === null) return JSON.stringify({ ...head, data: {} });
  const claims = { role: 'authenticated', sub: userId, aal: 'aal2' };
  const scope = { role: 'authenticated', claims, headers: { ...OWN_RECORDS }, readOnly: true };
  const rows = await db.requestTransaction(scope, (tx) => tx.query<{ data: object }>(READ, [personId]));
  return rows[0] ? JSON.stringify({ ...head, data: rows[0].data }) : null;
}
