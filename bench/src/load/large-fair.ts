import pg from 'pg';

export const LARGE_FAIR = { sessions: 50_000, messages: 1_000_000, codes: 20, days: 4 };

/**
 * Gives a vendor a fair of four days with 50,000 chats, a million messages, 20 booth codes, and a
 * lead for every third visitor. Rows go in without triggers (the database's owner is a superuser
 * here), and statements below fill in what triggers would write.
 */
export async function fillLargeFair(databaseUrl: string, vendorId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(`select set_config('bench.vendor', $1, false)`, [vendorId]);
    for (const statement of STATEMENTS) await client.query(statement);
  } finally {
    await client.end();
  }
}

const { sessions, messages, codes, days } = LARGE_FAIR;
/**
 * Four fair days up to today, open from 8 to 18 UTC; a visitor comes with each number, in no order.
 */
const JOINED = `date_trunc('day', now()) - interval '1 day' * (n % ${days})
  + interval '8 hours' + interval '1 second' * ((n * 7919) % 36000)`;
const EACH = messages / sessions;

const STATEMENTS = [
  `create temp table crowd as
    select n, gen_random_uuid() as user_id, gen_random_uuid() as profile_id, gen_random_uuid() as session_id,
      ${JOINED} as joined_at
    from generate_series(1, ${sessions}) n`,
  `insert into auth.users (id, email) select user_id, 'crowd-' || n || '@bench.example' from crowd`,
  `insert into public.profiles (id, user_id, role, name, company, language)
    select profile_id, user_id, 'visitor', 'Visitor ' || n, 'Company ' || n, (array['en', 'zh', 'ar'])[1 + n % 3] from crowd`,
  `insert into public.booth_codes (vendor_id, label)
    select current_setting('bench.vendor')::uuid, 'Code ' || n from generate_series(1, ${codes}) n`,
  `create temp table numbered as
    select id, row_number() over () - 1 as place from public.booth_codes where vendor_id = current_setting('bench.vendor')::uuid`,
  `insert into public.booth_code_scans (code_id, hour, scans)
    select id, hour, 30 + place from numbered,
      generate_series(date_trunc('day', now()) - interval '${days - 1} days', now(), '1 hour') hour`,
  `insert into public.sessions (id, vendor_id, visitor_id, created_at, joined_at, booth_code_id)
    select session_id, current_setting('bench.vendor')::uuid, profile_id, joined_at, joined_at,
      (select id from numbered where place = n % ${codes} and n % 5 > 0)
    from crowd order by joined_at`,
  // Every tenth chat is never answered.
  `insert into public.messages (session_id, sender_id, recipient_id, content, source_language, created_at)
    select session_id, case when visitor_speaks then profile_id else vendor end,
      case when visitor_speaks then vendor else profile_id end,
      'The lead time is 30 days after we have received the deposit.', 'en',
      joined_at + interval '1 second' * (turn * (20 + n % 300))
    from crowd, generate_series(1, ${EACH}) turn,
      lateral (select turn % 2 = 1 or n % 10 = 0 as visitor_speaks, current_setting('bench.vendor')::uuid as vendor) who
    order by joined_at, turn`,
  `insert into public.leads (owner_id, person_id, status)
    select current_setting('bench.vendor')::uuid, profile_id, 'contacted' from crowd where n % 3 = 0`,
  `insert into private.chat_facts
      (session_id, vendor_id, visitor_id, booth_code_id, language, joined_at, asked_at, answered_at)
    select s.id, s.vendor_id, s.visitor_id, s.booth_code_id, v.language, s.joined_at, chat.asked_at, chat.answered_at
    from public.sessions s join public.profiles v on v.id = s.visitor_id
    join (
      select session_id, min(created_at) as asked_at,
        min(created_at) filter (where sender_id = current_setting('bench.vendor')::uuid) as answered_at
      from public.messages group by session_id
    ) chat on chat.session_id = s.id
    order by s.joined_at`,
  // As autovacuum does on its own after a while.
  'vacuum analyze',
];
