-- Who loses the right to a chat's private room is put out of it at once (docs/adr/0031): answers of private channels hold until the
-- channel's token is renewed, so the servers are told to ask again. Uses nothing that a hosted Supabase lacks, where nobody listens to
-- the notification; safe to run twice.

-- In the form of the messages between the server processes (apps/server/src/realtime/rooms/chunks.ts): at most 150 topics in one, which
-- keeps it below NOTIFY's 8,000 bytes. Sent when the transaction commits.
create or replace function private.recheck_rooms(session_ids uuid[]) returns void
  language sql volatile set search_path = ''
  as $$
    select pg_notify('dragoman_cluster', concat('database rights 0/1', e'\n', jsonb_agg('session:' || part.id)))
    from (select id, (row_number() over () - 1) / 150 as number from unnest(session_ids) id) part
    group by part.number
  $$;
revoke all on function private.recheck_rooms(uuid[]) from public;

create or replace function private.recheck_rooms_of_pair() returns trigger
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
drop trigger if exists recheck_rooms on public.blocks;
create trigger recheck_rooms after insert on public.blocks
  for each row execute function private.recheck_rooms_of_pair();

-- A connection that is taken back, or given to somebody else.
create or replace function private.recheck_room() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array[new.id]);
    return null;
  end
  $$;
revoke all on function private.recheck_room() from public;
drop trigger if exists recheck_room on public.sessions;
create trigger recheck_room after update of vendor_id, visitor_id, request_state on public.sessions
  for each row when (
    old.vendor_id <> new.vendor_id
    or (old.visitor_id is not null and old.visitor_id is distinct from new.visitor_id)
    or (new.request_state in ('waiting', 'declined') and old.request_state is distinct from new.request_state)
  )
  execute function private.recheck_room();

-- By statement: with an account or by retention thousands may go at a time.
create or replace function private.recheck_deleted_rooms() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(select g.id from gone g));
    return null;
  end
  $$;
revoke all on function private.recheck_deleted_rooms() from public;
drop trigger if exists recheck_deleted_rooms on public.sessions;
create trigger recheck_deleted_rooms after delete on public.sessions
  referencing old table as gone
  for each statement execute function private.recheck_deleted_rooms();
