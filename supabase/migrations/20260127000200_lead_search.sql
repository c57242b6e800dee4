-- Searching tens of thousands of people met: what a search compares is kept, as making it for every row of a list took longer than a
-- statement may. Safe to run twice.

-- What a search compares of a lead. array_to_string() is only called stable, as of other types than text it would be.
create or replace function private.lead_search_key(tags text[], note text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$ select private.search_key(concat_ws(E'\n', array_to_string(tags, E'\n'), note)) $$;
revoke all on function private.lead_search_key(text[], text) from public;
grant execute on function private.lead_search_key(text[], text) to authenticated, service_role;

alter table public.leads add column if not exists
  search text generated always as (private.lead_search_key(tags, note)) stored;

-- What a search compares of a profile. It stands apart, so that nobody who reads a profile reads it as well. The schema is served to
-- nobody; lead_list joins it to the profiles that its caller sees.
create table if not exists private.profile_search_keys (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  key text not null
);
alter table private.profile_search_keys enable row level security;
revoke all on private.profile_search_keys from public, anon, authenticated, service_role;
grant select on private.profile_search_keys to authenticated, service_role;
drop policy if exists "Read by views that are cut down to the caller's people" on private.profile_search_keys;
create policy "Read by views that are cut down to the caller's people" on private.profile_search_keys
  for select to authenticated using (true);

create or replace function private.keep_profile_search_key() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.profile_search_keys (profile_id, key)
      values (new.id, private.search_key(concat_ws(E'\n', new.name, new.company, new.email, new.designation)))
      on conflict (profile_id) do update set key = excluded.key;
    return null;
  end
  $$;
revoke all on function private.keep_profile_search_key() from public;
drop trigger if exists keep_search_key on public.profiles;
create trigger keep_search_key
  after insert or update of name, company, email, designation on public.profiles
  for each row execute function private.keep_profile_search_key();
insert into private.profile_search_keys (profile_id, key)
  select id, private.search_key(concat_ws(E'\n', name, company, email, designation)) from public.profiles
  on conflict (profile_id) do nothing;

-- The id of an export is its maker's, so that a record whose answer was lost can be made again and is made once.
grant insert (id) on public.lead_exports to authenticated;

-- As before, with the kept texts.
create or replace view public.lead_list with (security_invoker = true) as
  select
    p.id as person_id, p.role, p.name, p.company, p.designation, p.email, p.phone, p.website, p.linkedin, p.whatsapp, p.wechat,
    p.language, p.avatar_url,
    met.met_at,
    coalesce(l.status, 'new') as status, l.rating, coalesce(l.tags, '{}') as tags, l.note, coalesce(l.answers, '{}') as answers,
    l.follow_up_on, coalesce(l.version, 0) as version, l.updated_at,
    greatest(met.met_at, l.updated_at) as changed_at,
    concat_ws(E'\n', k.key, l.search) as search
  from (
    select person_id, min(at) as met_at from (
      select s.visitor_id as person_id, coalesce(s.joined_at, s.created_at) as at
        from public.sessions s
        where s.vendor_id = (select private.my_profile_id()) and s.visitor_id is not null
      union all
      select s.vendor_id, coalesce(s.joined_at, s.created_at)
        from public.sessions s
        where s.visitor_id = (select private.my_profile_id())
      union all
      select noted.person_id, noted.created_at
        from public.leads noted
        where noted.owner_id = (select private.my_profile_id())
    ) seen
    group by person_id
  ) met
  join public.profiles p on p.id = met.person_id
  left join private.profile_search_keys k on k.profile_id = met.person_id
  left join public.leads l on l.owner_id = (select private.my_profile_id()) and l.person_id = met.person_id;
