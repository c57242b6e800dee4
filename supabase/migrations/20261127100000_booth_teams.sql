-- Booth teams (docs/adr/0083-booth-teams.md): supabase/schemas/03_staff.sql, 25_booth_teams.sql, and the
-- policies and functions that ask for the booth a person acts for.

-- 03_staff.sql

create table public.booth_members (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- A person works at one booth only, and the owner of a team at their own.
  profile_id uuid not null unique references public.profiles (id) on delete cascade,
  joined_at timestamptz not null default clock_timestamp(),
  -- Since when the person is away; null: on duty.
  away_since timestamptz
);

create index booth_members_owner_id_joined_at_idx on public.booth_members (owner_id, joined_at);

alter table public.booth_members enable row level security;

revoke all on public.booth_members from public, anon, authenticated;

grant select on public.booth_members to authenticated;

grant all on public.booth_members to service_role;

create function private.booth_of(profile uuid) returns uuid
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select m.owner_id from public.booth_members m where m.profile_id = booth_of.profile), booth_of.profile) $$;

create function private.acts_alone() returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-dragoman-own-records' = '1', false)
  $$;

create function private.my_booth() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select coalesce(m.owner_id, p.id)
      from public.profiles p left join public.booth_members m on m.profile_id = p.id and not private.acts_alone()
      where p.user_id = auth.uid()
    );
  end
  $$;

create function private.my_vendors() returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select case when m.owner_id is null or m.owner_id = p.id then array[p.id] else array[p.id, m.owner_id] end
      from public.profiles p left join public.booth_members m on m.profile_id = p.id and not private.acts_alone()
      where p.user_id = auth.uid()
    );
  end
  $$;

revoke all on function private.booth_of(uuid), private.acts_alone(), private.my_booth(), private.my_vendors() from public;

grant execute on function private.booth_of(uuid), private.acts_alone(), private.my_booth(), private.my_vendors()
  to authenticated, service_role;

create policy "Prove the second factor first" on public.booth_members
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "See who works at one's booth" on public.booth_members
  for select to authenticated
  using (owner_id = (select private.my_booth()) or profile_id = (select private.my_profile_id()));

alter publication supabase_realtime add table public.booth_members;

alter table public.booth_members replica identity full;

-- 04_sessions.sql

alter table public.sessions
  add column assigned_to uuid references public.profiles (id) on delete set null,
  add column assigned_at timestamptz;

create index sessions_assigned_to_idx on public.sessions (assigned_to) where assigned_to is not null;

create or replace function private.has_joined_me(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions where vendor_id = (select private.my_booth()) and visitor_id = profile_id
    )
  $$;

drop policy "Read one's own sessions" on public.sessions;
create policy "Read one's own sessions" on public.sessions
  for select to authenticated
  using ((select private.my_profile_id()) in (vendor_id, visitor_id) or vendor_id = (select private.my_booth()));

drop policy "Open a session" on public.sessions;
create policy "Open a session" on public.sessions
  for insert to authenticated
  with check (
    (
      -- A vendor opens a session for the visitor who scans its code.
      vendor_id = (select private.my_booth())
      and visitor_id is null
      and (select private.my_role()) = 'vendor'
    )
    or (
      -- A visitor starts a chat from the list of vendors.
      visitor_id = (select private.my_profile_id())
      and (select private.my_role()) = 'visitor'
      and private.is_vendor(vendor_id)
    )
    or (
      -- A vendor starts another chat from the contacts, with a visitor who has joined one before.
      vendor_id = (select private.my_booth())
      and (select private.my_role()) = 'vendor'
      and private.has_joined_me(visitor_id)
    )
  );

drop policy "Delete a session that no visitor has joined" on public.sessions;
create policy "Delete a session that no visitor has joined" on public.sessions
  for delete to authenticated
  using (vendor_id = any ((select private.my_vendors())::uuid[]) and visitor_id is null);

create function private.who_answers(session public.sessions) returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select m.profile_id from public.booth_members m
    where m.profile_id = session.assigned_to and m.owner_id = session.vendor_id
  $$;

revoke all on function private.who_answers(public.sessions) from public;

create function private.assign_opened_chat() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    select m.profile_id, clock_timestamp() into new.assigned_to, new.assigned_at
      from public.booth_members m
      where m.owner_id = new.vendor_id and m.profile_id = private.my_profile_id() and m.profile_id is distinct from new.visitor_id;
    return new;
  end
  $$;

revoke all on function private.assign_opened_chat() from public;

create trigger assign_opened_chat before insert on public.sessions
  for each row when (new.assigned_to is null) execute function private.assign_opened_chat();

-- 05_blocks.sql

