-- Leads: whose request was declined is nobody that one has met (docs/adr/0031), and who changes their card is new for the next export
-- (docs/adr/0027). Safe to run twice.

-- When something on a person's card changed last, by the database's clock: `profiles.updated_at` is the time of their device. Beside what
-- searches compare, which every list reads anyway.
alter table private.profile_search_keys add column if not exists card_changed_at timestamptz;

create or replace function private.note_card_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.profile_search_keys k set card_changed_at = clock_timestamp() where k.profile_id = new.id;
    return null;
  end
  $$;
revoke all on function private.note_card_change() from public;
drop trigger if exists note_card_change on public.profiles;
create trigger note_card_change after update on public.profiles
  for each row when (
    (old.name, old.company, old.designation, old.email, old.phone, old.website, old.linkedin, old.whatsapp, old.wechat)
    is distinct from
    (new.name, new.company, new.designation, new.email, new.phone, new.website, new.linkedin, new.whatsapp, new.wechat)
  )
  execute function private.note_card_change();

-- As before, but for these two.
create or replace view public.lead_list with (security_invoker = true) as
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
    ) as search
  from (
    select person_id, min(at) as met_at from (
      select s.visitor_id as person_id, coalesce(s.joined_at, s.created_at) as at
        from public.sessions s
        where s.vendor_id = (select private.my_profile_id()) and s.visitor_id is not null
          and s.request_state is distinct from 'declined'
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
  left join public.profiles p on p.id = met.person_id
  left join lateral (
    select * from private.seen_profiles seen where p.id is null and seen.id = met.person_id limit 1
  ) q on true
  left join private.profile_search_keys k on k.profile_id = met.person_id
  left join public.leads l on l.owner_id = (select private.my_profile_id()) and l.person_id = met.person_id
  where p.id is not null or q.id is not null;
