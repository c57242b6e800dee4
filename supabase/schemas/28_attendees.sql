-- The list of attendees that an administrator uploads (docs/adr/0084): whose badge has which id. Users
-- cannot read it. A vendor gets the person of a badge whose id they have, and only so many in a day.

-- Written by the server alone.
create table private.attendees (
  -- Exactly as the badge's code says it, as in scanned_cards.badge.
  badge text primary key constraint attendees_badge_length check (char_length(badge) between 1 and 300),
  -- Lengths as in public.scanned_cards.
  name text not null constraint attendees_name_length check (char_length(name) between 1 and 200),
  company text constraint attendees_company_length check (char_length(company) <= 200),
  designation text constraint attendees_designation_length check (char_length(designation) <= 200),
  email text constraint attendees_email_length check (char_length(email) <= 320),
  phone text constraint attendees_phone_length check (char_length(phone) <= 100)
);

-- When the list was uploaded; no row: there is no list.
create table private.attendee_list (
  single boolean primary key default true constraint attendee_list_single check (single),
  uploaded_at timestamptz not null default clock_timestamp()
);

-- The ids that a vendor has asked for. Rows older than a day go with the next list.
create table private.badge_lookups (
  profile_id uuid not null references public.profiles (id) on delete cascade,
  badge text not null constraint badge_lookups_badge_length check (char_length(badge) <= 300),
  asked_at timestamptz not null default clock_timestamp(),
  primary key (profile_id, badge)
);

alter table private.attendees enable row level security;
alter table private.attendee_list enable row level security;
alter table private.badge_lookups enable row level security;
revoke all on private.attendees, private.attendee_list, private.badge_lookups
  from public, anon, authenticated, service_role;

create policy "Prove the second factor first" on private.attendees
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.attendee_list
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.badge_lookups
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The attendees with these badges, for a vendor with an account. Ids could be guessed: an id that was not
-- asked for since the list was uploaded counts towards the quota `badge_lookups` of a day, whether the list
-- has it or not. Ids beyond the quota get no answer. badges: the first ones are asked for first.
-- Only ids that an earlier transaction asked for get an answer, so callers ask twice: a caller can
-- make a transaction fail after it has shown an answer, and what it has counted is rolled back.
create function private.attendees_of(badges text[]) returns setof private.attendees
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
    listed timestamptz := (select l.uploaded_at from private.attendee_list l);
    left_today bigint;
  begin
    if me is null or listed is null or private.my_role() is distinct from 'vendor' or private.am_guest()
      or not private.second_factor_done()
    then
      return;
    end if;
    perform private.lock_quota('badge_lookups', me);
    select q.members - (
        select count(*) from private.badge_lookups b
        where b.profile_id = me and b.asked_at > clock_timestamp() - interval '1 day'
      )
      into left_today from private.quotas q where q.name = 'badge_lookups';
    insert into private.badge_lookups as known (profile_id, badge)
      select me, asked.badge
        from unnest(badges) with ordinality asked (badge, place)
        where char_length(asked.badge) <= 300 and not exists (
          select 1 from private.badge_lookups b
          where b.profile_id = me and b.badge = asked.badge and b.asked_at >= listed
        )
        group by asked.badge
        order by min(asked.place)
        -- Null: no limit. A quota that was lowered may be exceeded already.
        limit case when left_today < 0 then 0 else left_today end
      on conflict (profile_id, badge) do update set asked_at = excluded.asked_at;
    return query
      select a.* from private.attendees a
        where a.badge = any (badges) and exists (
          select 1 from private.badge_lookups b
          where b.profile_id = me and b.badge = a.badge and b.asked_at >= listed
            -- now() is when this transaction began; what it asks for itself is later.
            and b.asked_at < now()
        );
  end
  $$;
revoke all on function private.attendees_of(text[]) from public;
grant execute on function private.attendees_of(text[]) to authenticated, service_role;

-- The person of a badge that was just scanned; no row: the list does not have the id, the quota is
-- used, or this is the first time that the caller asks.
create function public.badge_attendee(badge text)
  returns table (name text, company text, designation text, email text, phone text)
  language sql volatile security invoker set search_path = ''
  as $$
    select a.name, a.company, a.designation, a.email, a.phone
      from private.attendees_of(array[badge_attendee.badge]) a
  $$;

-- Fills the kept cards of the caller and of their booth that have the id of a badge and no name, the newest
-- first. What was written stays. The first call asks for the badges, the next one fills them.
-- Returns the number of cards that were filled.
create function public.match_badges() returns int
  language sql volatile security invoker set search_path = ''
  as $$
    with filled as (
      update public.scanned_cards c
        set name = a.name, company = coalesce(c.company, a.company),
          designation = coalesce(c.designation, a.designation), email = coalesce(c.email, a.email),
          phone = coalesce(c.phone, a.phone)
        from private.attendees_of(array(
          select mine.badge from public.scanned_cards mine
          where mine.owner_id = any ((select private.my_vendors())::uuid[]) and mine.badge is not null and mine.name is null
          order by mine.created_at desc
        )) a
        where c.owner_id = any ((select private.my_vendors())::uuid[]) and c.badge = a.badge and c.name is null
        returning c.id
    )
    select count(*)::int from filled
  $$;
revoke all on function public.badge_attendee(text), public.match_badges() from public, anon;
grant execute on function public.badge_attendee(text), public.match_badges() to authenticated, service_role;