create or replace function private.knows(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select private.is_vendor(person) or exists (
      select 1 from public.sessions s where s.visitor_id = person and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
  $$;

drop policy "Read whom one has blocked" on public.blocks;
create policy "Read whom one has blocked" on public.blocks
  for select to authenticated using (blocker_id = any ((select private.my_vendors())::uuid[]));

drop policy "Block somebody one knows" on public.blocks;
create policy "Block somebody one knows" on public.blocks
  for insert to authenticated
  with check (blocker_id = any ((select private.my_vendors())::uuid[]) and private.knows(blocked_id));

drop policy "Unblock" on public.blocks;
create policy "Unblock" on public.blocks
  for delete to authenticated using (blocker_id = any ((select private.my_vendors())::uuid[]));

create or replace function private.refuse_between(sender uuid, other uuid, code text, refusal text) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.are_parted(sender, other) and sender = any (private.my_vendors()) then
      if exists (select 1 from public.blocks b where b.blocker_id = sender and b.blocked_id = other) then
        raise exception using errcode = code, message = 'You have blocked this person', hint = 'Unblock them first';
      end if;
      raise exception using errcode = code, message = refusal;
    end if;
  end
  $$;

create or replace function private.refuse_parted_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.visitor_id = private.my_profile_id() then
      perform private.refuse_between(new.visitor_id, new.vendor_id, 'PT409', 'This chat cannot be opened');
    elsif new.vendor_id = any (private.my_vendors()) then
      perform private.refuse_between(new.vendor_id, new.visitor_id, 'PT409', 'This chat cannot be opened');
    end if;
    return new;
  end
  $$;

-- 06_requests.sql

create or replace function private.ask_or_answer(session public.sessions, sender uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if sender is distinct from session.visitor_id then
      perform private.settle_requests(session.vendor_id, session.visitor_id, 'accepted');
      return;
    end if;
    if session.request_state = 'declined' then
      raise exception using errcode = 'PT423', message = 'This request was not accepted';
    end if;
    -- Serialises devices that write at the same time.
    perform pg_advisory_xact_lock(hashtextextended('requests:' || sender, 0));
    if (
      select count(*) from public.messages m join public.sessions s on s.id = m.session_id
      where s.visitor_id = sender and s.vendor_id = session.vendor_id and s.request_state = 'waiting' and m.sender_id = sender
    ) >= 3 then
      raise exception using errcode = 'PT423', message = 'This request waits for an answer';
    end if;
    if (
      select count(*) from public.sessions s
      where s.visitor_id = sender and s.request_state = 'waiting' and s.requested_at is not null and s.id <> session.id
    ) >= 20 and not exists (
      select 1 from public.sessions s where s.id = session.id and s.requested_at is not null
    ) then
      raise exception using errcode = 'PT409', message = 'At most 20 requests may stand unanswered',
        hint = 'Wait for an answer to one of them';
    end if;
    update public.sessions s set requested_at = clock_timestamp() where s.id = session.id and s.requested_at is null;
  end
  $$;

create or replace function public.answer_request(session_id uuid, accept boolean) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    answered public.sessions;
  begin
    select * into answered from public.sessions s
      where s.id = answer_request.session_id and s.vendor_id = any (private.my_vendors()) and s.request_state is not null;
    if not found then
      raise exception using errcode = 'PT404', message = 'Request not found';
    end if;
    perform private.settle_requests(answered.vendor_id, answered.visitor_id, case when accept then 'accepted' else 'declined' end);
    select * into answered from public.sessions s where s.id = answered.id;
    return answered;
  end
  $$;

-- 07_sharing.sql

create or replace view private.blockers as
  select distinct b.blocker_id as owner_id from public.blocks b where b.blocked_id = any ((select private.my_vendors())::uuid[]);

create or replace view private.withholders as
  select b.owner_id, private.card_fields() as withheld from private.blockers b
  union all
  select c.owner_id, c.withheld from public.card_shares c
  where c.viewer_id = (select private.my_booth()) and c.withheld <> '{}'
    and c.owner_id not in (select b.owner_id from private.blockers b)
  union all
  select d.owner_id, d.withheld from public.card_share_defaults d
  where d.withheld <> '{}' and d.owner_id is distinct from (select private.my_profile_id())
    -- One index look-up for each of these few rows; NOT EXISTS read everyone whom the caller has met.
    and (
      select c.owner_id from public.card_shares c
      where c.owner_id = d.owner_id and c.viewer_id = (select private.my_booth())
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
          (select c.withheld from public.card_shares c where c.owner_id = p.id and c.viewer_id = (select private.my_booth())),
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
    -- What a person chooses for a member of a booth's team holds for the booth.
    if private.booth_of(person) <> private.my_booth() then
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
    select d.withheld into before from public.card_share_defaults d where d.owner_id = me;
    before := coalesce(before, '{}');
    if person is not null then
      insert into public.card_shares (owner_id, viewer_id, withheld) values (me, person, before) on conflict do nothing;
      -- Also waits for an exchange in progress.
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

-- 08_joining.sql

drop policy "Read one's own booth codes" on public.booth_codes;
create policy "Read one's own booth codes" on public.booth_codes
  for select to authenticated using (vendor_id = (select private.my_booth()));

drop policy "Make a booth code" on public.booth_codes;
create policy "Make a booth code" on public.booth_codes
  for insert to authenticated
  with check (
    vendor_id = (select private.my_booth())
    and (select private.my_role()) = 'vendor'
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text)
  );

create function private.has_logo(booth_code uuid, logo text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.booth_codes c where c.id = booth_code and c.logo_path = logo) $$;

revoke all on function private.has_logo(uuid, text) from public;

grant execute on function private.has_logo(uuid, text) to authenticated, service_role;

drop policy "Change one's own booth codes" on public.booth_codes;
create policy "Change one's own booth codes" on public.booth_codes
  for update to authenticated
  using (vendor_id = (select private.my_booth()))
  with check (
    vendor_id = (select private.my_booth())
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text or private.has_logo(id, logo_path))
  );

drop policy "Delete one's own booth codes" on public.booth_codes;
create policy "Delete one's own booth codes" on public.booth_codes
  for delete to authenticated using (vendor_id = (select private.my_booth()));

create or replace function public.scan_booth_code(code text, device text)
  returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    opened public.booth_codes;
    me constant uuid := private.my_profile_id();
    visited bytea := private.device_of(code, device);
    -- Stored like a device: hashed with the code, for two days.
    visitor bytea := private.device_of(code, replace(me::text, '-', ''));
    known boolean;
    today date := (now() at time zone 'UTC')::date;
  begin
    select * into opened from public.booth_codes c where c.code = scan_booth_code.code;
    if not found or visited is null or opened.vendor_id = private.my_booth() then
      return;
    end if;
    update public.booth_code_devices d set opened_at = clock_timestamp()
      where d.code_id = opened.id and d.device = visited and d.counted_on = today;
    if found then
      return;
    end if;
    -- More than any real booth has: the devices are invented.
    if exists (
      select 1 from public.booth_code_scans s
      where s.code_id = opened.id and s.hour = date_trunc('hour', now()) and s.scans >= 2000
    ) then
      return;
    end if;
    -- Two devices of one person wait for each other here.
    if visitor is not null then
      insert into public.booth_code_devices as kept (code_id, device, counted_on)
        values (opened.id, visitor, today)
        on conflict on constraint booth_code_devices_pkey do update
          set opened_at = excluded.opened_at, counted_on = excluded.counted_on
          where kept.counted_on < excluded.counted_on;
      known := not found;
    end if;
    -- In any case, since a device that opened a code before it was replaced may still join.
    insert into public.booth_code_devices as kept (code_id, device, counted_on)
      values (opened.id, visited, today)
      on conflict on constraint booth_code_devices_pkey do update
        set opened_at = excluded.opened_at, counted_on = excluded.counted_on
        where kept.counted_on < excluded.counted_on;
    -- Another tab of the device, or another device of the visitor, was faster.
    if not found or known then
      return;
    end if;
    insert into public.booth_code_scans as counted (code_id, hour, scans)
      values (opened.id, date_trunc('hour', now()), 1)
      on conflict on constraint booth_code_scans_pkey do update set scans = counted.scans + 1;
    delete from public.booth_code_devices d
      where d.code_id = opened.id and d.opened_at < now() - interval '2 days';
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
    insert into public.replaced_booth_codes (code, code_id) values (rotated.code, rotated.id);
    update public.booth_codes c set code = private.new_booth_code(), rotated_at = clock_timestamp()
      where c.id = rotated.id returning * into rotated;
    return rotated;
  end
  $$;

-- 09_messages.sql

create or replace function private.may_note_speech(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions s
      where s.id = chat and s.vendor_id = any ((select private.my_vendors())::uuid[])
        and (
          s.visitor_id is null
          or (
            s.joined_at > now() - interval '1 hour'
            and exists (
              select 1 from public.messages m
              where m.session_id = chat and m.said_by is not null and m.created_at < s.joined_at
            )
          )
        )
    ) and (
      select count(*) from (
        select 1 from public.messages m where m.session_id = chat and m.said_by is not null limit 500
      ) noted
    ) < 500
  $$;

drop policy "Attach nothing for somebody one is parted from" on public.messages;
create policy "Attach nothing for somebody one is parted from" on public.messages
  as restrictive for update to authenticated
  using (recipient_id is null or not exists (
    select 1 from public.sessions s where s.id = messages.session_id and private.are_parted(s.vendor_id, s.visitor_id)
  ));

create or replace function private.address_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    session public.sessions;
    -- Who is parted from whom is a matter of the booth, whoever of its team writes.
    side uuid;
  begin
    select * into session from public.sessions s where s.id = new.session_id;
    side := case when session.visitor_id = new.sender_id then session.visitor_id else session.vendor_id end;
    new.recipient_id := case when side = session.visitor_id then session.vendor_id else session.visitor_id end;
    if exists (select 1 from public.blocks b where b.blocker_id = new.recipient_id and b.blocked_id = side)
      or exists (select 1 from public.blocks b where b.blocker_id = side and b.blocked_id = new.recipient_id)
    then
      perform private.refuse_between(side, new.recipient_id, 'PT403', 'This message cannot be delivered');
    end if;
    if side = session.vendor_id and (side <> new.sender_id or exists (
      select 1 from public.booth_members m where m.owner_id = session.vendor_id
    )) then
      perform private.answer_for_team(session, new.sender_id, new.id);
    end if;
    if session.request_state in ('waiting', 'declined') and new.sender_id = private.my_profile_id()
      and (new.sender_id = session.visitor_id or private.booth_of(new.sender_id) = session.vendor_id or new.sender_id = session.vendor_id)
    then
      perform private.ask_or_answer(session, new.sender_id);
    end if;
    new.is_reply := new.reply_to is not null;
    if new.is_reply and not exists (
      select 1 from public.messages m where m.id = new.reply_to and m.session_id = new.session_id
    ) then
      raise exception using errcode = '23503', message = 'A reply quotes a message of its own chat';
    end if;
    return new;
  end
  $$;

-- 10_chat_lists.sql

create or replace view public.session_summaries with (security_invoker = true) as
  select
    s.id, s.vendor_id, s.visitor_id, s.status, s.created_at, s.joined_at,
    (
      select jsonb_build_object('id', v.id, 'name', v.name, 'company', v.company, 'avatar_url', v.avatar_url)
      from private.seen_profiles v where v.id = s.vendor_id
    ) as vendor,
    (
      select jsonb_build_object('id', p.id, 'name', p.name, 'company', p.company, 'avatar_url', p.avatar_url)
      from private.seen_profiles p where p.id = s.visitor_id
    ) as visitor,
    case when newest.id is not null then
      jsonb_build_object(
        'id', newest.id, 'sender_id', newest.sender_id, 'type', newest.type, 'created_at', newest.created_at,
        'content', left(newest.content, 160), 'transcript', left(newest.transcript, 160),
        'translated_content', left(newest.translated_content, 160),
        'source_language', newest.source_language, 'target_language', newest.target_language, 'said_by', newest.said_by
      )
    end as last_message,
    -- Counted up to 100: the list shows '99+' beyond 99.
    unread.count as unread_count,
    due.since as waiting_since,
    mine.last_read_at, mine.seen_at,
    greatest(s.created_at, s.joined_at, newest.created_at) as last_activity
  from (select private.my_profile_id() as id offset 0) me
  cross join public.sessions s
  left join public.session_reads mine
    on mine.session_id = s.id and mine.profile_id = me.id
  left join lateral (
    select m.id, m.sender_id, m.type, m.created_at, m.content, m.transcript, m.translated_content,
      m.source_language, m.target_language, m.said_by
    from public.messages m
    where m.session_id = s.id
    order by m.created_at desc, m.id desc limit 1
  ) newest on true
  cross join lateral (
    select count(*)::int as count from (
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id = s.visitor_id
        and s.visitor_id <> me.id
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      union all
      -- Each of a booth's team may have written to the visitor.
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id <> s.visitor_id
        and s.visitor_id = me.id
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      limit 100
    ) counted
  ) unread
  -- The other side's first message after the last one of the caller's side, whoever of a booth's team
  -- wrote it. What was said face to face waits for no answer.
  left join lateral (
    -- One person wrote for this side: an index has their last message.
    (
      select own.created_at from public.messages own
      where own.session_id = s.id
        and own.sender_id = case when s.visitor_id = me.id then s.visitor_id else s.vendor_id end
        and (s.visitor_id = me.id or s.assigned_at is null)
        and (newest.sender_id = s.visitor_id) <> (s.visitor_id = me.id)
      order by own.created_at desc limit 1
    )
    union all
    (
      select own.created_at from public.messages own
      where own.session_id = s.id
        and own.sender_id <> s.visitor_id
        and s.visitor_id <> me.id and s.assigned_at is not null
        and newest.sender_id = s.visitor_id
      order by own.created_at desc limit 1
    )
  ) answered on true
  left join lateral (
    (
      select m.created_at as since from public.messages m
      where newest.sender_id = s.visitor_id and s.visitor_id <> me.id
        and m.said_by is null
        and m.session_id = s.id
        and m.sender_id = s.visitor_id
        and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
      order by m.created_at limit 1
    )
    union all
    (
      select m.created_at from public.messages m
      where newest.sender_id <> s.visitor_id and s.visitor_id = me.id
        and m.said_by is null
        and m.session_id = s.id
        and m.sender_id <> s.visitor_id
        and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
      order by m.created_at limit 1
    )
  ) due on true;

create or replace view public.chat_list with (security_invoker = true) as
  select
    l.*, s.request_state, s.requested_at,
    exists (
      select 1 from public.blocks b
      where (b.blocker_id = s.vendor_id and b.blocked_id = s.visitor_id and s.visitor_id <> (select private.my_profile_id()))
        or (b.blocker_id = s.visitor_id and b.blocked_id = s.vendor_id and s.visitor_id = (select private.my_profile_id()))
    ) as blocked,
    l.visitor_id is null and exists (
      select 1 from public.messages m where m.session_id = l.id and m.said_by is not null
    ) as face_to_face,
    -- Who of the booth's team answers (docs/adr/0083).
    s.assigned_to, s.assigned_at,
    (
      select jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url)
      from private.seen_profiles a where a.id = s.assigned_to
    ) as assignee
  from public.session_summaries l
  join public.sessions s on s.id = l.id;

-- 12_leads.sql

alter table public.leads add column met_by uuid references public.profiles (id) on delete set null;

create index leads_met_by_idx on public.leads (met_by) where met_by is not null;

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

grant insert (owner_id, person_id, status, rating, tags, note, answers, follow_up_on, met_by) on public.leads to authenticated;

grant update (status, rating, tags, note, answers, follow_up_on, met_by) on public.leads to authenticated;

drop policy "Read one's own leads" on public.leads;
create policy "Read one's own leads" on public.leads
  for select to authenticated using (owner_id = (select private.my_booth()));

drop policy "Note something about a person one sees" on public.leads;
create policy "Note something about a person one sees" on public.leads
  for insert to authenticated
  with check (
    owner_id = (select private.my_booth())
    and exists (select 1 from private.seen_profiles p where p.id = person_id)
  );

drop policy "Change one's own leads" on public.leads;
create policy "Change one's own leads" on public.leads
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

drop policy "Delete one's own leads" on public.leads;
create policy "Delete one's own leads" on public.leads
  for delete to authenticated using (owner_id = (select private.my_booth()));

drop policy "Read one's own questions" on public.lead_questionnaires;
create policy "Read one's own questions" on public.lead_questionnaires
  for select to authenticated using (owner_id = (select private.my_booth()));

drop policy "Write one's questions as a vendor" on public.lead_questionnaires;
create policy "Write one's questions as a vendor" on public.lead_questionnaires
  for insert to authenticated
  with check (owner_id = (select private.my_booth()) and (select private.my_role()) = 'vendor');

drop policy "Change one's own questions" on public.lead_questionnaires;
create policy "Change one's own questions" on public.lead_questionnaires
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

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

create or replace function public.lead_tags() returns table (tag text, people int)
  language sql stable security invoker set search_path = ''
  as $$
    select tag, count(*)::int from public.leads, unnest(tags) tag
    where owner_id = (select private.my_booth())
    group by tag order by count(*) desc, tag limit 50
  $$;

-- 13_exports.sql

create or replace function private.stamp_lead_export() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    new.exported_at := private.believed_moment(new.exported_at, new.created_at);
    new.read_until := least(new.read_until, new.created_at);
    new.exported_by := coalesce((select auth.uid()), new.exported_by);
    new.exported_by_name := coalesce(
      (select name from public.profiles where user_id = (select auth.uid())),
      (select name from public.profiles where id = new.owner_id)
    );
    return new;
  end
  $$;

drop policy "Read the record of one's exports" on public.lead_exports;
create policy "Read the record of one's exports" on public.lead_exports
  for select to authenticated using (owner_id = (select private.my_booth()));

drop policy "Record an export" on public.lead_exports;
create policy "Record an export" on public.lead_exports
  for insert to authenticated with check (owner_id = (select private.my_booth()));

drop policy "Read the record of what was exported" on public.data_exports;
create policy "Read the record of what was exported" on public.data_exports
  for select to authenticated
  using (
    owner_id = (select private.my_profile_id())
    or (kind = 'leads' and owner_id = (select private.my_booth()))
  );

-- 14_glossary.sql

drop policy "Read one's own terms" on public.glossary_terms;
create policy "Read one's own terms" on public.glossary_terms
  for select to authenticated using (owner_id = (select private.my_booth()));

drop policy "Add a term" on public.glossary_terms;
create policy "Add a term" on public.glossary_terms
  for insert to authenticated with check (
    owner_id = (select private.my_booth())
    -- Not by the caller's view of profiles: an owner may withhold something from their team.
    and private.is_vendor(owner_id)
  );

drop policy "Change one's own terms" on public.glossary_terms;
create policy "Change one's own terms" on public.glossary_terms
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

drop policy "Delete one's own terms" on public.glossary_terms;
create policy "Delete one's own terms" on public.glossary_terms
  for delete to authenticated using (owner_id = (select private.my_booth()));

create or replace function public.glossary_for(user_id uuid, session_id uuid default null)
  returns table (term text, mode text, en text, zh text, ar text)
  language sql stable security invoker set search_path = ''
  as $$
    select t.term, t.mode, t.en, t.zh, t.ar
    from public.profiles me
    left join public.sessions s on s.id = glossary_for.session_id 
      and (me.id in (s.vendor_id, s.visitor_id) or private.booth_of(me.id) = s.vendor_id)
    join public.glossary_terms t
      on t.owner_id = case when glossary_for.session_id is null then private.booth_of(me.id) else s.vendor_id end
    where me.user_id = glossary_for.user_id
    order by t.created_at, t.id
  $$;

create or replace function public.import_glossary_terms(terms jsonb)
  returns table (added int, changed int)
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    mine uuid := private.my_booth();
    given jsonb;
  begin
    select jsonb_agg(line) into given from (
      select distinct on (private.glossary_key(item ->> 'term')) item as line
      from jsonb_array_elements(import_glossary_terms.terms) with ordinality listed (item, place)
      order by private.glossary_key(item ->> 'term'), place desc
    ) last_lines;
    update public.glossary_terms known
      set term = line.term, mode = line.mode, en = line.en, zh = line.zh, ar = line.ar
      from jsonb_to_recordset(given) line (term text, mode text, en text, zh text, ar text)
      where known.owner_id = mine and private.glossary_key(known.term) = private.glossary_key(line.term)
        and (known.term, known.mode, known.en, known.zh, known.ar)
          is distinct from (line.term, line.mode, line.en, line.zh, line.ar);
    get diagnostics changed = row_count;
    insert into public.glossary_terms (owner_id, term, mode, en, zh, ar)
      select mine, line.term, line.mode, line.en, line.zh, line.ar
      from jsonb_to_recordset(given) line (term text, mode text, en text, zh text, ar text)
      where not exists (
        select 1 from public.glossary_terms known
        where known.owner_id = mine and private.glossary_key(known.term) = private.glossary_key(line.term)
      );
    get diagnostics added = row_count;
    return next;
  end
  $$;

-- 15_material.sql

drop policy "Read one's own material" on public.material_documents;
create policy "Read one's own material" on public.material_documents
  for select to authenticated using (owner_id = (select private.my_booth()));

drop policy "Delete one's own material" on public.material_documents;
create policy "Delete one's own material" on public.material_documents
  for delete to authenticated using (owner_id = (select private.my_booth()));

drop policy "Read passages of one's own material" on public.material_passages;
create policy "Read passages of one's own material" on public.material_passages
  for select to authenticated using (owner_id = (select private.my_booth()));

create or replace function public.add_material(title text, pages int, passages jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    mine uuid := private.my_booth();
    added uuid;
  begin
    if not exists (select from public.profiles p where p.id = mine and p.role = 'vendor') then
      raise exception 'Only vendors have material' using errcode = '42501';
    end if;
    -- Serialises devices that add at the same time.
    perform pg_advisory_xact_lock(hashtextextended('material_documents:' || mine, 0));
    if (select count(*) from public.material_documents d where d.owner_id = mine) >= 20 then
      raise exception 'There may be 20 documents at most'
        using errcode = 'PT409', hint = 'Delete a document that is not needed';
    end if;
    if exists (
      select from jsonb_array_elements(add_material.passages) given
      where (given ->> 'page')::int > add_material.pages
    ) then
      raise exception 'A passage stands on a page that the document does not have' using errcode = '23514';
    end if;
    insert into public.material_documents (owner_id, title, pages, characters)
      select mine, btrim(add_material.title), add_material.pages, coalesce(sum(char_length(given ->> 'content')), 0)
      from jsonb_array_elements(add_material.passages) given
      returning id into added;
    insert into public.material_passages (document_id, ordinal, owner_id, page, content)
      select added, place, mine, (given ->> 'page')::int, given ->> 'content'
      from jsonb_array_elements(add_material.passages) with ordinality listed (given, place);
    return added;
  end
  $$;

create or replace function public.search_material(question text, whole_up_to int default 20000, most int default 12)
  returns table (title text, pages int, page int, content text)
  language sql stable security invoker set search_path = ''
  as $$
    with asked as materialized (select private.material_patterns(left(search_material.question, 2000)) as patterns),
    mine as materialized (
      select p.document_id, p.ordinal, p.characters,
        array(select pattern from unnest(asked.patterns) pattern where position(pattern in p.key) > 0) as hits
      from asked, (
        -- The concatenation decompresses a long key once, and not for each pattern.
        select document_id, ordinal, char_length(content) as characters, key || '' as key
        from public.material_passages
        where owner_id = (select private.my_booth())
        offset 0
      ) p
    ),
    size as (
      select count(*) as passages,
        -- Each passage also needs room for its title and page.
        coalesce(sum(m.characters + 100), 0) <= search_material.whole_up_to as is_short
      from mine m
    ),
    weights as (
      select found.hit, ln(1 + (size.passages - count(*) + 0.5) / (count(*) + 0.5)) as weight
      from size, mine m, unnest(m.hits) found (hit)
      group by found.hit, size.passages
    ),
    scores as (
      select m.document_id, m.ordinal, sum(w.weight) as score
      from mine m, unnest(m.hits) found (hit) join weights w on w.hit = found.hit
      group by m.document_id, m.ordinal
    ),
    chosen as (
      (select m.document_id, m.ordinal, 0::numeric as score from mine m, size where size.is_short)
      union all
      (select s.document_id, s.ordinal, s.score::numeric from scores s, size where not size.is_short
        order by s.score desc, s.document_id, s.ordinal limit search_material.most)
    )
    select d.title, d.pages, p.page, p.content
    from chosen c
    join public.material_documents d on d.id = c.document_id
    join public.material_passages p on p.document_id = c.document_id and p.ordinal = c.ordinal
    order by c.score desc, d.created_at, c.document_id, c.ordinal
  $$;

-- 16_analytics.sql

alter table private.chat_facts add column answered_by uuid references public.profiles (id) on delete set null;
update private.chat_facts set answered_by = vendor_id where answered_at is not null;

create index chat_facts_answered_by_idx on private.chat_facts (answered_by);

drop policy "Read the facts of one's own chats as a vendor" on private.chat_facts;
create policy "Read the facts of one's own chats as a vendor" on private.chat_facts
  for select to authenticated using (vendor_id = (select private.my_booth()));

create or replace function private.count_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.request_state = 'declined' then
      delete from private.chat_facts c where c.session_id = new.id;
    else
      insert into private.chat_facts
          (session_id, vendor_id, visitor_id, booth_code_id, language, joined_at, asked_at, answered_at, answered_by)
        select new.id, new.vendor_id, new.visitor_id, new.booth_code_id, p.language, new.joined_at, asked.at,
          answer.created_at, answer.sender_id
        from public.profiles p
        cross join lateral (
          select min(m.created_at) as at from public.messages m where m.session_id = new.id and m.sender_id = new.visitor_id
        ) asked
        left join lateral (
          select m.created_at, m.sender_id from public.messages m
          where m.session_id = new.id and m.sender_id <> new.visitor_id and m.created_at >= asked.at
          order by m.created_at limit 1
        ) answer on true
        where p.id = new.visitor_id
        on conflict (session_id) do nothing;
    end if;
    return null;
  end
  $$;

create or replace function private.keep_answer_time() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    chat private.chat_facts;
  begin
    select * into chat from private.chat_facts c where c.session_id = new.session_id;
    -- True for nearly every message: the chat has its first answer.
    if chat.answered_at is not null then
      return null;
    end if;
    if new.sender_id = chat.visitor_id and chat.asked_at is null then
      update private.chat_facts c set asked_at = new.created_at where c.session_id = new.session_id and c.asked_at is null;
    elsif new.sender_id <> chat.visitor_id and chat.asked_at is not null then
      update private.chat_facts c set answered_at = greatest(new.created_at, c.asked_at), answered_by = new.sender_id
        where c.session_id = new.session_id and c.answered_at is null;
    end if;
    return null;
  end
  $$;

create or replace function private.analytics_span(
    zone text, first_day date, last_day date,
    out unit text, out starts timestamptz[], out ends_at timestamptz, out starts_before timestamptz[], out before_until timestamptz
  )
  language plpgsql stable security invoker set search_path = ''
  as $$
  declare
    wall timestamp;
    days int;
    everything constant boolean := first_day is null;
  begin
    begin
      -- IANA names only: PostgreSQL would also accept abbreviations and POSIX rules.
      if zone is null or zone !~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+){0,2}$' then
        raise invalid_parameter_value;
      end if;
      wall := now() at time zone zone;
    exception when invalid_parameter_value then
      raise exception using errcode = 'PT400', message = 'Unknown time zone';
    end;
    if everything then
      select (min(had.first_at) at time zone zone)::date, (max(had.last_at) at time zone zone)::date into first_day, last_day
      from (
        select min(c.joined_at), max(c.joined_at) from private.chat_facts c where c.vendor_id = (select private.my_booth())
        union all
        select min(c.hour), max(c.hour) from public.booth_code_scans c
      ) had (first_at, last_at);
      first_day := coalesce(greatest(first_day, last_day - 3699), wall::date);
    end if;
    days := coalesce(last_day, first_day) - first_day + 1;
    if days not between 1 and 3700 then
      raise exception using errcode = 'PT400', message = 'The last day is before the first, or ten years after it';
    end if;

    unit := case when days = 1 then 'hour' when days <= 62 then 'day' else 'month' end;
    starts := private.analytics_steps(zone, unit, first_day, days);
    ends_at := (first_day + days)::timestamp at time zone zone;
    if not everything then
      starts_before := private.analytics_steps(zone, unit, first_day - days, days);
      before_until := least(starts[1], greatest(starts_before[1], (wall - make_interval(days => days)) at time zone zone));
    end if;
  end
  $$;

create or replace function public.vendor_analytics(zone text, first_day date default null, last_day date default null)
  returns jsonb
  language plpgsql stable security invoker set search_path = ''
  -- A plan for these days (a few milliseconds), no compilation, and sorts in memory.
  set plan_cache_mode = force_custom_plan set jit = off set work_mem = '32MB'
  as $$
  declare
    me constant uuid := private.my_booth();
    span record;
    answer jsonb;
  begin
    if private.my_role() is distinct from 'vendor' then
      raise exception using errcode = 'PT403', message = 'Only vendors have analytics';
    end if;
    select * into span from private.analytics_span(zone, first_day, last_day);

    -- Each count below reads the part that it needs: faster than materialising all of it.
    with chats as not materialized (
      select c.joined_at >= span.starts[1] as is_now, c.joined_at, c.booth_code_id, c.language, c.asked_at, c.answered_at, c.wait_seconds,
        c.answered_by, l.person_id as lead, l.met_by,
        -- In every time zone, hours begin at a quarter of an hour UTC.
        date_bin('15 minutes', c.joined_at, timestamptz '2000-01-01Z') as quarter,
        width_bucket(c.wait_seconds, array[60, 300, 900, 3600, 14400]::float8[]) as wait_class
      from private.chat_facts c
      left join public.leads l on l.owner_id = me and l.person_id = c.visitor_id
      where c.vendor_id = me and c.joined_at >= coalesce(span.starts_before[1], span.starts[1]) and c.joined_at < span.ends_at
    ),
    counts as materialized (
      select grouping(c.quarter) = 0 as by_quarter, grouping(c.language) = 0 as by_language,
        grouping(c.booth_code_id) = 0 as by_code, grouping(c.wait_class) = 0 as by_wait,
        c.is_now, c.quarter, c.language, c.booth_code_id, c.wait_class,
        count(*) as joins, count(c.answered_at) as answered, count(c.lead) as leads
      from chats c
      group by grouping sets ((c.is_now, c.quarter), (c.is_now, c.language), (c.is_now, c.booth_code_id), (c.is_now, c.wait_class))
    ),
    -- A visitor with two chats is one lead.
    leads as materialized (
      select c.is_now, c.language, count(*) as people
      from (
        select distinct d.is_now, d.language, d.lead from chats d
        where d.lead is not null and (d.is_now or d.joined_at < span.before_until)
      ) c
      group by c.is_now, c.language
    ),
    scanned as materialized (
      select c.code_id, c.hour, c.scans, c.hour >= span.starts[1] as is_now
      from public.booth_code_scans c
      where c.hour >= coalesce(span.starts_before[1], span.starts[1]) and c.hour < span.ends_at
    ),
    totals as (
      select which.is_now, jsonb_build_object(
        'scans', (
          select coalesce(sum(c.scans), 0) from scanned c
          where c.is_now = which.is_now and (c.is_now or c.hour < span.before_until)
        ),
        'leads', (select coalesce(sum(l.people), 0) from leads l where l.is_now = which.is_now)
      ) || figures as figures
      from (values (true), (false)) which (is_now)
      cross join lateral (
        select jsonb_build_object(
          'joins', count(*),
          'code_joins', count(c.booth_code_id),
          'asked', count(c.asked_at),
          'answered', count(c.answered_at),
          'wait_median', (percentile_cont(array[0.5, 0.9]) within group (order by c.wait_seconds))[1],
          'wait_p90', (percentile_cont(array[0.5, 0.9]) within group (order by c.wait_seconds))[2]
        )
        from chats c where c.is_now = which.is_now and (c.is_now or c.joined_at < span.before_until)
      ) chat (figures)
    ),
    series as (
      select jsonb_agg(jsonb_build_object(
        'at', start.at, 'scans', coalesce(s.scans, 0), 'joins', coalesce(j.joins, 0), 'answered', coalesce(j.answered, 0),
        'joins_before', case when span.starts_before is not null then coalesce(b.joins, 0) end
      ) order by start.at) as steps
      from unnest(span.starts) with ordinality start (at, step)
      left join (
        select width_bucket(c.quarter, span.starts) as step, sum(c.joins) as joins, sum(c.answered) as answered
        from counts c where c.by_quarter and c.is_now group by 1
      ) j on j.step = start.step
      left join (
        select width_bucket(c.quarter, span.starts_before) as step, sum(c.joins) as joins
        from counts c where c.by_quarter and not c.is_now group by 1
      ) b on b.step = start.step
      left join (
        select width_bucket(c.hour, span.starts) as step, sum(c.scans) as scans from scanned c where c.is_now group by 1
      ) s on s.step = start.step
    ),
    hours as (
      select jsonb_agg(jsonb_build_object('hour', clock.hour, 'scans', coalesce(s.scans, 0), 'joins', coalesce(j.joins, 0))
        order by clock.hour) as hours
      from generate_series(0, 23) clock (hour)
      left join (
        select extract(hour from c.quarter at time zone zone) as hour, sum(c.joins) as joins
        from counts c where c.by_quarter and c.is_now group by 1
      ) j on j.hour = clock.hour
      left join (
        select extract(hour from c.hour at time zone zone) as hour, sum(c.scans) as scans from scanned c where c.is_now group by 1
      ) s on s.hour = clock.hour
    ),
    languages as (
      select jsonb_agg(jsonb_build_object(
        'language', c.language, 'joins', c.joins, 'answered', c.answered, 'leads', coalesce(l.people, 0)
      ) order by c.joins desc, c.language) as languages
      from counts c left join leads l on l.is_now and l.language = c.language
      where c.by_language and c.is_now
    ),
    -- By person, for the owner of a team and who works there now, and for others who did something.
    people as (
      select jsonb_agg(jsonb_build_object(
        'id', who.id, 'name', p.name, 'member', m.profile_id is not null, 'answered', coalesce(a.answered, 0),
        'wait_median', a.wait_median, 'leads', coalesce(l.leads, 0)
      ) order by coalesce(a.answered, 0) desc, coalesce(l.leads, 0) desc, p.name, who.id) as people
      from (
        select b.profile_id as id from public.booth_members b where b.owner_id = me
        union select c.answered_by from chats c where c.is_now and c.answered_by is not null
        union select c.met_by from chats c where c.is_now and c.met_by is not null
      ) who
      join public.shared_profiles p on p.id = who.id
      left join public.booth_members m on m.profile_id = who.id and m.owner_id = me
      left join (
        select c.answered_by, count(*) as answered, percentile_cont(0.5) within group (order by c.wait_seconds) as wait_median
        from chats c where c.is_now and c.answered_by is not null group by c.answered_by
      ) a on a.answered_by = who.id
      left join (
        select c.met_by, count(distinct c.lead) as leads from chats c where c.is_now and c.met_by is not null group by c.met_by
      ) l on l.met_by = who.id
      where exists (select 1 from public.booth_members b where b.owner_id = me)
    ),
    codes as (
      select jsonb_agg(jsonb_build_object(
        'id', b.id, 'label', b.label, 'scans', coalesce(s.scans, 0), 'joins', coalesce(j.joins, 0),
        'answered', coalesce(j.answered, 0), 'leads', coalesce(j.leads, 0)
      ) order by coalesce(j.joins, 0) desc, coalesce(s.scans, 0) desc, b.label, b.id) as codes
      from public.booth_codes b
      left join (select c.code_id, sum(c.scans) as scans from scanned c where c.is_now group by c.code_id) s on s.code_id = b.id
      left join counts j on j.by_code and j.is_now and j.booth_code_id = b.id
      where b.vendor_id = me and (s.scans > 0 or j.joins > 0)
    ),
    waits as (
      select jsonb_agg(coalesce(c.joins, 0) order by class.nr) as waits
      from generate_series(0, 5) class (nr)
      left join counts c on c.by_wait and c.is_now and c.wait_class = class.nr
    )
    select jsonb_build_object(
      'unit', span.unit, 'from', span.starts[1], 'to', span.ends_at, 'read_at', now(),
      'before_from', span.starts_before[1], 'before_until', span.before_until,
      'current', (select t.figures from totals t where t.is_now),
      'before', (select t.figures from totals t where not t.is_now and span.starts_before is not null),
      'series', (select s.steps from series s),
      'hours', (select h.hours from hours h),
      'languages', coalesce((select l.languages from languages l), '[]'),
      'codes', coalesce((select c.codes from codes c), '[]'),
      'waits', (select w.waits from waits w),
      'people', coalesce((select p.people from people p), '[]')
    ) into answer;
    return answer;
  end
  $$;

-- 17_reports.sql

drop policy "Report somebody one knows" on public.reports;
create policy "Report somebody one knows" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select private.my_profile_id())
    and private.knows(reported_id)
    -- The policy of sessions limits these subqueries to the caller's own sessions.
    and (
      session_id is null
      or exists (select 1 from public.sessions s where s.id = session_id and (
        reported_id in (s.vendor_id, s.visitor_id) or private.booth_of(reported_id) = s.vendor_id))
    )
  );

