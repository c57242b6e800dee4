-- Messages that come in one statement change the row of their chat once (docs/adr/0080-missed-replies.md).
drop trigger note_missed_reply on public.messages;

create or replace function private.note_missed_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The update locks the row: a read mark that is written at the same time waits, and sees newest_at.
    insert into private.missed_replies as known (session_id, profile_id, first_at, newest_at, push_due_at, email_due_at)
      select a.session_id, a.recipient_id, min(a.created_at), max(a.created_at),
        private.missed_push_due(min(a.created_at)), private.missed_email_due(min(a.created_at))
      from added a where a.recipient_id is not null
      group by a.session_id, a.recipient_id
      -- In a fixed order, so that two statements do not deadlock.
      order by a.session_id, a.recipient_id
      on conflict (session_id, profile_id) do update set newest_at = greatest(known.newest_at, excluded.newest_at);
    return null;
  end
  $$;

create trigger note_missed_reply after insert on public.messages
  referencing new table as added for each statement execute function private.note_missed_reply();
