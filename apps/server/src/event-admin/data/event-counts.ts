import type { Count, EventCounts } from '@dragoman/domain/event-counts';
import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';

type Row = Record<string, number>;

/** @param since ISO 8601: when the administrator's day began */
export async function eventCounts(db: Pick<Database, 'query'>, since: string): Promise<EventCounts> {
  const [people, chats, messages, readers] = await Promise.all([
    db.query<Row>(
      `select
         count(*) filter (where p.role = 'vendor')::int as vendors,
         count(*) filter (where p.role = 'vendor' and u.created_at >= $1)::int as vendors_today,
         count(*) filter (where p.role = 'visitor')::int as visitors,
         count(*) filter (where p.role = 'visitor' and u.created_at >= $1)::int as visitors_today,
         count(*) filter (where u.is_anonymous)::int as guests,
         count(*) filter (where u.is_anonymous and u.created_at >= $1)::int as guests_today
       from public.profiles p join auth.users u on u.id = p.user_id`,
      [since],
    ),
    db.query<Row>(
      `select count(*)::int as chats,
         count(*) filter (where coalesce(joined_at, created_at) >= $1)::int as chats_today
       from public.sessions where visitor_id is not null`,
      [since],
    ),
    db.query<Row & { language: Language }>(
      `select source_language as language, count(*)::int as messages,
         count(*) filter (where created_at >= $1)::int as messages_today,
         count(translated_content)::int as translated,
         count(translated_content) filter (where created_at >= $1)::int as translated_today
       from public.messages group by source_language`,
      [since],
    ),
    db.query<{ language: Language; people: number }>(
      'select language, count(*)::int as people from public.profiles group by language',
    ),
  ]);
  const of = (row: Row | undefined, name: string): Count => ({
    all: row?.[name] ?? 0,
    today: row?.[`${name}_today`] ?? 0,
  });
  const languages = LANGUAGES.map(
    (language) =>
      [
        language,
        of(
          messages.find((row) => row.language === language),
          'messages',
        ),
      ] as const,
  );
  const sum = (name: string): Count =>
    messages
      .map((row) => of(row, name))
      .reduce((a, b) => ({ all: a.all + b.all, today: a.today + b.today }), { all: 0, today: 0 });
  return {
    vendors: of(people[0], 'vendors'),
    visitors: of(people[0], 'visitors'),
    guests: of(people[0], 'guests'),
    chats: of(chats[0], 'chats'),
    messages: sum('messages'),
    translated: sum('translated'),
    languages: Object.fromEntries(languages) as EventCounts['languages'],
    readers: Object.fromEntries(
      LANGUAGES.map((language) => [language, readers.find((row) => row.language === language)?.people ?? 0]),
    ) as EventCounts['readers'],
  };
}