-- 18_quotas.sql

create or replace function private.keep_row_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
    used bigint;
  begin
    if me is not null and not exists (select 1 from added a where a.owner_id = me) then
      me := private.my_booth();
    end if;
    if me is null or not exists (select 1 from added a where a.owner_id = me) then
      return null;
    end if;
    perform private.require_installation_quota(tg_argv[0], tg_relid::regclass);
    perform private.lock_quota(tg_argv[0], me);
    execute format('select count(*) from %s t where t.owner_id = $1', tg_relid::regclass) into used using me;
    perform private.require_quota(tg_argv[0], used, tg_argv[1]);
    return null;
  end
  $$;

create or replace function private.keep_export_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
  begin
    if me is not null and not exists (select 1 from added a where a.owner_id = me) then
      me := private.my_booth();
    end if;
    if me is null or not exists (select 1 from added a where a.owner_id = me) then
      return null;
    end if;
    perform private.lock_quota('data_exports', me);
    perform private.require_quota('data_exports', (
      select count(*) from public.data_exports d
      where d.owner_id = me and d.created_at > clock_timestamp() - interval '1 day'
    ), 'Quota reached: %s exports a day');
    return null;
  end
  $$;

create or replace function private.keep_chat_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
    visitors uuid[];
  begin
    if me is not null and not exists (select 1 from added a where me in (a.vendor_id, a.visitor_id)) then
      me := private.my_booth();
    end if;
    if me is null or not exists (select 1 from added a where me in (a.vendor_id, a.visitor_id)) then
      return null;
    end if;
    perform private.require_installation_quota('chats', tg_relid::regclass);
    perform private.lock_quota('chats', me);
    if exists (select 1 from added a where a.visitor_id = me) then
      perform private.require_quota('chats', (select count(*) from public.sessions s where s.visitor_id = me),
        'Quota reached: %s chats');
    end if;
    if exists (select 1 from added a where a.vendor_id = me and a.visitor_id is null) then
      perform private.require_quota('open_invitations', (
        select count(*) from public.sessions s where s.vendor_id = me and s.visitor_id is null
      ), 'Quota reached: %s chats that nobody has joined');
    end if;
    select array_agg(distinct a.visitor_id) into visitors from added a where a.vendor_id = me and a.visitor_id is not null;
    if visitors is not null then
      perform private.require_quota('chats_with_one_person', (
        select max(n) from (
          select count(*) as n from public.sessions s
          where s.visitor_id = any (visitors) and s.vendor_id = me group by s.visitor_id
        ) counted
      ), 'Quota reached: %s chats with one person');
    end if;
    return null;
  end
  $$;

