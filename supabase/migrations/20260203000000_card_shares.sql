-- What people share of their business card, with whom, and since when (docs/adr/0037). Name, role, language and picture always go, as a
-- chat needs them; each of the other fields can be withheld from one person, and by default from everybody whom one meets from now on.
-- Uses nothing that a hosted Supabase lacks; safe to run twice.

-- The fields of a card that can be withheld.
create or replace function private.are_card_fields(fields text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select fields <@ array['company', 'designation', 'email', 'phone', 'whatsapp', 'wechat', 'linkedin', 'website']
      and coalesce(array_ndims(fields), 1) = 1 and cardinality(fields) <= 8
  $$;
revoke all on function private.are_card_fields(text[]) from public;
grant execute on function private.are_card_fields(text[]) to authenticated, service_role;

-- What stands: one row a direction. A pair without a row has not exchanged cards: the owner's default holds.
create table if not exists public.card_shares (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  viewer_id uuid not null references public.profiles (id) on delete cascade,
  withheld text[] not null default '{}' constraint card_shares_withheld_check check (private.are_card_fields(withheld)),
  -- When they met; null where the owner has chosen before that.
  exchanged_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (owner_id, viewer_id),
  constraint card_shares_two_people check (owner_id <> viewer_id)
);
-- What one person withholds from somebody; it serves the foreign key as well.
create index if not exists card_shares_viewer_id_idx on public.card_shares (viewer_id, owner_id) include (withheld);
-- All who withhold something from somebody.
create index if not exists card_shares_withheld_idx on public.card_shares (viewer_id, owner_id) include (withheld)
  where withheld <> '{}';
-- The owner's people, the latest first.
create index if not exists card_shares_owner_id_changed_at_idx on public.card_shares (owner_id, changed_at desc, viewer_id);

create table if not exists public.card_share_defaults (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  withheld text[] not null default '{}'
    constraint card_share_defaults_withheld_check check (private.are_card_fields(withheld)),
  changed_at timestamptz not null default clock_timestamp()
);

-- What was given and withdrawn, and when. Written by the functions below alone, and never altered; it goes with either account.
create table if not exists public.card_share_history (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- Null for the default.
  viewer_id uuid references public.profiles (id) on delete cascade,
  -- exchange: they met. choice: the owner has chosen.
  reason text not null constraint card_share_history_reason_check check (reason in ('exchange', 'choice')),
  -- Fields that had a value and could be read from then on.
  shared text[] not null,
  withheld text[] not null,
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists card_share_history_owner_id_created_at_idx
  on public.card_share_history (owner_id, created_at desc, id);
create index if not exists card_share_history_viewer_id_idx on public.card_share_history (viewer_id, owner_id);

create or replace function private.refuse_change_of_history() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception using errcode = '42501', message = 'The record of what was shared cannot be changed';
  end
  $$;
revoke all on function private.refuse_change_of_history() from public;
drop trigger if exists refuse_change on public.card_share_history;
create trigger refuse_change before update on public.card_share_history
  for each row execute function private.refuse_change_of_history();

-- When a profile, or what is shared of it, changed last: what the app listens to instead of `profiles`, as a row of which something is
-- withheld is told to nobody. It says nothing but that there is something to read again.
create table if not exists public.profile_changes (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp()
);

alter table public.card_shares enable row level security;
alter table public.card_share_defaults enable row level security;
alter table public.card_share_history enable row level security;
alter table public.profile_changes enable row level security;
revoke all on public.card_shares, public.card_share_defaults, public.card_share_history, public.profile_changes
  from public, anon, authenticated, service_role;
grant select on public.card_shares, public.card_share_defaults, public.card_share_history, public.profile_changes
  to authenticated, service_role;

-- Whoever it is withheld from reads none of these: they see what is shared, and nothing where something is not.
drop policy if exists "Read what one shares" on public.card_shares;
create policy "Read what one shares" on public.card_shares
  for select to authenticated using (owner_id = (select private.my_profile_id()));

drop policy if exists "Read what one shares by default" on public.card_share_defaults;
create policy "Read what one shares by default" on public.card_share_defaults
  for select to authenticated using (owner_id = (select private.my_profile_id()));

drop policy if exists "Read the record of what one shared" on public.card_share_history;
create policy "Read the record of what one shared" on public.card_share_history
  for select to authenticated using (owner_id = (select private.my_profile_id()));

-- Who withholds something from the caller. Policies and lists read it with the rights of the view's owner.
create or replace view private.withholders as
  select c.owner_id, c.withheld from public.card_shares c
  where c.viewer_id = (select private.my_profile_id()) and c.withheld <> '{}'
  union all
  select d.owner_id, d.withheld from public.card_share_defaults d
  where d.withheld <> '{}' and d.owner_id is distinct from (select private.my_profile_id())
    -- One look into an index for each of these few; as NOT EXISTS it read through everybody whom the caller has met.
    and (
      select c.owner_id from public.card_shares c
      where c.owner_id = d.owner_id and c.viewer_id = (select private.my_profile_id())
    ) is null;

-- Profiles as the caller may see them: the rows that the policy of `profiles` would show if nothing was withheld, without what is.
-- A field is hidden by an expression of the view itself, so that no filter, order or join ever compares what is withheld.
-- withheld: null where nothing is.
create or replace view private.seen_profiles as
  select
    p.id, p.user_id, p.role,
    case when 'email' = any (w.withheld) then null else p.email end as email,
    p.name, p.language,
    case when 'designation' = any (w.withheld) then null else p.designation end as designation,
    case when 'linkedin' = any (w.withheld) then null else p.linkedin end as linkedin,
    case when 'whatsapp' = any (w.withheld) then null else p.whatsapp end as whatsapp,
    case when 'wechat' = any (w.withheld) then null else p.wechat end as wechat,
    case when 'company' = any (w.withheld) then null else p.company end as company,
    case when 'phone' = any (w.withheld) then null else p.phone end as phone,
    case when 'website' = any (w.withheld) then null else p.website end as website,
    p.avatar_url, p.updated_at, w.withheld
  from public.profiles p
  -- One look into an index for each row, whatever the planner thinks of how many people somebody has met; OFFSET keeps it at one.
  cross join lateral (
    select case when p.user_id is distinct from (select auth.uid()) then
      nullif(
        coalesce(
          (select c.withheld from public.card_shares c where c.owner_id = p.id and c.viewer_id = (select private.my_profile_id())),
          (select d.withheld from public.card_share_defaults d where d.owner_id = p.id)
        ),
        '{}'
      )
    end as withheld
    offset 0
  ) w
  where p.user_id = (select auth.uid())
    or p.role = 'vendor'
    or exists (
      select 1 from public.sessions s where s.visitor_id = p.id and s.vendor_id = (select private.my_profile_id())
    )
    or exists (
      select 1 from public.sessions s where s.vendor_id = p.id and s.visitor_id = (select private.my_profile_id())
    );
revoke all on private.withholders, private.seen_profiles from public, anon, authenticated, service_role;
grant select on private.withholders, private.seen_profiles to authenticated, service_role;

-- How one reads of others: as `profiles`, with null for what is withheld from the caller.
create or replace view public.shared_profiles with (security_barrier = true) as
  select
    p.id, p.user_id, p.role, p.email, p.name, p.language, p.designation, p.linkedin, p.whatsapp, p.wechat, p.company, p.phone,
    p.website, p.avatar_url, p.updated_at
  from private.seen_profiles p;
revoke all on public.shared_profiles from public, anon, authenticated, service_role;
grant select on public.shared_profiles to authenticated, service_role;

drop policy if exists "Hear that a profile one sees has changed" on public.profile_changes;
create policy "Hear that a profile one sees has changed" on public.profile_changes
  for select to authenticated
  using (exists (select 1 from private.seen_profiles p where p.id = profile_changes.profile_id));

-- As before, for those from whom nothing is withheld. Everybody else reads `shared_profiles`: a row of a table is seen as a whole or not.
drop policy if exists "Read one's own profile, vendors, and people met" on public.profiles;
create policy "Read one's own profile, vendors, and people met" on public.profiles
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      (
        role = 'vendor'
        -- Sessions are themselves cut down to the caller's own by their policy.
        or exists (select 1 from public.sessions s where s.visitor_id = profiles.id)
        or exists (select 1 from public.sessions s where s.vendor_id = profiles.id)
      )
      -- Found out once a statement.
      and id not in (select w.owner_id from private.withholders w)
    )
  );

