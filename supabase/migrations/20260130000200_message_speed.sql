-- What a message costs: as before, but the two looks for a block stand in the trigger itself. As calls of functions they took longer than
-- everything else in it. Safe to run twice.
create or replace function private.address_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    session public.sessions;
  begin
    select * into session from public.sessions s where s.id = new.session_id;
    new.recipient_id := case when session.vendor_id = new.sender_id then session.visitor_id else session.vendor_id end;
    if exists (select 1 from public.blocks b where b.blocker_id = new.recipient_id and b.blocked_id = new.sender_id)
      or exists (select 1 from public.blocks b where b.blocker_id = new.sender_id and b.blocked_id = new.recipient_id)
    then
      perform private.refuse_between(new.sender_id, new.recipient_id, 'PT403', 'This message cannot be delivered');
    end if;
    if session.request_state in ('waiting', 'declined') and new.sender_id in (session.vendor_id, session.visitor_id)
      and new.sender_id = private.my_profile_id()
    then
      perform private.ask_or_answer(session, new.sender_id);
    end if;
    return new;
  end
  $$;
