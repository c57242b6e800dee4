-- Who reads no card (docs/adr/0037): somebody without a profile sees of vendors no way to reach them, and who was blocked sees nothing of the
-- blocker's card but what a chat needs. Uses nothing that a hosted Supabase lacks; safe to run twice.

create or replace function private.card_fields() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['company', 'designation', 'email', 'phone', 'whatsapp', 'wechat', 'linkedin', 'website'] $$;
revoke all on function private.card_fields() from public;
grant execute on function private.card_fields() to authenticated, service_role;

-- Who has blocked the caller. Views read it with the rights of their owner: the blocked one reads no block.
create or replace view private.blockers as
  select b.blocker_id as owner_id from public.blocks b where b.blocked_id = (select private.my_profile_id());
revoke all on private.blockers from public, anon, authenticated, service_role;

-- As before; a block withholds everything.
create or replace view private.withholders as
  select b.owner_id, private.card_fields() as withheld from private.blockers b
  union all
  select c.owner_id, c.withheld from public.card_shares c
  where c.viewer_id = (select private.my_profile_id()) and c.withheld <> '{}'
    and c.owner_id not in (select b.owner_id from private.blockers b)
  union all
  select d.owner_id, d.withheld from public.card_share_defaults d
  where d.withheld <> '{}' and d.owner_id is distinct from (select private.my_profile_id())
    -- One look into an index for each of these few; as NOT EXISTS it read through everybody whom the caller has met.
    and (
      select c.owner_id from public.card_shares c
      where c.owner_id = d.owner_id and c.viewer_id = (select private.my_profile_id())
    ) is null
    and d.owner_id not in (select b.owner_id from private.blockers b);

-- As before; also without what a block and a missing profile withhold.
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
    select case
      when p.user_id is not distinct from (select auth.uid()) then null
      -- A signed-in user without a profile has shown nobody a card.
      when (select auth.uid()) is not null and (select private.my_profile_id()) is null then
        array['email', 'phone', 'whatsapp', 'wechat']
          || coalesce((select d.withheld from public.card_share_defaults d where d.owner_id = p.id), '{}')
      when p.id in (select b.owner_id from private.blockers b) then private.card_fields()
      else nullif(
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

create or replace function private.withheld_from_me(owner uuid) returns text[]
  language sql stable security definer set search_path = ''
  as $$
    select case
      when withheld_from_me.owner is not distinct from me.id then null
      when exists (select 1 from public.blocks b where b.blocker_id = withheld_from_me.owner and b.blocked_id = me.id)
        then private.card_fields()
      else coalesce(
        (select c.withheld from public.card_shares c where c.owner_id = withheld_from_me.owner and c.viewer_id = me.id),
        (select d.withheld from public.card_share_defaults d where d.owner_id = withheld_from_me.owner)
      )
    end
    from (select private.my_profile_id() as id) me
  $$;
revoke all on function private.withheld_from_me(uuid) from public;

-- As before; somebody without a profile reads no row as a whole.
drop policy if exists "Read one's own profile, vendors, and people met" on public.profiles;
create policy "Read one's own profile, vendors, and people met" on public.profiles
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      (select private.my_profile_id()) is not null
      and (
        role = 'vendor'
        -- Sessions are themselves cut down to the caller's own by their policy.
        or exists (select 1 from public.sessions s where s.visitor_id = profiles.id)
        or exists (select 1 from public.sessions s where s.vendor_id = profiles.id)
      )
      -- Found out once a statement.
      and id not in (select w.owner_id from private.withholders w)
    )
  );

-- What the blocked one's device shows of the card is read again.
create or replace function private.tell_block() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    blocker constant uuid := case tg_op when 'DELETE' then old.blocker_id else new.blocker_id end;
  begin
    -- A block also goes with the blocker's profile.
    if exists (select 1 from public.profiles p where p.id = blocker) then
      perform private.tell_profile_change(blocker);
    end if;
    return null;
  end
  $$;
revoke all on function private.tell_block() from public;
drop trigger if exists tell_block on public.blocks;
create trigger tell_block after insert or delete on public.blocks for each row execute function private.tell_block();
