-- Requests (docs/adr/0031): the first messages of a visitor to a vendor whom they only found in the
-- list wait until the vendor accepts them. Scanning a code makes no request.
-- The columns are sessions.request_state and sessions.requested_at; the limits on messages are
-- enforced by ask_or_answer(), which the trigger on messages calls (09_messages.sql).

-- True if the two people of a chat see each other's activity (typing, presence, read receipts): not
-- while one has blocked the other, and not before a request is accepted.
create function private.hears(session public.sessions) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(session.request_state, 'accepted') = 'accepted'
      and not private.are_parted(session.vendor_id, session.visitor_id)
  $$;
revoke all on function private.hears(public.sessions) from public;
grant execute on function private.hears(public.sessions) to authenticated, service_role;

-- A visitor who inserts a session with a vendor has found them in the list; join_session() and
-- join_booth() insert or update in other ways. No request is needed with a vendor whom the visitor
-- has met before. A declined visitor stays declined.
create function private.mark_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The database owner and the server set request_state themselves.
    if new.booth_code_id is null and new.visitor_id = private.my_profile_id() and not exists (
      select 1 from public.sessions s
      where s.visitor_id = new.visitor_id and s.vendor_id = new.vendor_id
        and coalesce(s.request_state, 'accepted') = 'accepted'
    ) then
      new.request_state := case when exists (
        select 1 from public.sessions s
        where s.visitor_id = new.visitor_id and s.vendor_id = new.vendor_id and s.request_state = 'declined'
      ) then 'declined' else 'waiting' end;
    end if;
    return new;
  end
  $$;
revoke all on function private.mark_request() from public;
create trigger mark_request before insert on public.sessions
  for each row when (new.visitor_id is not null) execute function private.mark_request();

-- Gives all requests of a visitor to a vendor the same answer.
create function private.settle_requests(vendor uuid, visitor uuid, answer text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.sessions s set request_state = answer
      where s.visitor_id = visitor and s.vendor_id = vendor
        and s.request_state in ('waiting', 'declined') and s.request_state <> answer
  $$;
revoke all on function private.settle_requests(uuid, uuid, text) from public;

-- Meeting at a booth, or a message from the vendor, accepts the visitor's requests.
create function private.accept_by_meeting() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.settle_requests(new.vendor_id, new.visitor_id, 'accepted');
    return null;
  end
  $$;
revoke all on function private.accept_by_meeting() from public;
create trigger accept_by_meeting after insert or update of visitor_id on public.sessions
  for each row when (new.visitor_id is not null and new.request_state is null) execute function private.accept_by_meeting();

create function private.decline_blocked() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.settle_requests(new.blocker_id, new.blocked_id, 'declined');
    return null;
  end
  $$;
revoke all on function private.decline_blocked() from public;
create trigger decline_blocked after insert on public.blocks
  for each row execute function private.decline_blocked();

-- Applies a message to a request. The visitor's first message makes the request, up to three
-- messages may wait, and the vendor's answer accepts it.
-- Errors: PT423 while the request is not accepted, PT409 while 20 requests of the visitor are
-- unanswered.
create function private.ask_or_answer(session public.sessions, sender uuid) returns void
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
revoke all on function private.ask_or_answer(public.sessions, uuid) from public;

-- Accepts or declines a request to the caller's booth. A declined request may still be accepted.
-- Error: PT404 when the session is not a request to it.
create function public.answer_request(session_id uuid, accept boolean) returns public.sessions
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
revoke all on function public.answer_request(uuid, boolean) from public, anon;
grant execute on function public.answer_request(uuid, boolean) to authenticated, service_role;
