-- Leads (docs/adr/0027): what a person notes about someone they met, and a vendor's qualifying
-- questions. Only who works at the author's booth can see them.

-- True if `answers` is a flat object of texts, booleans and lists of choices. Check constraints
-- cannot contain subqueries, so they call these functions.
create function private.are_lead_answers(answers jsonb) returns boolean
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

-- True if `questions` holds at most 12 questions: text, yes or no, or 2 to 12 choices.
create function private.are_lead_questions(questions jsonb) returns boolean
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

-- The searchable text of a lead. Immutable, unlike array_to_string() itself, which PostgreSQL must
-- treat as stable for arrays of other types.
create function private.lead_search_key(tags text[], note text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$ select private.search_key(concat_ws(E'\n', array_to_string(tags, E'\n'), note)) $$;
revoke all on function private.are_lead_answers(jsonb), private.are_lead_questions(jsonb),
  private.lead_search_key(text[], text) from public;
grant execute on function private.are_lead_answers(jsonb), private.are_lead_questions(jsonb),
  private.lead_search_key(text[], text) to authenticated, service_role;

-- An owner's notes about a person. The row exists from the first note on; before that, the person
-- is simply a new lead.
create table public.leads (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'new'
    constraint leads_status_check check (status in ('new', 'contacted', 'qualified', 'won', 'lost')),
  rating smallint constraint leads_rating_check check (rating between 1 and 5),
  tags text[] not null default '{}' constraint leads_tags_check check (private.are_tags(tags)),
  -- Longer than the form allows: when two devices write at the same time, both texts are kept.
  note text constraint leads_note_length check (char_length(note) <= 20000),
  -- By question id: a text, a boolean or a list of choices.
  answers jsonb not null default '{}' constraint leads_answers_check check (private.are_lead_answers(answers)),
  follow_up_on date,
  -- Counts changes; see private.stamp_version().
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  search text generated always as (private.lead_search_key(tags, note)) stored,
  -- Who of a booth's team met the person; null for a vendor without staff.
  met_by uuid references public.profiles (id) on delete set null,
  primary key (owner_id, person_id),
  constraint leads_of_others check (owner_id <> person_id)
);
create index leads_person_id_idx on public.leads (person_id);
create index leads_follow_up_on_idx on public.leads (owner_id, follow_up_on) where follow_up_on is not null;
create index leads_met_by_idx on public.leads (met_by) where met_by is not null;
create trigger stamp_version before insert or update on public.leads
  for each row execute function private.stamp_version();

-- Who met a person is a member of the booth's team: the one who is named, else the one who answers
-- the person's chat, else the one who notes the lead.
-- Error: PT400 for a person who is not of the team.
create function private.note_who_met() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select 1 from public.booth_members m where m.owner_id = new.owner_id) then
      new.met_by := case when tg_op = 'UPDATE' then old.met_by end;
      return new;
    end if;
    if new.met_by is null and tg_op = 'INSERT' then
      new.met_by := coalesce(
        (
          select s.assigned_to from public.sessions s
          where s.vendor_id = new.owner_id and s.visitor_id = new.person_id and s.assigned_to is not null
          order by s.created_at limit 1
        ),
        (select m.profile_id from public.booth_members m where m.owner_id = new.owner_id and m.profile_id = private.my_profile_id())
      );
    elsif new.met_by is not null and (tg_op = 'INSERT' or new.met_by is distinct from old.met_by)
      -- The server and the database owner are not checked.
      and private.booth_of(new.met_by) <> new.owner_id and auth.uid() is not null
    then
      raise exception using errcode = 'PT400', message = 'This person does not work at the booth';
    end if;
    return new;
  end
  $$;
revoke all on function private.note_who_met() from public;
create trigger note_who_met before insert or update of met_by on public.leads
  for each row execute function private.note_who_met();

