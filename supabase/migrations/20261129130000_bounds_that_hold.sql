-- A badge that is looked up is answered after the look-up is kept (docs/adr/0087).
create or replace function private.attendees_of(badges text[]) returns setof private.attendees
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

-- What is withheld from a member of a booth, or from the booth, holds for every request
-- of the member; what is withheld from the member, after they have left too (docs/adr/0083).
create function private.my_workplace() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select coalesce(m.owner_id, p.id)
      from public.profiles p left join public.booth_members m on m.profile_id = p.id
      where p.user_id = auth.uid()
    );
  end
  $$;
revoke all on function private.my_workplace() from public;
grant execute on function private.my_workplace() to authenticated, service_role;

create or replace view private.blockers as
  select distinct b.blocker_id as owner_id from public.blocks b
  where b.blocked_id in ((select private.my_profile_id()), (select private.my_workplace()));

create or replace view private.withholders as
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

create or replace function private.withheld_from_me(owner uuid) returns text[]
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

create or replace function public.share_card(
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

-- Rows that one person could make without end.
create or replace function private.record_filled_fields() returns trigger
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

create or replace function public.rotate_booth_code(code_id uuid)
  returns public.booth_codes
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    rotated public.booth_codes;
  begin
    select * into rotated from public.booth_codes c
      where c.id = rotate_booth_code.code_id and c.vendor_id = private.my_booth() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
    if (
      select count(*) from public.replaced_booth_codes r
      where r.code_id = rotated.id and r.replaced_at > now() - interval '1 day'
    ) >= 20 then
      raise exception using errcode = 'PT429', message = 'At most 20 new links of a code a day',
        hint = 'Try again tomorrow';
    end if;
    insert into public.replaced_booth_codes (code, code_id) values (rotated.code, rotated.id);
    update public.booth_codes c set code = private.new_booth_code(), rotated_at = clock_timestamp()
      where c.id = rotated.id returning * into rotated;
    return rotated;
  end
  $$;

-- The record of a booth's exports forgets a member whose account was deleted (docs/adr/0032).
alter table public.lead_exports
  alter column exported_by drop not null,
  alter column exported_by_name drop not null;
update public.lead_exports e set exported_by = null, exported_by_name = null
  where not exists (select from auth.users u where u.id = e.exported_by);
alter table public.lead_exports
  add constraint lead_exports_exported_by_fkey
  foreign key (exported_by) references auth.users (id) on delete set null;
create index lead_exports_exported_by_idx
  on public.lead_exports (exported_by) where exported_by is not null;

create or replace function private.leave_words_to_booth() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Who never joined a booth has written for none.
    if not exists (select 1 from public.booth_invitations i where i.used_by = old.id) then
      return old;
    end if;
    update public.messages m set sender_id = s.vendor_id
      from public.sessions s
      where m.sender_id = old.id and s.id = m.session_id and old.id <> s.vendor_id and old.id is distinct from s.visitor_id;
    update public.lead_exports e set exported_by = null, exported_by_name = null
      where e.exported_by = old.user_id;
    return old;
  end
  $$;
