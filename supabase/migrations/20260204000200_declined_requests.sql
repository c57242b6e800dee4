-- Who was declined is nobody that the vendor has met (docs/adr/0031): a declined request is no chat in the vendor's figures. One that is
-- accepted after all counts from when it was made. Safe to run twice.

drop trigger if exists begin_chat_facts on public.sessions;
create trigger begin_chat_facts after insert or update of visitor_id, joined_at on public.sessions
  for each row when (new.visitor_id is not null and new.request_state is distinct from 'declined')
  execute function private.begin_chat_facts();

create or replace function private.count_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.request_state = 'declined' then
      delete from private.chat_facts c where c.session_id = new.id;
    else
      insert into private.chat_facts
          (session_id, vendor_id, visitor_id, booth_code_id, language, joined_at, asked_at, answered_at)
        select new.id, new.vendor_id, new.visitor_id, new.booth_code_id, p.language, new.joined_at, asked.at, (
          select min(m.created_at) from public.messages m
          where m.session_id = new.id and m.sender_id = new.vendor_id and m.created_at >= asked.at
        )
        from public.profiles p
        cross join lateral (
          select min(m.created_at) as at from public.messages m where m.session_id = new.id and m.sender_id = new.visitor_id
        ) asked
        where p.id = new.visitor_id
        on conflict (session_id) do nothing;
    end if;
    return null;
  end
  $$;
revoke all on function private.count_request() from public;
drop trigger if exists count_request on public.sessions;
create trigger count_request after update of request_state on public.sessions
  for each row when (
    new.visitor_id is not null and new.joined_at is not null
    and (old.request_state is not distinct from 'declined') <> (new.request_state is not distinct from 'declined')
  )
  execute function private.count_request();

delete from private.chat_facts c using public.sessions s where s.id = c.session_id and s.request_state = 'declined';
