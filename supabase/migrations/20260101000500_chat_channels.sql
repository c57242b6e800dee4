-- The private channel `session:<id>` carries typing signs and who is online in a chat: for that session's two people, and for
-- nobody else. realtime.topic() is the channel's name; the row asked about must be of that channel as well.

-- Null for every other topic.
create or replace function private.session_of_topic() returns uuid
  language sql stable set search_path = ''
  as $$
    select case
      when realtime.topic() ~ '^session:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then substr(realtime.topic(), 9)::uuid
    end
  $$;
revoke all on function private.session_of_topic() from public;
grant execute on function private.session_of_topic() to authenticated, service_role;

-- The subqueries see the caller's own sessions alone: that is the policy of public.sessions.
drop policy if exists "Follow the channel of one's session" on realtime.messages;
create policy "Follow the channel of one's session" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()))
  );

drop policy if exists "Speak on the channel of one's session" on realtime.messages;
create policy "Speak on the channel of one's session" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()))
  );
