-- Private channels: who may listen and send on them. Which tables are live is stated beside each
-- table (`alter publication supabase_realtime add table`), with its replica identity.

create policy "Prove the second factor first" on realtime.messages
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The channel `session:<id>` carries typing indicators and presence in a chat. realtime.topic() is
-- the name of the channel; the row must be of the same channel.

-- The session of the channel; null for other channels.
create function private.session_of_topic() returns uuid
  language sql stable set search_path = ''
  as $$
    select case
      when realtime.topic() ~ '^session:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then substr(realtime.topic(), 9)::uuid
    end
  $$;
revoke all on function private.session_of_topic() from public;
grant execute on function private.session_of_topic() to authenticated, service_role;

-- The policy of sessions limits these subqueries to the caller's own sessions.
create policy "Follow the channel of one's session" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()) and private.hears(s))
  );

create policy "Speak on the channel of one's session" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()) and private.hears(s))
  );

-- The channel `event` carries the administrators' announcements. Every signed-in user, guests
-- included, may listen. Without a policy for insert, only the server can send.
create policy "Listen to the event's channel" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and topic = 'event' and (select realtime.topic()) = 'event');

-- A person who loses the right to a chat's channel is removed from it at once (docs/adr/0031). The
-- servers remember a right until the channel's token is renewed, so the triggers below ask them to
-- check again. On Supabase no server listens to the notification.

-- The payload has the form of messages between server processes
-- (packages/supabase-server/src/realtime/rooms/chunks.ts), with at most 150 topics, which stays
-- below the 8,000 bytes of NOTIFY. PostgreSQL sends it when the transaction commits.
create function private.recheck_rooms(session_ids uuid[]) returns void
  language sql volatile set search_path = ''
  as $$
    select pg_notify('dragoman_cluster', concat('database rights 0/1', e'\n', jsonb_agg('session:' || part.id)))
    from (select id, (row_number() over () - 1) / 150 as number from unnest(session_ids) id) part
    group by part.number
  $$;
revoke all on function private.recheck_rooms(uuid[]) from public;

create function private.recheck_rooms_of_pair() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(
      select s.id from public.sessions s where s.vendor_id = new.blocker_id and s.visitor_id = new.blocked_id
      union all
      select s.id from public.sessions s where s.vendor_id = new.blocked_id and s.visitor_id = new.blocker_id
    ));
    return null;
  end
  $$;
revoke all on function private.recheck_rooms_of_pair() from public;
create trigger recheck_rooms after insert on public.blocks
  for each row execute function private.recheck_rooms_of_pair();

-- Checks the channel again when a session gets other people, or its request waits or is declined.
create function private.recheck_room() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array[new.id]);
    return null;
  end
  $$;
revoke all on function private.recheck_room() from public;
create trigger recheck_room after update of vendor_id, visitor_id, request_state on public.sessions
  for each row when (
    old.vendor_id <> new.vendor_id
    or (old.visitor_id is not null and old.visitor_id is distinct from new.visitor_id)
    or (new.request_state in ('waiting', 'declined') and old.request_state is distinct from new.request_state)
  )
  execute function private.recheck_room();

-- It runs for each statement, because deleting an account and the retention may each delete
-- thousands of sessions at a time.
create function private.recheck_deleted_rooms() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(select g.id from gone g));
    return null;
  end
  $$;
revoke all on function private.recheck_deleted_rooms() from public;
create trigger recheck_deleted_rooms after delete on public.sessions
  referencing old table as gone
  for each statement execute function private.recheck_deleted_rooms();