-- 19_storage.sql

drop policy "Add no file to a request" on storage.objects;
create policy "Add no file to a request" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or exists (
      select 1 from public.sessions s
      where array[s.id::text] = storage.foldername(objects.name)
        and (coalesce(s.request_state, 'accepted') = 'accepted' or s.vendor_id = any ((select private.my_vendors())::uuid[]))
    )
  );

-- 23_message_acts.sql

create or replace function private.is_in_my_chat(message uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.messages m join public.sessions s on s.id = m.session_id
      where m.id = is_in_my_chat.message
        and (s.vendor_id = any ((select private.my_vendors())::uuid[]) or s.visitor_id = (select private.my_profile_id()))
    )
  $$;

-- 24_missed_replies.sql

create function private.readers_of(chat uuid, recipient uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    answers uuid;
  begin
    if not exists (select 1 from public.booth_members m where m.owner_id = recipient) then
      return next recipient;
      return;
    end if;
    select private.who_answers(s) into answers from public.sessions s where s.id = chat and s.vendor_id = recipient;
    if not found then
      -- The owner is the visitor of this chat.
      return next recipient;
    elsif answers is not null then
      return next answers;
    else
      return query
        select m.profile_id from public.booth_members m
        where m.owner_id = recipient and (m.away_since is null or not exists (
          select 1 from public.booth_members other where other.owner_id = recipient and other.away_since is null
        ));
    end if;
  end
  $$;

revoke all on function private.readers_of(uuid, uuid) from public, anon, authenticated, service_role;

create or replace function private.note_missed_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The update locks the row: a read mark that is written at the same time waits, and sees newest_at.
    insert into private.missed_replies as known (session_id, profile_id, first_at, newest_at, push_due_at, email_due_at)
      select fresh.session_id, reader.id, fresh.first_at, fresh.newest_at,
        private.missed_push_due(fresh.first_at), private.missed_email_due(fresh.first_at)
      from (
        select a.session_id, a.recipient_id, min(a.created_at) as first_at, max(a.created_at) as newest_at
        from added a where a.recipient_id is not null
        group by a.session_id, a.recipient_id
      ) fresh
      cross join lateral (
        select fresh.recipient_id
          where not exists (select 1 from public.booth_members m where m.owner_id = fresh.recipient_id)
        union all
        select private.readers_of(fresh.session_id, fresh.recipient_id)
          where exists (select 1 from public.booth_members m where m.owner_id = fresh.recipient_id)
      ) reader (id)
      -- In a fixed order, so that two statements do not deadlock.
      order by fresh.session_id, reader.id
      on conflict (session_id, profile_id) do update set newest_at = greatest(known.newest_at, excluded.newest_at);
    return null;
  end
  $$;

create or replace function private.settle_missed_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    since timestamptz;
  begin
    delete from private.missed_replies m
      where m.session_id = new.session_id and m.profile_id = new.profile_id and m.newest_at <= new.last_read_at;
    if found then
      return null;
    end if;
    if not exists (
      select from private.missed_replies m
      where m.session_id = new.session_id and m.profile_id = new.profile_id and m.first_at <= new.last_read_at
    ) then
      return null;
    end if;
    -- Of the other side: colleagues of a booth's team do not write to each other.
    select msg.created_at into since from public.messages msg join public.sessions s on s.id = msg.session_id
      where msg.session_id = new.session_id and msg.created_at > new.last_read_at
        and (msg.sender_id = s.visitor_id) = (s.visitor_id <> new.profile_id)
      order by msg.created_at limit 1;
    update private.missed_replies m set
        first_at = since, push_due_at = private.missed_push_due(since), email_due_at = private.missed_email_due(since),
        push_tries = 0, email_tries = 0, pushed_to = '{}', emailed_at = null
      where m.session_id = new.session_id and m.profile_id = new.profile_id and since is not null;
    return null;
  end
  $$;

-- 25_booth_teams.sql

create table public.booth_invitations (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- SHA-256 of the token.
  token_digest bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  used_by uuid references public.profiles (id) on delete set null,
  used_at timestamptz,
  revoked_at timestamptz
);

create index booth_invitations_owner_id_created_at_idx on public.booth_invitations (owner_id, created_at);

create index booth_invitations_used_by_idx on public.booth_invitations (used_by) where used_by is not null;

alter table public.booth_invitations enable row level security;

revoke all on public.booth_invitations from public, anon, authenticated;

grant select (id, owner_id, created_at, expires_at, used_by, used_at, revoked_at) on public.booth_invitations to authenticated;

grant all on public.booth_invitations to service_role;

create policy "Prove the second factor first" on public.booth_invitations
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the invitations to one's own booth" on public.booth_invitations
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create function private.invitation_digest(token text) returns bytea
  language sql immutable strict set search_path = ''
  as $$ select sha256(convert_to(token, 'UTF8')) $$;

revoke all on function private.invitation_digest(text) from public;

create function public.create_booth_invitation() returns table (id uuid, token text, expires_at timestamptz)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    made text := private.new_booth_code();
  begin
    if me is null or private.my_role() is distinct from 'vendor' or private.my_booth() <> me then
      raise exception using errcode = 'PT403', message = 'Only the owner of a booth invites', detail = 'booth: not_owner';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('booth:' || me, 0));
    if (
      select count(*) from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    ) >= 20 then
      raise exception using errcode = 'PT409', message = 'At most 20 open invitations', detail = 'booth: invitations_full',
        hint = 'Revoke one that is not needed';
    end if;
    if (
      select count(*) from public.booth_invitations i where i.owner_id = me and i.created_at > now() - interval '1 day'
    ) >= 100 then
      raise exception using errcode = 'PT429', message = 'At most 100 invitations a day', detail = 'booth: invitations_today',
        hint = 'Try again tomorrow';
    end if;
    perform private.require_room_in_booth(me);
    -- What has ended is shown for a while only. Used ones stay: they tell who may have written for the booth.
    delete from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.created_at < now() - interval '60 days';
    return query
      insert into public.booth_invitations as i (owner_id, token_digest)
        values (me, private.invitation_digest(made)) returning i.id, made, i.expires_at;
  end
  $$;

