-- An open session is found by its id alone and joined in one atomic statement (design section 4).

-- What anyone who has the id may know: the vendor's face and whether somebody has joined. No row for an unknown id.
create or replace function public.session_invite(session_id uuid)
  returns table (id uuid, status text, taken boolean, vendor jsonb)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.status, s.visitor_id is not null,
      jsonb_build_object('id', v.id, 'name', v.name, 'company', v.company, 'avatar_url', v.avatar_url)
    from public.sessions s join public.profiles v on v.id = s.vendor_id
    where s.id = session_invite.session_id
  $$;
revoke all on function public.session_invite(uuid) from public;
grant execute on function public.session_invite(uuid) to anon, authenticated, service_role;

-- Errors: PT403 for a caller who is no visitor, PT404 for an unknown id, 23505 when another visitor has the session.
-- Joining again as the same visitor returns the row.
create or replace function public.join_session(session_id uuid)
  returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me public.profiles;
    joined public.sessions;
  begin
    select * into me from public.profiles p where p.user_id = auth.uid();
    if me.role is distinct from 'visitor' then
      raise exception using errcode = 'PT403',
        message = 'Only visitors can join chat sessions. Please create a visitor account.';
    end if;
    -- Row locks make racing visitors wait here; each loser then finds visitor_id taken.
    update public.sessions s set visitor_id = me.id, status = 'active'
      where s.id = join_session.session_id and s.visitor_id is null
      returning * into joined;
    if found then
      return joined;
    end if;
    select * into joined from public.sessions s where s.id = join_session.session_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'Session not found';
    end if;
    if joined.visitor_id = me.id then
      return joined;
    end if;
    raise exception using errcode = '23505',
      message = 'This session is already taken by another visitor';
  end
  $$;
revoke all on function public.join_session(uuid) from public, anon;
grant execute on function public.join_session(uuid) to authenticated, service_role;
