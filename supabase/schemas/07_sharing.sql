-- The fields of a business card that people share, with whom, and since when (docs/adr/0037). Name,
-- role, language and picture are always visible, since a chat needs them. Each other field can be
-- withheld from one person, and by default from everyone whom the owner meets from now on.
-- Clients read others' profiles through the view shared_profiles.

-- The fields of a card that can be withheld.
create function private.card_fields() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['company', 'designation', 'email', 'phone', 'whatsapp', 'wechat', 'linkedin', 'website'] $$;
revoke all on function private.card_fields() from public;
grant execute on function private.card_fields() to authenticated, service_role;

-- True if `fields` names only fields of a card.
create function private.are_card_fields(fields text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select fields <@ array['company', 'designation', 'email', 'phone', 'whatsapp', 'wechat', 'linkedin', 'website']
      and coalesce(array_ndims(fields), 1) = 1 and cardinality(fields) <= 8
  $$;
revoke all on function private.are_card_fields(text[]) from public;
grant execute on function private.are_card_fields(text[]) to authenticated, service_role;

-- The fields that an owner withholds from a viewer: one row for each direction. Without a row the
-- two have not exchanged cards, and the owner's default applies.
create table public.card_shares (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  viewer_id uuid not null references public.profiles (id) on delete cascade,
  withheld text[] not null default '{}' constraint card_shares_withheld_check check (private.are_card_fields(withheld)),
  -- When they met; null when the owner chose before that.
  exchanged_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (owner_id, viewer_id),
  constraint card_shares_two_people check (owner_id <> viewer_id)
);
-- Finds the fields that one person withholds from the viewer; also serves the foreign key.
create index card_shares_viewer_id_idx on public.card_shares (viewer_id, owner_id) include (withheld);
-- Everyone who withholds something from the viewer.
create index card_shares_withheld_idx on public.card_shares (viewer_id, owner_id) include (withheld)
  where withheld <> '{}';
-- The owner's people, latest change first.
create index card_shares_owner_id_changed_at_idx on public.card_shares (owner_id, changed_at desc, viewer_id);

-- The fields that an owner withholds from people whom they meet from now on.
create table public.card_share_defaults (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  withheld text[] not null default '{}'
    constraint card_share_defaults_withheld_check check (private.are_card_fields(withheld)),
  changed_at timestamptz not null default clock_timestamp()
);

-- The record of what was shared and withdrawn. Only the functions below write it, and no row is
-- ever changed; it goes with either account.
create table public.card_share_history (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- Null when the row concerns the default or everyone.
  viewer_id uuid references public.profiles (id) on delete cascade,
  -- exchange: the two met. choice: the owner chose for this viewer, or a default. everyone: the
  -- owner's default replaced the choice for each person who has the card. filled: fields that were
  -- empty got a value, which those see from whom they are not withheld; `withheld` is empty then.
  reason text not null constraint card_share_history_reason_check
    check (reason in ('exchange', 'choice', 'everyone', 'filled')),
  -- Fields that had a value and were visible from then on.
  shared text[] not null,
  withheld text[] not null,
  created_at timestamptz not null default clock_timestamp()
);
create index card_share_history_owner_id_created_at_idx
  on public.card_share_history (owner_id, created_at desc, id);
create index card_share_history_viewer_id_idx on public.card_share_history (viewer_id, owner_id);

create function private.refuse_change_of_history() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception using errcode = '42501', message = 'The record of what was shared cannot be changed';
  end
  $$;
revoke all on function private.refuse_change_of_history() from public;
create trigger refuse_change before update on public.card_share_history
  for each row execute function private.refuse_change_of_history();

-- When a profile, or what is shared of it, last changed. Apps subscribe to this table and read the
-- profile again: a subscription to profiles would not deliver rows of which something is withheld.
create table public.profile_changes (
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

create policy "Prove the second factor first" on public.card_shares
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.card_share_defaults
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.card_share_history
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.profile_changes
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- Only owners read these tables. A viewer sees the fields that are shared, and no sign of the
-- others.
create policy "Read what one shares" on public.card_shares
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Read what one shares by default" on public.card_share_defaults
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Read the record of what one shared" on public.card_share_history
  for select to authenticated using (owner_id = (select private.my_profile_id()));

-- People who have blocked the caller, or the booth at which the caller works. The view reads with
-- its owner's rights, since the blocked person may not read the block.
create view private.blockers as
  select distinct b.blocker_id as owner_id from public.blocks b
  where b.blocked_id in ((select private.my_profile_id()), (select private.my_workplace()));

-- People who withhold something from the caller, and what. A block withholds everything. Policies
-- and lists read the view, with the rights of its owner. Who works at a booth sees what the booth sees.
create view private.withholders as
  select b.owner_id, private.card_fields() as withheld from private.blockers b
  union all
  select c.owner_id, c.withheld from public.card_shares c
  where c.viewer_id = (select private.my_workplace()) and c.withheld <> '{}'
    and c.owner_id not in (select b.owner_id from private.blockers b)
  union all
  select d.owner_id, d.withheld from public.card_share_defaults d
  where d.withheld <> '{}' and d.owner_id is distinct from (select private.my_profile_id())
    -- One index look-up for each of these few rows; NOT EXISTS read everyone whom the caller has met.
    and (
      select c.owner_id from public.card_shares c
      where c.owner_id = d.owner_id and c.viewer_id = (select private.my_workplace())
    ) is null
    and d.owner_id not in (select b.owner_id from private.blockers b);

-- Profiles as the caller may see them: the rows that the caller may see if nothing is withheld,
-- with null in withheld fields. Expressions of the view hide the fields, so that no filter, sort or
-- join compares a withheld value. Column withheld: null when nothing is withheld.
create view private.seen_profiles as
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
  -- One index look-up for each row, whatever the planner estimates; OFFSET keeps the planner from
  -- changing that.
  cross join lateral (
    select case
      when p.user_id is not distinct from (select auth.uid()) then null
      -- A signed-in user without a profile has shared no card themselves.
      when (select auth.uid()) is not null and (select private.my_profile_id()) is null then
        array['email', 'phone', 'whatsapp', 'wechat']
          || coalesce((select d.withheld from public.card_share_defaults d where d.owner_id = p.id), '{}')
      when p.id in (select b.owner_id from private.blockers b) then private.card_fields()
      else nullif(
        coalesce(
          (
            select c.withheld from public.card_shares c
            where c.owner_id = p.id and c.viewer_id = (select private.my_workplace())
          ),
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
      select 1 from public.sessions s where s.visitor_id = p.id and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
    or exists (
      select 1 from public.sessions s where s.vendor_id = p.id and s.visitor_id = (select private.my_profile_id())
    );
revoke all on private.blockers, private.withholders, private.seen_profiles
  from public, anon, authenticated, service_role;
grant select on private.withholders, private.seen_profiles to authenticated, service_role;

-- Other people's profiles for clients: the columns of profiles, with null in withheld fields. It
-- reads with its owner's rights, which no policy bounds: hence the condition on the second factor.
-- The id comes from the table: PostgREST follows the columns of a view only through views of
-- exposed schemas, and would find no relationship through private.seen_profiles (docs/adr/0061).
create view public.shared_profiles with (security_barrier = true) as
  select
    b.id, p.user_id, p.role, p.email, p.name, p.language, p.designation, p.linkedin, p.whatsapp, p.wechat, p.company, p.phone,
    p.website, p.avatar_url, p.updated_at
  from private.seen_profiles p
  join public.profiles b on b.id = p.id
  where (select private.second_factor_done());
revoke all on public.shared_profiles from public, anon, authenticated, service_role;
grant select on public.shared_profiles to authenticated, service_role;

-- A caller reads a row of profiles, which is visible as a whole or not at all, when nothing of it
-- is withheld from them. Everything else is read through shared_profiles. A caller without a
-- profile reads their own row only.
create policy "Read one's own profile, vendors, and people met" on public.profiles
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      (select private.my_profile_id()) is not null
      and (
        role = 'vendor'
        -- The policy of sessions limits these subqueries to the caller's own sessions.
        or exists (select 1 from public.sessions s where s.visitor_id = profiles.id)
        or exists (select 1 from public.sessions s where s.vendor_id = profiles.id)
      )
      -- Evaluated once for each statement.
      and id not in (select w.owner_id from private.withholders w)
    )
  );

create policy "Hear that a profile one sees has changed" on public.profile_changes
  for select to authenticated
  using (exists (select 1 from private.seen_profiles p where p.id = profile_changes.profile_id));

-- The fields that a person withholds from the caller, or null for none. Functions that show a
-- person to a stranger use it.
create function private.withheld_from_me(owner uuid) returns text[]
  language sql stable security definer set search_path = ''
  as $$
    select case
      when withheld_from_me.owner is not distinct from private.my_profile_id() then null
      when withheld_from_me.owner in (select b.owner_id from private.blockers b)
        then private.card_fields()
      else coalesce(
        (
          select c.withheld from public.card_shares c
          where c.owner_id = withheld_from_me.owner
            and c.viewer_id = (select private.my_workplace())
        ),
        (select d.withheld from public.card_share_defaults d where d.owner_id = withheld_from_me.owner)
      )
    end
  $$;
revoke all on function private.withheld_from_me(uuid) from public;

create function private.tell_profile_change(profile uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.profile_changes as known (profile_id, changed_at) values (profile, clock_timestamp())
      on conflict (profile_id) do update set changed_at = greatest(known.changed_at, excluded.changed_at)
  $$;
revoke all on function private.tell_profile_change(uuid) from public;

create function private.follow_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.tell_profile_change(new.id);
    return null;
  end
  $$;
revoke all on function private.follow_profile() from public;
create trigger follow_profile after update on public.profiles
  for each row when (old.* is distinct from new.*) execute function private.follow_profile();

-- A block changes what the blocked person may see of the card: their devices read it again.
create function private.tell_block() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    blocker constant uuid := case tg_op when 'DELETE' then old.blocker_id else new.blocker_id end;
  begin
    -- The profile is gone when its deletion deletes the block.
    if exists (select 1 from public.profiles p where p.id = blocker) then
      perform private.tell_profile_change(blocker);
    end if;
    return null;
  end
  $$;
revoke all on function private.tell_block() from public;
create trigger tell_block after insert or delete on public.blocks for each row execute function private.tell_block();

-- The fields of a profile that have a value and are not withheld. Without a search_path of its own,
-- so that the planner inlines it.
create function private.fields_shared(p public.profiles, withheld text[]) returns text[]
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

-- Two people who meet exchange cards, once for each pair: what the owner chose for the viewer
-- earlier, or else the owner's default, applies from now on.
create function private.exchange_cards() returns trigger
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
        -- In a fixed order, so that two statements do not deadlock.
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
create trigger exchange_cards after insert on public.sessions
  referencing new table as met for each statement execute function private.exchange_cards();
create trigger exchange_cards_on_joining after update on public.sessions
  referencing new table as met for each statement execute function private.exchange_cards();

-- Records that an empty field of a card got a value, at most 50 times in a day: a person who
-- empties a field and fills it again could make rows without end.
create function private.record_filled_fields() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    had constant text[] := private.fields_shared(old, '{}');
    filled text[];
  begin
    select array_agg(field) into filled from unnest(private.fields_shared(new, '{}')) field where field <> all (had);
    -- While no person has the card, nothing is shared.
    if filled is not null
      and exists (select 1 from public.card_shares c where c.owner_id = new.id)
      and (
        select count(*) from public.card_share_history h
        where h.owner_id = new.id and h.reason = 'filled' and h.created_at > now() - interval '1 day'
      ) < 50
    then
      insert into public.card_share_history (owner_id, reason, shared, withheld)
        values (new.id, 'filled', filled, '{}');
    end if;
    return null;
  end
  $$;
revoke all on function private.record_filled_fields() from public;
create trigger record_filled_fields after update on public.profiles
  for each row when (
    (old.company, old.designation, old.email, old.linkedin, old.phone, old.website, old.wechat, old.whatsapp)
    is distinct from
    (new.company, new.designation, new.email, new.linkedin, new.phone, new.website, new.wechat, new.whatsapp)
  )
  execute function private.record_filled_fields();

-- Changes what an owner shares with a viewer, or by default (viewer: null), and records it. Returns
-- the withheld fields.
create function private.change_share(owner uuid, viewer uuid, share text[], withhold text[])
  returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    before text[];
    after text[];
  begin
    select d.withheld into before from public.card_share_defaults d where d.owner_id = owner;
    before := coalesce(before, '{}');
    if viewer is not null then
      insert into public.card_shares (owner_id, viewer_id, withheld) values (owner, viewer, before)
        on conflict do nothing;
      -- Also waits for an exchange in progress.
      select c.withheld into before from public.card_shares c
        where c.owner_id = owner and c.viewer_id = viewer for update;
    end if;
    select coalesce(array_agg(distinct field order by field), '{}') into after
      from unnest(before || withhold) field where field <> all (share);
    if after = before then
      return after;
    end if;
    if viewer is null then
      insert into public.card_share_defaults (owner_id, withheld) values (owner, after)
        on conflict (owner_id) do update
          set withheld = excluded.withheld, changed_at = excluded.changed_at;
    else
      update public.card_shares c set withheld = after, changed_at = clock_timestamp()
        where c.owner_id = owner and c.viewer_id = viewer;
    end if;
    insert into public.card_share_history (owner_id, viewer_id, reason, shared, withheld)
      select owner, viewer, 'choice', private.fields_shared(p, after), after
      from public.profiles p where p.id = owner;
    perform private.tell_profile_change(owner);
    return after;
  end
  $$;
revoke all on function private.change_share(uuid, uuid, text[], text[]) from public;

-- Chooses what the caller shares with a person, or by default (person: null). Fields in neither
-- list stay as they are, so that two devices do not undo each other's choice. Returns the withheld
-- fields.
-- Errors: PT403 for a caller without a profile, PT404 for a person whom the caller does not see,
-- PT400 for an unknown field, PT429 after 300 choices in a day. Withdrawing is never limited.
create function public.share_card(
    person uuid default null, share text[] default '{}', withhold text[] default '{}'
  )
  returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    member uuid;
  begin
    if me is null then
      raise exception using errcode = 'PT403', message = 'Only who has a profile shares a card';
    end if;
    if private.are_card_fields(share || withhold) is not true or share && withhold then
      raise exception using errcode = 'PT400', message = 'Name each field of the card once',
        hint = 'company, designation, email, phone, whatsapp, wechat, linkedin, website';
    end if;
    -- What a person chooses for a member of a booth's team holds for the booth, and for the member
    -- after they have left it.
    if private.booth_of(person) <> private.my_booth() then
      member := nullif(person, private.booth_of(person));
      person := private.booth_of(person);
    end if;
    if person = me or person is not null and not exists (select 1 from private.seen_profiles p where p.id = person) then
      raise exception using errcode = 'PT404', message = 'Person not found';
    end if;
    -- Serialises the choices of one person: each adds to the one before.
    perform pg_advisory_xact_lock(hashtextextended('card_shares:' || me, 0));
    if cardinality(share) > 0 and (
      select count(*) from public.card_share_history h
      where h.owner_id = me and h.reason = 'choice' and h.created_at > now() - interval '1 day'
    ) >= 300 then
      raise exception using errcode = 'PT429', message = 'Too many changes', hint = 'Withdrawing is possible at any time';
    end if;
    if member is not null then
      perform private.change_share(me, member, share, withhold);
    end if;
    return private.change_share(me, person, share, withhold);
  end
  $$;
revoke all on function public.share_card(uuid, text[], text[]) from public, anon;
grant execute on function public.share_card(uuid, text[], text[]) to authenticated, service_role;

-- Applies the caller's default to everyone who has the card, in place of earlier choices. Returns
-- the number of people for whom something changed.
-- Errors: PT403 for a caller without a profile, PT429 after 20 calls in a day that shared
-- something. Withdrawing is never limited.
create function public.share_card_with_all() returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    standard text[];
    changed integer;
  begin
    if me is null then
      raise exception using errcode = 'PT403', message = 'Only who has a profile shares a card';
    end if;
    -- Serialises the choices of one person, as share_card() does.
    perform pg_advisory_xact_lock(hashtextextended('card_shares:' || me, 0));
    standard := coalesce((select d.withheld from public.card_share_defaults d where d.owner_id = me), '{}');
    if (
      select count(*) from public.card_share_history h
      where h.owner_id = me and h.reason = 'everyone' and h.created_at > now() - interval '1 day'
    ) >= 20 and exists (select 1 from public.card_shares c where c.owner_id = me and not c.withheld <@ standard) then
      raise exception using errcode = 'PT429', message = 'Too many changes', hint = 'Withdrawing is possible at any time';
    end if;
    update public.card_shares c set withheld = standard, changed_at = clock_timestamp()
      where c.owner_id = me and not (c.withheld <@ standard and c.withheld @> standard);
    get diagnostics changed = row_count;
    if changed > 0 then
      insert into public.card_share_history (owner_id, reason, shared, withheld)
        select me, 'everyone', private.fields_shared(p, standard), standard from public.profiles p where p.id = me;
      perform private.tell_profile_change(me);
    end if;
    return changed;
  end
  $$;
revoke all on function public.share_card_with_all() from public, anon;
grant execute on function public.share_card_with_all() to authenticated, service_role;

alter publication supabase_realtime add table public.profile_changes;
alter table public.profile_changes replica identity full;