create function private.require_room_in_booth(booth uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if (select count(*) from public.booth_members m where m.owner_id = booth and m.profile_id <> booth) >= 50 then
      raise exception using errcode = 'PT409', message = 'At most 50 people work at a booth', detail = 'booth: full';
    end if;
  end
  $$;

revoke all on function private.require_room_in_booth(uuid) from public;

create function public.revoke_booth_invitation(invitation_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    found_one public.booth_invitations;
  begin
    select * into found_one from public.booth_invitations i
      where i.id = revoke_booth_invitation.invitation_id and i.owner_id = private.my_profile_id() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
    if found_one.used_at is not null then
      raise exception using errcode = 'PT409', message = 'This invitation was used', detail = 'booth: invitation_used';
    end if;
    update public.booth_invitations i set revoked_at = coalesce(i.revoked_at, clock_timestamp()) where i.id = found_one.id;
  end
  $$;

create function private.invitation_state(invitation public.booth_invitations) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when invitation.used_at is not null then 'used'
      when invitation.revoked_at is not null then 'revoked'
      when invitation.expires_at <= now() then 'expired'
      else 'open'
    end
  $$;

revoke all on function private.invitation_state(public.booth_invitations) from public;

create function public.booth_invitation(token text)
  returns table (state text, expires_at timestamptz, booth jsonb, accepted boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
  begin
    return query
      select seen.state, i.expires_at,
        case when seen.state = 'open' or mine.accepted then
          jsonb_build_object(
            'id', o.id, 'name', o.name,
            'company', case when 'company' = any (private.withheld_from_me(o.id)) then null else o.company end,
            'avatar_url', o.avatar_url
          )
        end,
        mine.accepted
      from public.booth_invitations i
      join public.profiles o on o.id = i.owner_id
      cross join lateral (select private.invitation_state(i) as state) seen
      cross join lateral (
        select i.used_by is not distinct from me and me is not null and private.booth_of(me) = i.owner_id as accepted
      ) mine
      where i.token_digest = private.invitation_digest(booth_invitation.token);
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
  end
  $$;

create function public.accept_booth_invitation(token text) returns public.booth_members
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    invitation public.booth_invitations;
    member public.booth_members;
    state text;
  begin
    if me is null or private.my_role() is distinct from 'vendor' then
      raise exception using errcode = 'PT403', message = 'Only vendors work at a booth', detail = 'booth: not_vendor';
    end if;
    -- A second person waits here, and finds it used.
    select * into invitation from public.booth_invitations i
      where i.token_digest = private.invitation_digest(accept_booth_invitation.token) for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
    select * into member from public.booth_members m where m.profile_id = me;
    if invitation.used_by = me and member.owner_id = invitation.owner_id then
      return member;
    end if;
    if invitation.owner_id = me then
      raise exception using errcode = 'PT409', message = 'This is your own booth', detail = 'booth: own_booth';
    end if;
    state := private.invitation_state(invitation);
    if state <> 'open' then
      raise exception using errcode = 'PT410', message = format('This invitation is %s', state),
        detail = 'booth: invitation_' || state, hint = 'Ask for a new one';
    end if;
    -- In a fixed order, so that two people who invite each other do not deadlock.
    perform pg_advisory_xact_lock(hashtextextended('booth:' || id, 0))
      from (select id from unnest(array[me, invitation.owner_id]) id order by id) booths;
    select * into member from public.booth_members m where m.profile_id = me;
    if member.owner_id = me then
      raise exception using errcode = 'PT409', message = 'You have staff of your own', detail = 'booth: has_staff';
    elsif member.owner_id is not null then
      raise exception using errcode = 'PT409', message = 'You already work at a booth', detail = 'booth: already_member',
        hint = 'Leave it first';
    end if;
    -- The inviting person has joined another booth since, or is no vendor any more.
    if private.booth_of(invitation.owner_id) <> invitation.owner_id or not private.is_vendor(invitation.owner_id) then
      raise exception using errcode = 'PT410', message = 'This invitation is revoked', detail = 'booth: invitation_revoked',
        hint = 'Ask for a new one';
    end if;
    perform private.require_room_in_booth(invitation.owner_id);
    update public.booth_invitations i set used_by = me, used_at = clock_timestamp() where i.id = invitation.id;
    insert into public.booth_members (owner_id, profile_id) values (invitation.owner_id, invitation.owner_id)
      on conflict (profile_id) do nothing;
    insert into public.booth_members (owner_id, profile_id) values (invitation.owner_id, me) returning * into member;
    -- What a person withholds from a member, they withhold from the booth.
    insert into public.card_shares as known (owner_id, viewer_id, withheld)
      select c.owner_id, invitation.owner_id, c.withheld from public.card_shares c
      where c.viewer_id = me and c.withheld <> '{}' and c.owner_id <> invitation.owner_id
      on conflict (owner_id, viewer_id) do update
        set withheld = array(select distinct f from unnest(known.withheld || excluded.withheld) f order by f);
    return member;
  end
  $$;

create function public.remove_booth_member(member_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    booth constant uuid := private.my_booth();
  begin
    if booth is null or not exists (
      select 1 from public.booth_members m where m.owner_id = booth and m.profile_id = remove_booth_member.member_id
    ) then
      raise exception using errcode = 'PT404', message = 'This person does not work at the booth', detail = 'booth: not_member';
    end if;
    if remove_booth_member.member_id = booth or (me <> booth and remove_booth_member.member_id <> me) then
      raise exception using errcode = 'PT403', message = 'Only the owner removes people, and stays themselves',
        detail = 'booth: not_owner';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('booth:' || booth, 0));
    delete from public.booth_members m where m.owner_id = booth and m.profile_id = remove_booth_member.member_id;
  end
  $$;

create function private.end_membership() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(
      select s.id from public.sessions s where s.vendor_id = old.owner_id and s.visitor_id is not null
      order by s.created_at desc limit 5000
    ));
    update public.sessions s set assigned_to = null
      where s.assigned_to = old.profile_id and s.vendor_id = old.owner_id;
    delete from private.missed_replies m using public.sessions s
      where m.profile_id = old.profile_id and s.id = m.session_id and s.vendor_id = old.owner_id and old.profile_id <> old.owner_id;
    delete from public.booth_members m
      where m.owner_id = old.owner_id and m.profile_id = old.owner_id and not exists (
        select 1 from public.booth_members other where other.owner_id = old.owner_id and other.profile_id <> old.owner_id
      );
    return null;
  end
  $$;

create trigger end_membership after delete on public.booth_members
  for each row execute function private.end_membership();

create function private.tell_membership() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    person constant uuid := case tg_op when 'DELETE' then old.profile_id else new.profile_id end;
  begin
    -- The profile is gone when its deletion deletes the row.
    if exists (select 1 from public.profiles p where p.id = person) then
      perform private.tell_profile_change(person);
    end if;
    return null;
  end
  $$;

create trigger tell_membership after insert or delete on public.booth_members
  for each row execute function private.tell_membership();

create function private.keep_role_of_member() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select 1 from public.booth_members m where m.profile_id = new.id) then
      raise exception using errcode = 'PT409', message = 'Who works at a booth is a vendor', detail = 'booth: is_member',
        hint = 'Leave the booth first';
    end if;
    return new;
  end
  $$;

create trigger keep_role_of_member before update of role on public.profiles
  for each row when (old.role = 'vendor' and new.role <> 'vendor') execute function private.keep_role_of_member();

create function private.leave_words_to_booth() returns trigger
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
    return old;
  end
  $$;

create trigger leave_words_to_booth before delete on public.profiles
  for each row execute function private.leave_words_to_booth();

revoke all on function private.end_membership(), private.tell_membership(), private.keep_role_of_member(),
  private.leave_words_to_booth() from public;

create function public.my_booth() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'name', b.name, 'company', b.company, 'avatar_url', b.avatar_url,
      'owner', b.id = p.id, 'team', m.id is not null, 'away_since', m.away_since
    )
    from public.profiles p
    left join public.booth_members m on m.profile_id = p.id
    join public.profiles b on b.id = coalesce(m.owner_id, p.id)
    where p.user_id = (select auth.uid())
  $$;