-- A vendor's qualifying questions, as one document: they are ordered, few, and changed together.
create table public.lead_questionnaires (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  questions jsonb not null constraint lead_questionnaires_questions_check check (private.are_lead_questions(questions)),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create trigger stamp_version before insert or update on public.lead_questionnaires
  for each row execute function private.stamp_version();

alter table public.leads enable row level security;
alter table public.lead_questionnaires enable row level security;
revoke all on public.leads, public.lead_questionnaires from public, anon, authenticated;
grant select, delete on public.leads to authenticated;
grant insert (owner_id, person_id, status, rating, tags, note, answers, follow_up_on, met_by) on public.leads to authenticated;
grant update (status, rating, tags, note, answers, follow_up_on, met_by) on public.leads to authenticated;
grant select, insert (owner_id, questions), update (questions) on public.lead_questionnaires to authenticated;
grant all on public.leads, public.lead_questionnaires to service_role;

create policy "Prove the second factor first" on public.leads
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.lead_questionnaires
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own leads" on public.leads
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Note something about a person one sees" on public.leads
  for insert to authenticated
  with check (
    owner_id = (select private.my_booth())
    and exists (select 1 from private.seen_profiles p where p.id = person_id)
  );

create policy "Change one's own leads" on public.leads
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

create policy "Delete one's own leads" on public.leads
  for delete to authenticated using (owner_id = (select private.my_booth()));

create policy "Read one's own questions" on public.lead_questionnaires
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Write one's questions as a vendor" on public.lead_questionnaires
  for insert to authenticated
  with check (owner_id = (select private.my_booth()) and (select private.my_role()) = 'vendor');

create policy "Change one's own questions" on public.lead_questionnaires
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

-- Notes made on one device appear on the others. The replica identity stays the key, which the policies
-- look at: PostgreSQL 18 refuses deletes with a full one beside a stored generated column.
alter publication supabase_realtime add table public.leads;

-- The searchable text of each profile. Computing it for every row of a long list took longer than a
-- statement may. A table of its own, so that reading a profile does not read it too; lead_list
-- joins it to the profiles that the caller sees.
create table private.profile_search_keys (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  -- Of name, company, e-mail address and designation together.
  key text not null,
  -- Of each field: where something is withheld, lead_list combines the rest.
  name text,
  company text,
  email text,
  designation text,
  -- When a field of the card last changed, by the database's clock; profiles.updated_at is the time
  -- of the person's device. Here, since every list reads this row anyway.
  card_changed_at timestamptz
);
alter table private.profile_search_keys enable row level security;
revoke all on private.profile_search_keys from public, anon, authenticated, service_role;
grant select on private.profile_search_keys to authenticated, service_role;

create policy "Prove the second factor first" on private.profile_search_keys
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- No API serves schema private: only views read the table, limited to the people of the caller.
create policy "Read by views that are cut down to the caller's people" on private.profile_search_keys
  for select to authenticated using (true);

create function private.keep_profile_search_key() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.profile_search_keys as known (profile_id, key, name, company, email, designation)
      values (
        new.id, private.search_key(concat_ws(E'\n', new.name, new.company, new.email, new.designation)),
        private.search_key(new.name), private.search_key(new.company), private.search_key(new.email),
        private.search_key(new.designation)
      )
      on conflict (profile_id) do update set
        key = excluded.key, name = excluded.name, company = excluded.company, email = excluded.email,
        designation = excluded.designation;
    return null;
  end
  $$;
revoke all on function private.keep_profile_search_key() from public;
create trigger keep_search_key
  after insert or update of name, company, email, designation on public.profiles
  for each row execute function private.keep_profile_search_key();

create function private.note_card_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.profile_search_keys k set card_changed_at = clock_timestamp() where k.profile_id = new.id;
    return null;
  end
  $$;
revoke all on function private.note_card_change() from public;
create trigger note_card_change after update on public.profiles
  for each row when (
    (old.name, old.company, old.designation, old.email, old.phone, old.website, old.linkedin, old.whatsapp, old.wechat)
    is distinct from
    (new.name, new.company, new.designation, new.email, new.phone, new.website, new.linkedin, new.whatsapp, new.wechat)
  )
  execute function private.note_card_change();

-- Everyone whom the caller, or their booth, has met or noted something about, with the notes. Row-level security of
-- the tables decides which rows it has. A person who withholds something is no row of profiles to
-- the caller and is read one by one (q); the many others are read in bulk (p). A vendor has not met
-- a visitor whose request was declined.
create view public.lead_list with (security_invoker = true) as
  select
    met.person_id,
    coalesce(p.role, q.role) as role, coalesce(p.name, q.name) as name, coalesce(p.company, q.company) as company,
    coalesce(p.designation, q.designation) as designation, coalesce(p.email, q.email) as email,
    coalesce(p.phone, q.phone) as phone, coalesce(p.website, q.website) as website, coalesce(p.linkedin, q.linkedin) as linkedin,
    coalesce(p.whatsapp, q.whatsapp) as whatsapp, coalesce(p.wechat, q.wechat) as wechat,
    coalesce(p.language, q.language) as language, coalesce(p.avatar_url, q.avatar_url) as avatar_url,
    met.met_at,
    coalesce(l.status, 'new') as status, l.rating, coalesce(l.tags, '{}') as tags, l.note, coalesce(l.answers, '{}') as answers,
    l.follow_up_on, coalesce(l.version, 0) as version, l.updated_at,
    greatest(met.met_at, l.updated_at, k.card_changed_at) as changed_at,
    concat_ws(E'\n',
      case when met.person_id in (select w.owner_id from private.withholders w) then (
        select concat_ws(
          ' ', k.name,
          case when 'company' = any (w.withheld) then null else k.company end,
          case when 'email' = any (w.withheld) then null else k.email end,
          case when 'designation' = any (w.withheld) then null else k.designation end
        )
        from private.withholders w where w.owner_id = met.person_id
      ) else k.key end,
      l.search
    ) as search,
    coalesce(l.met_by, (
      select s.assigned_to from public.sessions s
      where s.vendor_id = (select private.my_booth()) and s.visitor_id = met.person_id and s.assigned_to is not null
      order by s.created_at limit 1
    )) as met_by
  from (
    select person_id, min(at) as met_at from (
      select s.visitor_id as person_id, coalesce(s.joined_at, s.created_at) as at
        from public.sessions s
        where s.vendor_id = (select private.my_booth()) and s.visitor_id is not null
          and s.request_state is distinct from 'declined'
      union all
      select s.vendor_id, coalesce(s.joined_at, s.created_at)
        from public.sessions s
        where s.visitor_id = (select private.my_profile_id())
      union all
      select noted.person_id, noted.created_at
        from public.leads noted
        where noted.owner_id = (select private.my_booth())
    ) seen
    group by person_id
  ) met
  left join public.profiles p on p.id = met.person_id
  left join lateral (
    select * from private.seen_profiles seen where p.id is null and seen.id = met.person_id limit 1
  ) q on true
  left join private.profile_search_keys k on k.profile_id = met.person_id
  left join public.leads l on l.owner_id = (select private.my_booth()) and l.person_id = met.person_id
  where p.id is not null or q.id is not null;
revoke all on public.lead_list from public, anon, authenticated, service_role;
grant select on public.lead_list to authenticated, service_role;

-- The tags of the caller's booth, the most frequent first.
create function public.lead_tags() returns table (tag text, people int)
  language sql stable security invoker set search_path = ''
  as $$
    select tag, count(*)::int from public.leads, unnest(tags) tag
    where owner_id = (select private.my_booth())
    group by tag order by count(*) desc, tag limit 50
  $$;
revoke all on function public.lead_tags() from public, anon;
grant execute on function public.lead_tags() to authenticated, service_role;