-- As before; also about somebody who withholds something.
drop policy if exists "Note something about a person one sees" on public.leads;
create policy "Note something about a person one sees" on public.leads
  for insert to authenticated
  with check (
    owner_id = (select private.my_profile_id())
    and exists (select 1 from private.seen_profiles p where p.id = person_id)
  );

create or replace function private.tell_profile_change(profile uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.profile_changes as known (profile_id, changed_at) values (profile, clock_timestamp())
      on conflict (profile_id) do update set changed_at = greatest(known.changed_at, excluded.changed_at)
  $$;
revoke all on function private.tell_profile_change(uuid) from public;

create or replace function private.follow_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.tell_profile_change(new.id);
    return null;
  end
  $$;
revoke all on function private.follow_profile() from public;
drop trigger if exists follow_profile on public.profiles;
create trigger follow_profile after update on public.profiles
  for each row when (old.* is distinct from new.*) execute function private.follow_profile();

-- Of a profile, the fields that have a value and are not withheld. (Without settings of its own, so that it becomes part of its query.)
create or replace function private.fields_shared(p public.profiles, withheld text[]) returns text[]
  language sql immutable
  as $$
    select array_remove(array[
      case when p.company <> '' and 'company' <> all (withheld) then 'company' end,
      case when p.designation <> '' and 'designation' <> all (withheld) then 'designation' end,
      case when p.email <> '' and 'email' <> all (withheld) then 'email' end,
      case when p.linkedin <> '' and 'linkedin' <> all (withheld) then 'linkedin' end,
      case when p.phone <> '' and 'phone' <> all (withheld) then 'phone' end,
      case when p.website <> '' and 'website' <> all (withheld) then 'website' end,
      case when p.wechat <> '' and 'wechat' <> all (withheld) then 'wechat' end,
      case when p.whatsapp <> '' and 'whatsapp' <> all (withheld) then 'whatsapp' end
    ], null)
  $$;
revoke all on function private.fields_shared(public.profiles, text[]) from public;

-- Who meets gives a card to the other one: what the owner has chosen for this person before, or else the default, stands from now on.
-- Once for each pair, however often they meet.
create or replace function private.exchange_cards() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    with pairs as (
      select vendor_id as owner_id, visitor_id as viewer_id from met where visitor_id is not null
      union
      select visitor_id, vendor_id from met where visitor_id is not null
    ),
    given as (
      insert into public.card_shares as known (owner_id, viewer_id, withheld, exchanged_at)
        select pairs.owner_id, pairs.viewer_id, coalesce(d.withheld, '{}'), clock_timestamp()
        from pairs left join public.card_share_defaults d on d.owner_id = pairs.owner_id
        -- In one order, so that two that meet at the same moment do not wait for each other.
        order by pairs.owner_id, pairs.viewer_id
        on conflict (owner_id, viewer_id) do update set exchanged_at = excluded.exchanged_at
          where known.exchanged_at is null
        returning owner_id, viewer_id, withheld
    )
    insert into public.card_share_history (owner_id, viewer_id, reason, shared, withheld)
      select given.owner_id, given.viewer_id, 'exchange', private.fields_shared(p, given.withheld), given.withheld
      from given join public.profiles p on p.id = given.owner_id;
    return null;
  end
  $$;
revoke all on function private.exchange_cards() from public;
drop trigger if exists exchange_cards on public.sessions;
create trigger exchange_cards after insert on public.sessions
  referencing new table as met for each statement execute function private.exchange_cards();
drop trigger if exists exchange_cards_on_joining on public.sessions;
create trigger exchange_cards_on_joining after update on public.sessions
  referencing new table as met for each statement execute function private.exchange_cards();

-- Who met before cards could be held back has given all of theirs.
with met as (
  select vendor_id, visitor_id, min(coalesce(joined_at, created_at)) as at
  from public.sessions where visitor_id is not null group by vendor_id, visitor_id
),
given as (
  insert into public.card_shares (owner_id, viewer_id, exchanged_at, changed_at)
    select vendor_id, visitor_id, at, at from met
    union all
    select visitor_id, vendor_id, at, at from met
    on conflict do nothing
    returning owner_id, viewer_id, exchanged_at
)
insert into public.card_share_history (owner_id, viewer_id, reason, shared, withheld, created_at)
  select owner_id, viewer_id, 'exchange', private.fields_shared(p, '{}'), '{}', exchanged_at
  from given join public.profiles p on p.id = given.owner_id;

-- Chooses what the caller shares with somebody, or by default with everybody new (person: null). Fields that are named in neither list
-- stay as they are, so that two devices do not undo each other's choice. Returns what is withheld from now on.
-- Errors: PT403 for a caller without a profile, PT404 for somebody whom the caller doesn't see, PT400 for an unknown field, PT429 after 300
-- choices in a day; nothing keeps anybody from withdrawing.
create or replace function public.share_card(
    person uuid default null, share text[] default '{}', withhold text[] default '{}'
  )
  returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    before text[];
    after text[];
  begin
    if me is null then
      raise exception using errcode = 'PT403', message = 'Only who has a profile shares a card';
    end if;
    if private.are_card_fields(share || withhold) is not true or share && withhold then
      raise exception using errcode = 'PT400', message = 'Name each field of the card once',
        hint = 'company, designation, email, phone, whatsapp, wechat, linkedin, website';
    end if;
    if person = me or person is not null and not exists (select 1 from private.seen_profiles p where p.id = person) then
      raise exception using errcode = 'PT404', message = 'Person not found';
    end if;
    -- Choices of one person wait for each other: each adds to what the one before has left.
    perform pg_advisory_xact_lock(hashtextextended('card_shares:' || me, 0));
    if cardinality(share) > 0 and (
      select count(*) from public.card_share_history h
      where h.owner_id = me and h.reason = 'choice' and h.created_at > now() - interval '1 day'
    ) >= 300 then
      raise exception using errcode = 'PT429', message = 'Too many changes', hint = 'Withdrawing is possible at any time';
    end if;
    select d.withheld into before from public.card_share_defaults d where d.owner_id = me;
    before := coalesce(before, '{}');
    if person is not null then
      insert into public.card_shares (owner_id, viewer_id, withheld) values (me, person, before) on conflict do nothing;
      -- Also waits for an exchange that is under way.
      select c.withheld into before from public.card_shares c where c.owner_id = me and c.viewer_id = person for update;
    end if;
    select coalesce(array_agg(distinct field order by field), '{}') into after
      from unnest(before || withhold) field where field <> all (share);
    if after = before then
      return after;
    end if;
    if person is null then
      insert into public.card_share_defaults (owner_id, withheld) values (me, after)
        on conflict (owner_id) do update set withheld = excluded.withheld, changed_at = excluded.changed_at;
    else
      update public.card_shares c set withheld = after, changed_at = clock_timestamp()
        where c.owner_id = me and c.viewer_id = person;
    end if;
    insert into public.card_share_history (owner_id, viewer_id, reason, shared, withheld)
      select me, person, 'choice', private.fields_shared(p, after), after from public.profiles p where p.id = me;
    perform private.tell_profile_change(me);
    return after;
  end
  $$;
revoke all on function public.share_card(uuid, text[], text[]) from public, anon;
grant execute on function public.share_card(uuid, text[], text[]) to authenticated, service_role;

-- Live: other devices, and the other side.
do $$
begin
  if not exists (
    select 1 from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'profile_changes'
  ) then
    alter publication supabase_realtime add table public.profile_changes;
  end if;
end
$$;
