-- Sessions: a chat between one vendor and one visitor. A session without a visitor is an open
-- invitation, which a QR code shows.

create table public.sessions (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.profiles (id) on delete cascade,
  visitor_id uuid references public.profiles (id) on delete cascade,
  status text not null default 'active' constraint sessions_status_check check (status in ('active')),
  created_at timestamptz not null default now(),
  -- When the visitor joined. A code may be on display for hours before a visitor scans it.
  joined_at timestamptz,
  -- The booth code through which the visitor came; null for other sessions, and after the code is
  -- deleted. 08_joining.sql adds the foreign key.
  booth_code_id uuid,
  -- Set while a visitor who found the vendor in the list has to be accepted; see 06_requests.sql.
  -- Null: an ordinary chat.
  request_state text
    constraint sessions_request_state_check check (request_state in ('waiting', 'accepted', 'declined')),
  -- When the first message of the request arrived. Before that, there is nothing to answer.
  requested_at timestamptz,
  -- Who of the booth's team answers this chat (docs/adr/0083); null: anyone. Always null for a vendor
  -- without staff. And when the chat was last given to a person, which stays when it returns.
  assigned_to uuid references public.profiles (id) on delete set null,
  assigned_at timestamptz,
  constraint sessions_two_people check (vendor_id <> visitor_id)
);
-- For lists of sessions of either side, newest first.
create index sessions_vendor_id_created_at_idx on public.sessions (vendor_id, created_at desc);
create index sessions_visitor_id_created_at_idx on public.sessions (visitor_id, created_at desc);
-- For the quota of open invitations.
create index sessions_open_invitations_idx on public.sessions (vendor_id) where visitor_id is null;
-- For requests of one visitor to one vendor.
create index sessions_unanswered_requests_idx
  on public.sessions (visitor_id, vendor_id) where request_state in ('waiting', 'declined');

-- For the chats of one member of a team; also serves the foreign key.
create index sessions_assigned_to_idx on public.sessions (assigned_to) where assigned_to is not null;

alter table public.sessions enable row level security;
revoke all on public.sessions from public, anon, authenticated;
grant select, delete on public.sessions to authenticated;
grant insert (id, vendor_id, visitor_id, status) on public.sessions to authenticated;
grant all on public.sessions to service_role;

-- True if this visitor has joined one of the sessions of the caller's booth.
create function private.has_joined_me(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions where vendor_id = (select private.my_booth()) and visitor_id = profile_id
    )
  $$;
revoke all on function private.has_joined_me(uuid) from public;
grant execute on function private.has_joined_me(uuid) to authenticated, service_role;

create policy "Prove the second factor first" on public.sessions
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The booth is asked for only where the caller is neither of the two: each message that is sent pays
-- for this policy.
create policy "Read one's own sessions" on public.sessions
  for select to authenticated
  using ((select private.my_profile_id()) in (vendor_id, visitor_id) or vendor_id = (select private.my_booth()));

-- No policy lets a client update a session: visitors join with join_session() (08_joining.sql).
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

-- Nothing of another person is in a session that no visitor has joined.
create policy "Delete a session that no visitor has joined" on public.sessions
  for delete to authenticated
  using (vendor_id = any ((select private.my_vendors())::uuid[]) and visitor_id is null);

create function private.stamp_joining() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.visitor_id is null then
      new.joined_at := null;
    elsif tg_op = 'INSERT' or new.visitor_id is distinct from old.visitor_id then
      new.joined_at := clock_timestamp();
    end if;
    return new;
  end
  $$;
create trigger stamp_joining before insert or update of visitor_id on public.sessions
  for each row execute function private.stamp_joining();

-- Who answers a chat: the one to whom it is assigned, as long as they work at the booth. A claim that was
-- on its way when its member was removed counts for nothing.
create function private.who_answers(session public.sessions) returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select m.profile_id from public.booth_members m
    where m.profile_id = session.assigned_to and m.owner_id = session.vendor_id
  $$;
revoke all on function private.who_answers(public.sessions) from public;

-- A member of a team answers the chats that they open themselves.
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

alter publication supabase_realtime add table public.sessions;
alter table public.sessions replica identity full;