create function private.team_chat(chat uuid) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    found_one public.sessions;
  begin
    select * into found_one from public.sessions s
      where s.id = chat and s.vendor_id = any (private.my_vendors()) for no key update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Chat not found', detail = 'booth: chat_unknown';
    end if;
    return found_one;
  end
  $$;

create function private.refuse_double_answer(colleague uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    raise exception using errcode = 'PT409',
      message = format('%s answers this chat', (select p.name from public.profiles p where p.id = colleague)),
      detail = (select jsonb_build_object('assigned_to', p.id, 'name', p.name)::text from public.profiles p where p.id = colleague),
      hint = 'Take it over first';
  end
  $$;

create function public.claim_chat(session_id uuid, take_over boolean default false) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
  begin
    if chat.assigned_to = me or not exists (select 1 from public.booth_members m where m.owner_id = chat.vendor_id) then
      return chat;
    end if;
    if private.who_answers(chat) is not null and take_over is not true then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    update public.sessions s set assigned_to = me, assigned_at = clock_timestamp() where s.id = chat.id returning * into chat;
    -- Who takes a chat is back.
    update public.booth_members m set away_since = null where m.profile_id = me and m.away_since is not null;
    return chat;
  end
  $$;

create function public.hand_over_chat(session_id uuid, member_id uuid, note text default null) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
    away timestamptz;
  begin
    select m.away_since into away from public.booth_members m where m.owner_id = chat.vendor_id and m.profile_id = member_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'This person does not work at the booth', detail = 'booth: not_member';
    end if;
    if private.who_answers(chat) <> me and chat.vendor_id <> me then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    if away is not null and member_id <> me then
      raise exception using errcode = 'PT409', message = 'This person is away', detail = 'booth: away';
    end if;
    update public.sessions s set assigned_to = member_id, assigned_at = clock_timestamp() where s.id = chat.id
      returning * into chat;
    if note ~ '\S' then
      insert into public.chat_notes (session_id, author_id, language, text, handed_to)
        select chat.id, me, p.language, btrim(note), member_id from public.profiles p where p.id = me;
    end if;
    return chat;
  end
  $$;

create function public.release_chat(session_id uuid) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
  begin
    if private.who_answers(chat) <> me and chat.vendor_id <> me then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    update public.sessions s set assigned_to = null where s.id = chat.id and s.assigned_to is not null;
    chat.assigned_to := null;
    return chat;
  end
  $$;

create function public.set_away(away boolean) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    booth uuid;
    released integer := 0;
  begin
    update public.booth_members m
      set away_since = case when set_away.away then coalesce(m.away_since, clock_timestamp()) end
      where m.profile_id = me returning m.owner_id into booth;
    if booth is null then
      raise exception using errcode = 'PT404', message = 'You have no team', detail = 'booth: no_team';
    end if;
    if set_away.away then
      update public.sessions s set assigned_to = null where s.assigned_to = me and s.vendor_id = booth;
      get diagnostics released = row_count;
    end if;
    return released;
  end
  $$;

create function private.answer_for_team(session public.sessions, sender uuid, message uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    answers uuid := private.who_answers(session);
  begin
    if sender is distinct from private.my_profile_id() or private.booth_of(sender) <> session.vendor_id then
      return;
    end if;
    if sender <> session.vendor_id then
      perform private.refuse_between(sender, session.visitor_id, 'PT403', 'This message cannot be delivered');
    end if;
    if answers is null then
      -- Of two who write at once, the second waits here and finds the chat taken.
      update public.sessions s set assigned_to = sender, assigned_at = clock_timestamp()
        where s.id = session.id and s.assigned_to is not distinct from session.assigned_to;
      if found then
        update public.booth_members m set away_since = null where m.profile_id = sender and m.away_since is not null;
        return;
      end if;
      select s.assigned_to into answers from public.sessions s where s.id = session.id;
    elsif answers = sender then
      -- A colleague who takes the chat over meanwhile waits for this message, or this one for them.
      select s.assigned_to into answers from public.sessions s where s.id = session.id for share;
    end if;
    -- A message that is sent again has been delivered: its key refuses it.
    if answers <> sender and not exists (select 1 from public.messages m where m.id = message) then
      perform private.refuse_double_answer(answers);
    end if;
  end
  $$;

revoke all on function private.team_chat(uuid), private.refuse_double_answer(uuid),
  private.answer_for_team(public.sessions, uuid, uuid) from public;

create function private.readdress_missed_replies() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    since timestamptz;
    newest timestamptz;
  begin
    select min(m.first_at), max(m.newest_at) into since, newest from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id;
    if since is null then
      return null;
    end if;
    delete from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id
        and m.profile_id not in (select private.readers_of(new.id, new.vendor_id));
    insert into private.missed_replies (session_id, profile_id, first_at, newest_at, push_due_at, email_due_at)
      select new.id, reader.id, since, newest, private.missed_push_due(clock_timestamp()), private.missed_email_due(clock_timestamp())
      from private.readers_of(new.id, new.vendor_id) reader (id)
      -- Not the person who does it.
      where reader.id is distinct from private.my_profile_id()
      order by reader.id
      on conflict (session_id, profile_id) do nothing;
    return null;
  end
  $$;

revoke all on function private.readdress_missed_replies() from public;

create trigger readdress_missed_replies after update of assigned_to on public.sessions
  for each row when (old.assigned_to is distinct from new.assigned_to) execute function private.readdress_missed_replies();

create table public.chat_notes (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  -- The booth of the chat, set by a trigger: policies and live subscriptions look at it.
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- Null after the author's account was deleted.
  author_id uuid references public.profiles (id) on delete set null,
  language text not null constraint chat_notes_language_check check (language in ('en', 'zh', 'ar')),
  text text not null constraint chat_notes_text_length check (text ~ '\S' and char_length(text) <= 2000),
  -- To whom the chat was handed over with this note.
  handed_to uuid references public.profiles (id) on delete set null,
  -- By language: {"zh": {"text": …, "engine": …}}. Only attach_note_translation() writes it.
  translations jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);

create index chat_notes_session_id_created_at_idx on public.chat_notes (session_id, created_at, id);

create index chat_notes_owner_id_idx on public.chat_notes (owner_id);

create index chat_notes_author_id_idx on public.chat_notes (author_id);

create index chat_notes_handed_to_idx on public.chat_notes (handed_to) where handed_to is not null;

create function private.place_note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.owner_id := (select s.vendor_id from public.sessions s where s.id = new.session_id);
    new.created_at := clock_timestamp();
    -- Serialises devices that write at the same time.
    perform pg_advisory_xact_lock(hashtextextended('chat_notes:' || new.session_id, 0));
    if (select count(*) from public.chat_notes n where n.session_id = new.session_id) >= 500 then
      raise exception using errcode = 'PT409', message = 'A chat has 500 notes at most', detail = 'booth: notes_full';
    end if;
    return new;
  end
  $$;

revoke all on function private.place_note() from public;

create trigger place_note before insert on public.chat_notes
  for each row execute function private.place_note();

alter table public.chat_notes enable row level security;

revoke all on public.chat_notes from public, anon, authenticated;

grant select, delete on public.chat_notes to authenticated;

grant insert (id, session_id, author_id, language, text) on public.chat_notes to authenticated;

grant all on public.chat_notes to service_role;

create policy "Prove the second factor first" on public.chat_notes
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the notes of one's booth" on public.chat_notes
  for select to authenticated using (owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Write a note beside a chat of one's booth" on public.chat_notes
  for insert to authenticated
  with check (author_id = (select private.my_profile_id()) and owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Delete one's own note" on public.chat_notes
  for delete to authenticated
  using (author_id = (select private.my_profile_id()) and owner_id = any ((select private.my_vendors())::uuid[]));

create function public.attach_note_translation(note_id uuid, language text, translated text, engine text)
  returns public.chat_notes
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    note public.chat_notes;
  begin
    select * into note from public.chat_notes n
      where n.id = note_id and n.owner_id = any (private.my_vendors()) for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Note not found', detail = 'booth: note_unknown';
    end if;
    if attach_note_translation.language is null or attach_note_translation.language not in ('en', 'zh', 'ar')
      or attach_note_translation.language = note.language
    then
      raise exception using errcode = 'PT400', message = 'Name another language than the note has';
    end if;
    if note.translations ? attach_note_translation.language then
      return note;
    end if;
    if char_length(translated) > 20000 or translated !~ '\S' or not exists (
      select 1 from private.made_translations m
      where m.digest = private.translation_digest(auth.uid(), note.text, attach_note_translation.language, translated, engine)
    ) then
      raise exception using errcode = 'PT403', message = 'This translation was not made here';
    end if;
    update public.chat_notes n
      set translations = n.translations || jsonb_build_object(
        attach_note_translation.language, jsonb_build_object('text', translated, 'engine', engine))
      where n.id = note.id returning * into note;
    return note;
  end
  $$;

revoke all on function public.create_booth_invitation(), public.revoke_booth_invitation(uuid), public.booth_invitation(text),
  public.accept_booth_invitation(text), public.remove_booth_member(uuid), public.my_booth(), public.claim_chat(uuid, boolean),
  public.hand_over_chat(uuid, uuid, text), public.release_chat(uuid), public.set_away(boolean),
  public.attach_note_translation(uuid, text, text, text) from public, anon;

grant execute on function public.create_booth_invitation(), public.revoke_booth_invitation(uuid), public.booth_invitation(text),
  public.accept_booth_invitation(text), public.remove_booth_member(uuid), public.my_booth(), public.claim_chat(uuid, boolean),
  public.hand_over_chat(uuid, uuid, text), public.release_chat(uuid), public.set_away(boolean),
  public.attach_note_translation(uuid, text, text, text) to authenticated, service_role;

grant execute on function public.booth_invitation(text) to anon;

alter publication supabase_realtime add table public.chat_notes;

alter table public.chat_notes replica identity full;
