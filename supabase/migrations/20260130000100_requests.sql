-- Requests (docs/adr/0031): what a visitor writes to a vendor whom they have only found in the list waits until the vendor takes it up.
-- Scanning a code is no request. Uses nothing that a hosted Supabase lacks; safe to run twice.

-- Null: a chat as any other. Beside `status`, which stays what it was.
alter table public.sessions
  add column if not exists request_state text
    constraint sessions_request_state_check check (request_state in ('waiting', 'accepted', 'declined')),
  -- When the first message of the request came; before, there is nothing to answer.
  add column if not exists requested_at timestamptz;
create index if not exists sessions_unanswered_requests_idx
  on public.sessions (visitor_id, vendor_id) where request_state in ('waiting', 'declined');

-- Whether two people of a chat hear each other's signs (typing, presence, reading): not while one has blocked the other, nor before a
-- request is accepted.
create or replace function private.hears(session public.sessions) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(session.request_state, 'accepted') = 'accepted'
      and not private.are_parted(session.vendor_id, session.visitor_id)
  $$;
revoke all on function private.hears(public.sessions) from public;
grant execute on function private.hears(public.sessions) to authenticated, service_role;

-- A visitor who puts themselves into a session with a vendor has found them in the list: join_session() and join_booth() come by other
-- ways. Who has met the vendor before asks for nothing; who was declined before stays so.
create or replace function private.mark_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The owner and the server write what they mean.
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
drop trigger if exists mark_request on public.sessions;
create trigger mark_request before insert on public.sessions
  for each row when (new.visitor_id is not null) execute function private.mark_request();

-- Gives all requests of a pair one answer.
create or replace function private.settle_requests(vendor uuid, visitor uuid, answer text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.sessions s set request_state = answer
      where s.visitor_id = visitor and s.vendor_id = vendor
        and s.request_state in ('waiting', 'declined') and s.request_state <> answer
  $$;
revoke all on function private.settle_requests(uuid, uuid, text) from public;

-- Who meets at a booth, or is written to by the vendor, need not wait any longer.
create or replace function private.accept_by_meeting() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.settle_requests(new.vendor_id, new.visitor_id, 'accepted');
    return null;
  end
  $$;
revoke all on function private.accept_by_meeting() from public;
drop trigger if exists accept_by_meeting on public.sessions;
create trigger accept_by_meeting after insert or update of visitor_id on public.sessions
  for each row when (new.visitor_id is not null and new.request_state is null) execute function private.accept_by_meeting();

create or replace function private.decline_blocked() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.settle_requests(new.blocker_id, new.blocked_id, 'declined');
    return null;
  end
  $$;
revoke all on function private.decline_blocked() from public;
drop trigger if exists decline_blocked on public.blocks;
create trigger decline_blocked after insert on public.blocks
  for each row execute function private.decline_blocked();

-- What a message does to a request: the visitor's first one makes it, up to three may wait, the vendor's answer accepts it. PT423 while
-- it is not accepted; PT409 while 20 requests of the visitor stand unanswered.
create or replace function private.ask_or_answer(session public.sessions, sender uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if sender = session.vendor_id then
      perform private.settle_requests(session.vendor_id, session.visitor_id, 'accepted');
      return;
    end if;
    if session.request_state = 'declined' then
      raise exception using errcode = 'PT423', message = 'This request was not accepted';
    end if;
    -- Two devices that write at a time wait for each other.
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

-- As before; and requests are kept. Attempts in another's name are left to row-level security, which refuses them.
create or replace function private.address_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    session public.sessions;
  begin
    select * into session from public.sessions s where s.id = new.session_id;
    new.recipient_id := case when session.vendor_id = new.sender_id then session.visitor_id else session.vendor_id end;
    perform private.refuse_between(new.sender_id, new.recipient_id, 'PT403', 'This message cannot be delivered');
    if session.request_state in ('waiting', 'declined') and new.sender_id in (session.vendor_id, session.visitor_id)
      and new.sender_id = private.my_profile_id()
    then
      perform private.ask_or_answer(session, new.sender_id);
    end if;
    return new;
  end
  $$;

-- Accepts a request, or declines it. One that was declined may still be accepted. Error: PT404 for what is no request to the caller.
create or replace function public.answer_request(session_id uuid, accept boolean) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    answered public.sessions;
  begin
    select * into answered from public.sessions s
      where s.id = answer_request.session_id and s.vendor_id = private.my_profile_id() and s.request_state is not null;
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

drop policy if exists "See no marks of somebody one is parted from" on public.session_reads;
create policy "See no marks of somebody one is parted from" on public.session_reads
  as restrictive for select to authenticated
  using (
    profile_id = (select private.my_profile_id())
    or exists (select 1 from public.sessions s where s.id = session_reads.session_id and private.hears(s))
  );

drop policy if exists "Follow the channel of one's session" on realtime.messages;
create policy "Follow the channel of one's session" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()) and private.hears(s))
  );

drop policy if exists "Speak on the channel of one's session" on realtime.messages;
create policy "Speak on the channel of one's session" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()) and private.hears(s))
  );

-- The caller's chats as lists show them, with what is asked for and whether the caller has blocked the other one. A view of its own:
-- `session_summaries` keeps its columns, so that its migration can be run again.
create or replace view public.chat_list with (security_invoker = true) as
  select
    l.*, s.request_state, s.requested_at,
    exists (
      select 1 from public.blocks b
      where b.blocker_id = (select private.my_profile_id())
        and b.blocked_id = case when b.blocker_id = s.vendor_id then s.visitor_id else s.vendor_id end
    ) as blocked
  from public.session_summaries l
  join public.sessions s on s.id = l.id;
revoke all on public.chat_list from public, anon, authenticated;
grant select on public.chat_list to authenticated, service_role;
