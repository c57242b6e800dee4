-- Who may do what. Row-level security is the only authorisation for data: every table denies by default and the
-- grants below name each column that a client may write. The cases are kept as data in apps/server/test/rls-matrix.ts.

alter table public.profiles enable row level security;
alter table public.sessions enable row level security;
alter table public.messages enable row level security;

-- A hosted Supabase grants everything on new tables to its API roles: take it back, then give what is needed.
revoke all on public.profiles, public.sessions, public.messages from public, anon, authenticated;

grant select on public.profiles, public.sessions, public.messages to authenticated;
grant insert (
  id, user_id, role, email, name, language, designation, linkedin, whatsapp, wechat, company, phone, website, avatar_url,
  updated_at
) on public.profiles to authenticated;
grant update (
  role, email, name, language, designation, linkedin, whatsapp, wechat, company, phone, website, avatar_url, updated_at
) on public.profiles to authenticated;
grant insert (id, vendor_id, visitor_id, status) on public.sessions to authenticated;
grant insert (id, session_id, sender_id, content, translated_content, type, source_language, target_language)
  on public.messages to authenticated;
grant update (translated_content, target_language) on public.messages to authenticated;
grant all on public.profiles, public.sessions, public.messages to service_role;

-- The caller's profile, read past row-level security: policies of `profiles` and `sessions` would recurse otherwise.
create or replace function private.my_profile_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select id from public.profiles where user_id = auth.uid() $$;

create or replace function private.my_role() returns text
  language sql stable security definer set search_path = ''
  as $$ select role from public.profiles where user_id = auth.uid() $$;

create or replace function private.is_vendor(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.profiles where id = profile_id and role = 'vendor') $$;

create or replace function private.has_joined_me(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions where vendor_id = private.my_profile_id() and visitor_id = profile_id
    )
  $$;

revoke all on all functions in schema private from public;
grant execute on all functions in schema private to authenticated, service_role;

drop policy if exists "Read one's own profile, vendors, and people met" on public.profiles;
create policy "Read one's own profile, vendors, and people met" on public.profiles
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or role = 'vendor'
    -- Sessions are themselves cut down to the caller's own by their policy.
    or exists (select 1 from public.sessions s where s.visitor_id = profiles.id or s.vendor_id = profiles.id)
  );

drop policy if exists "Create one's own profile" on public.profiles;
create policy "Create one's own profile" on public.profiles
  for insert to authenticated
  with check (user_id = (select auth.uid()));

drop policy if exists "Change one's own profile" on public.profiles;
create policy "Change one's own profile" on public.profiles
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

drop policy if exists "Read one's own sessions" on public.sessions;
create policy "Read one's own sessions" on public.sessions
  for select to authenticated
  using ((select private.my_profile_id()) in (vendor_id, visitor_id));

drop policy if exists "Open a session" on public.sessions;
create policy "Open a session" on public.sessions
  for insert to authenticated
  with check (
    (
      -- A vendor opens a session for whoever scans its code.
      vendor_id = (select private.my_profile_id())
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
      -- A vendor starts another chat from the contacts: with somebody who has joined one of the vendor's sessions before.
      vendor_id = (select private.my_profile_id())
      and (select private.my_role()) = 'vendor'
      and private.has_joined_me(visitor_id)
    )
  );
-- Joining is join_session(): no policy lets a client update a session.

drop policy if exists "Read the messages of one's sessions" on public.messages;
create policy "Read the messages of one's sessions" on public.messages
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = messages.session_id));

drop policy if exists "Send a message in one's session" on public.messages;
create policy "Send a message in one's session" on public.messages
  for insert to authenticated
  with check (
    sender_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = messages.session_id)
  );

drop policy if exists "Attach a translation to one's own message" on public.messages;
create policy "Attach a translation to one's own message" on public.messages
  for update to authenticated
  using (sender_id = (select private.my_profile_id()))
  with check (sender_id = (select private.my_profile_id()));
