-- Leads: what somebody notes about a person they met, their own qualifying questions, and the record of exports. All of it belongs
-- to whoever wrote it and nobody else sees it, least of all the person it is about. Safe to run twice.

-- Whether answers are a flat object of texts, yes or no, and choices. A check cannot hold a subquery, so a function looks.
create or replace function private.are_lead_answers(answers jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(answers) <> 'object' then false else
      (select count(*) <= 60 and bool_and(
          char_length(key) between 1 and 40
          and case jsonb_typeof(value)
            when 'boolean' then true
            when 'string' then char_length(value #>> '{}') <= 20000
            when 'array' then jsonb_array_length(value) <= 12 and not exists (
              select 1 from jsonb_array_elements(value) choice
              where jsonb_typeof(choice) <> 'string' or char_length(choice #>> '{}') > 80
            )
            else false
          end
        ) is not false
        from jsonb_each(answers))
      and pg_column_size(answers) <= 200000
    end
  $$;

-- Whether these are at most 12 questions: of text, of yes or no, or of 2 to 12 choices.
create or replace function private.are_lead_questions(questions jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(questions) <> 'array' then false else
      jsonb_array_length(questions) <= 12
      and (select count(distinct question ->> 'id') from jsonb_array_elements(questions) question)
        = jsonb_array_length(questions)
      and not exists (
        select 1 from jsonb_array_elements(questions) question
        where (
          jsonb_typeof(question) = 'object'
          and jsonb_typeof(question -> 'label') = 'string'
          and char_length(question ->> 'id') between 1 and 40
          and char_length(question ->> 'label') <= 200 and question ->> 'label' ~ '\S'
          and case question ->> 'kind'
            when 'text' then true
            when 'yes_no' then true
            when 'choice' then case when jsonb_typeof(question -> 'choices') <> 'array' then false else
              jsonb_array_length(question -> 'choices') between 2 and 12 and not exists (
                select 1 from jsonb_array_elements(question -> 'choices') choice
                where jsonb_typeof(choice) <> 'string' or char_length(choice #>> '{}') > 80 or choice #>> '{}' !~ '\S'
              ) end
            else false
          end
        ) is not true
      )
    end
  $$;

-- A text as searches compare it: searchKey() of packages/domain/src/search-text.ts in SQL. No case, no marks, one form of each Arabic
-- letter, ASCII digits.
create or replace function private.search_key(given text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select btrim(regexp_replace(
      replace(replace(replace(replace(
        -- What has no counterpart in the second list is taken out: the hamza of its own, and the tatweel.
        translate(
          lower(regexp_replace(
            normalize(given, nfkd),
            '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0600-\u0605\u0610-\u061c\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u093c\u093e-\u094f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
            '', 'g'
          )),
          'øđðłħıٱىیةہک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ءـ',
          'oddlhiاييههك01234567890123456789'
        ),
        'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
      '\s+', ' ', 'g'
    ))
  $$;

revoke all on function private.are_lead_answers(jsonb), private.are_lead_questions(jsonb), private.search_key(text) from public;
grant execute on function private.are_lead_answers(jsonb), private.are_lead_questions(jsonb), private.search_key(text)
  to authenticated, service_role;

-- What its owner knows of a person. There is a row from the first word on that is noted; before, the person is merely a new lead.
create table if not exists public.leads (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'new'
    constraint leads_status_check check (status in ('new', 'contacted', 'qualified', 'won', 'lost')),
  rating smallint constraint leads_rating_check check (rating between 1 and 5),
  tags text[] not null default '{}' constraint leads_tags_check check (private.are_tags(tags)),
  -- More than a form takes: two texts that were written at once are both kept.
  note text constraint leads_note_length check (char_length(note) <= 20000),
  -- By question id: a text, true or false, or the choices.
  answers jsonb not null default '{}' constraint leads_answers_check check (private.are_lead_answers(answers)),
  follow_up_on date,
  -- Counts the changes. Who changes a row names the version that they have seen (`update ... where version = 3`), so that nothing that
  -- was written on another device meanwhile is overwritten.
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (owner_id, person_id),
  constraint leads_of_others check (owner_id <> person_id)
);
create index if not exists leads_person_id_idx on public.leads (person_id);
create index if not exists leads_follow_up_on_idx on public.leads (owner_id, follow_up_on) where follow_up_on is not null;

-- A vendor's qualifying questions, as one document: they are ordered, few, and changed together.
create table if not exists public.lead_questionnaires (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  questions jsonb not null constraint lead_questionnaires_questions_check check (private.are_lead_questions(questions)),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create or replace function private.stamp_version() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    if tg_op = 'INSERT' then
      new.version := 1;
      new.created_at := new.updated_at;
    else
      new.version := old.version + 1;
    end if;
    return new;
  end
  $$;
drop trigger if exists stamp_version on public.leads;
create trigger stamp_version before insert or update on public.leads
  for each row execute function private.stamp_version();
drop trigger if exists stamp_version on public.lead_questionnaires;
create trigger stamp_version before insert or update on public.lead_questionnaires
  for each row execute function private.stamp_version();

-- Who has taken which people out of the product, and when. It is written once and never altered.
create table if not exists public.lead_exports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  format text not null constraint lead_exports_format_check check (format in ('csv', 'xlsx', 'vcard')),
  -- all of them, those that are new since the last export, or those that a search had found
  scope text not null constraint lead_exports_scope_check check (scope in ('all', 'new', 'found')),
  people int not null constraint lead_exports_people_check check (people between 1 and 1000000),
  -- changed_at of the newest lead in it: what changes later is new for the next export.
  read_until timestamptz not null,
  exported_by uuid not null,
  exported_by_name text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists lead_exports_owner_id_created_at_idx
  on public.lead_exports (owner_id, created_at desc, id);

create or replace function private.stamp_lead_export() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    new.read_until := least(new.read_until, new.created_at);
    new.exported_by := coalesce((select auth.uid()), new.exported_by);
    new.exported_by_name := (select name from public.profiles where id = new.owner_id);
    return new;
  end
  $$;
drop trigger if exists stamp_lead_export on public.lead_exports;
create trigger stamp_lead_export before insert on public.lead_exports
  for each row execute function private.stamp_lead_export();

alter table public.leads enable row level security;
alter table public.lead_questionnaires enable row level security;
alter table public.lead_exports enable row level security;
revoke all on public.leads, public.lead_questionnaires, public.lead_exports from public, anon, authenticated;
grant select, delete on public.leads to authenticated;
grant insert (owner_id, person_id, status, rating, tags, note, answers, follow_up_on) on public.leads to authenticated;
grant update (status, rating, tags, note, answers, follow_up_on) on public.leads to authenticated;
grant select, insert (owner_id, questions), update (questions) on public.lead_questionnaires to authenticated;
grant select, insert (owner_id, format, scope, people, read_until) on public.lead_exports to authenticated;
grant all on public.leads, public.lead_questionnaires to service_role;
revoke all on public.lead_exports from service_role;
grant select on public.lead_exports to service_role;

drop policy if exists "Read one's own leads" on public.leads;
create policy "Read one's own leads" on public.leads
  for select to authenticated using (owner_id = (select private.my_profile_id()));

drop policy if exists "Note something about a person one sees" on public.leads;
create policy "Note something about a person one sees" on public.leads
  for insert to authenticated
  with check (
    owner_id = (select private.my_profile_id())
    -- Profiles are themselves cut down to vendors and people met by their policy.
    and exists (select 1 from public.profiles p where p.id = person_id)
  );

drop policy if exists "Change one's own leads" on public.leads;
create policy "Change one's own leads" on public.leads
  for update to authenticated
  using (owner_id = (select private.my_profile_id()))
  with check (owner_id = (select private.my_profile_id()));

drop policy if exists "Delete one's own leads" on public.leads;
create policy "Delete one's own leads" on public.leads
  for delete to authenticated using (owner_id = (select private.my_profile_id()));

drop policy if exists "Read one's own questions" on public.lead_questionnaires;
create policy "Read one's own questions" on public.lead_questionnaires
  for select to authenticated using (owner_id = (select private.my_profile_id()));

drop policy if exists "Write one's questions as a vendor" on public.lead_questionnaires;
create policy "Write one's questions as a vendor" on public.lead_questionnaires
  for insert to authenticated
  with check (owner_id = (select private.my_profile_id()) and (select private.my_role()) = 'vendor');

drop policy if exists "Change one's own questions" on public.lead_questionnaires;
create policy "Change one's own questions" on public.lead_questionnaires
  for update to authenticated
  using (owner_id = (select private.my_profile_id()))
  with check (owner_id = (select private.my_profile_id()));

drop policy if exists "Read the record of one's exports" on public.lead_exports;
create policy "Read the record of one's exports" on public.lead_exports
  for select to authenticated using (owner_id = (select private.my_profile_id()));

drop policy if exists "Record an export" on public.lead_exports;
create policy "Record an export" on public.lead_exports
  for insert to authenticated with check (owner_id = (select private.my_profile_id()));

-- Everybody whom the caller has met or noted something about, with what is noted. Row-level security of the tables below decides what is
-- in it. `search` is computed only where a query asks for it.
create or replace view public.lead_list with (security_invoker = true) as
  select
    p.id as person_id, p.role, p.name, p.company, p.designation, p.email, p.phone, p.website, p.linkedin, p.whatsapp, p.wechat,
    p.language, p.avatar_url,
    met.met_at,
    coalesce(l.status, 'new') as status, l.rating, coalesce(l.tags, '{}') as tags, l.note, coalesce(l.answers, '{}') as answers,
    l.follow_up_on, coalesce(l.version, 0) as version, l.updated_at,
    greatest(met.met_at, l.updated_at) as changed_at,
    private.search_key(concat_ws(E'\n', p.name, p.company, p.email, p.designation, array_to_string(l.tags, E'\n'), l.note)) as search
  from (select private.my_profile_id() as id offset 0) me
  cross join lateral (
    select person_id, min(at) as met_at from (
      select s.visitor_id as person_id, coalesce(s.joined_at, s.created_at) as at
        from public.sessions s where s.vendor_id = me.id and s.visitor_id is not null
      union all
      select s.vendor_id, coalesce(s.joined_at, s.created_at) from public.sessions s where s.visitor_id = me.id
      union all
      select noted.person_id, noted.created_at from public.leads noted where noted.owner_id = me.id
    ) seen
    group by person_id
  ) met
  join public.profiles p on p.id = met.person_id
  left join public.leads l on l.owner_id = me.id and l.person_id = met.person_id;
revoke all on public.lead_list from public, anon, authenticated;
grant select on public.lead_list to authenticated, service_role;

-- The caller's tags, the most frequent first.
create or replace function public.lead_tags() returns table (tag text, people int)
  language sql stable security invoker set search_path = ''
  as $$
    select tag, count(*)::int from public.leads, unnest(tags) tag
    where owner_id = (select private.my_profile_id())
    group by tag order by count(*) desc, tag limit 50
  $$;
revoke all on function public.lead_tags() from public, anon;
grant execute on function public.lead_tags() to authenticated, service_role;

-- What was noted on one device appears on the others.
do $$
begin
  if not exists (
    select 1 from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'leads'
  ) then
    alter publication supabase_realtime add table public.leads;
  end if;
end
$$;
