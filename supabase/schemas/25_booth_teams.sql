-- Booth teams (docs/adr/0083): invitations, the shared inbox, private notes. Who works where is in
-- booth_members (03_staff.sql); who answers a chat is in sessions.assigned_to.

-- Invitations to work at a booth, each for one person. The token of the link is never stored.
create table public.booth_invitations (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- SHA-256 of the token.
  token_digest bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  used_by uuid references public.profiles (id) on delete set null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index booth_invitations_owner_id_created_at_idx on public.booth_invitations (owner_id, created_at);
create index booth_invitations_used_by_idx on public.booth_invitations (used_by) where used_by is not null;

alter table public.booth_invitations enable row level security;
revoke all on public.booth_invitations from public, anon, authenticated;
grant select (id, owner_id, created_at, expires_at, used_by, used_at, revoked_at) on public.booth_invitations to authenticated;
grant all on public.booth_invitations to service_role;

create policy "Prove the second factor first" on public.booth_invitations
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the invitations to one's own booth" on public.booth_invitations
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create function private.invitation_digest(token text) returns bytea
  language sql immutable strict set search_path = ''
  as $$ select sha256(convert_to(token, 'UTF8')) $$;
revoke all on function private.invitation_digest(text) from public;

-- Makes an invitation to the caller's booth. Its token is returned here and never again.
-- invitation_id: chosen by the caller, the same for each attempt. An open invitation that has it gets
-- a new token, since that of the earlier attempt may have reached nobody.
-- Errors: PT403 for a caller who is no vendor or works at another's booth, PT409 with 20 open
-- invitations or 50 people, PT429 after 100 in a day.
create function public.create_booth_invitation(invitation_id uuid default gen_random_uuid())
  returns table (id uuid, token text, expires_at timestamptz)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    made text := private.new_booth_code();
  begin
    if me is null or private.my_role() is distinct from 'vendor' or private.my_booth() <> me then
      raise exception using errcode = 'PT403', message = 'Only the owner of a booth invites', detail = 'booth: not_owner';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('booth:' || me, 0));
    return query
      update public.booth_invitations i set token_digest = private.invitation_digest(made)
        where i.id = invitation_id and i.owner_id = me
          and i.used_at is null and i.revoked_at is null and i.expires_at > now()
        returning i.id, made, i.expires_at;
    if found then
      return;
    end if;
    if (
      select count(*) from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    ) >= 20 then
      raise exception using errcode = 'PT409', message = 'At most 20 open invitations', detail = 'booth: invitations_full',
        hint = 'Revoke one that is not needed';
    end if;
    if (
      select count(*) from public.booth_invitations i where i.owner_id = me and i.created_at > now() - interval '1 day'
    ) >= 100 then
      raise exception using errcode = 'PT429', message = 'At most 100 invitations a day', detail = 'booth: invitations_today',
        hint = 'Try again tomorrow';
    end if;
    perform private.require_room_in_booth(me);
    -- What has ended is shown for a while only. Used ones stay: they tell who may have written for the booth.
    delete from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.created_at < now() - interval '60 days';
    return query
      insert into public.booth_invitations as i (id, owner_id, token_digest)
        values (invitation_id, me, private.invitation_digest(made)) returning i.id, made, i.expires_at;
  end
  $$;

-- Raises PT409 when a booth has 50 people besides its owner.
create function private.require_room_in_booth(booth uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if (select count(*) from public.booth_members m where m.owner_id = booth and m.profile_id <> booth) >= 50 then
      raise exception using errcode = 'PT409', message = 'At most 50 people work at a booth', detail = 'booth: full';
    end if;
  end
  $$;
revoke all on function private.require_room_in_booth(uuid) from public;

-- Ends an invitation of the caller's that was not used. Again: no error.
-- Errors: PT404, and PT409 when it was used.
create function public.revoke_booth_invitation(invitation_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    found_one public.booth_invitations;
  begin
    select * into found_one from public.booth_invitations i
      where i.id = revoke_booth_invitation.invitation_id and i.owner_id = private.my_profile_id() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
    if found_one.used_at is not null then
      raise exception using errcode = 'PT409', message = 'This invitation was used', detail = 'booth: invitation_used';
    end if;
    update public.booth_invitations i set revoked_at = coalesce(i.revoked_at, clock_timestamp()) where i.id = found_one.id;
  end
  $$;

create function private.invitation_state(invitation public.booth_invitations) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when invitation.used_at is not null then 'used'
      when invitation.revoked_at is not null then 'revoked'
      when invitation.expires_at <= now() then 'expired'
      else 'open'
    end
  $$;
revoke all on function private.invitation_state(public.booth_invitations) from public;

-- Shows anyone with the token the booth of an open invitation; of another its state alone. A caller
-- who has accepted it sees the booth too.
-- Error: PT404 for an unknown token.
create function public.booth_invitation(token text)
  returns table (state text, expires_at timestamptz, booth jsonb, accepted boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
  begin
    return query
      select seen.state, i.expires_at,
        case when seen.state = 'open' or mine.accepted then
          jsonb_build_object(
            'id', o.id, 'name', o.name,
            'company', case when 'company' = any (private.withheld_from_me(o.id)) then null else o.company end,
            'avatar_url', o.avatar_url
          )
        end,
        mine.accepted
      from public.booth_invitations i
      join public.profiles o on o.id = i.owner_id
      cross join lateral (select private.invitation_state(i) as state) seen
      cross join lateral (
        select i.used_by is not distinct from me and me is not null and private.booth_of(me) = i.owner_id as accepted
      ) mine
      where i.token_digest = private.invitation_digest(booth_invitation.token);
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
  end
  $$;

-- Makes the caller a member of the booth's team. Accepting again returns the same membership.
-- Errors: PT404 for an unknown token; PT410 for one that was used, revoked or has expired; PT403 for a
-- caller who is no vendor; PT409 for the booth's own owner, for a person who works at a booth or has
-- staff, and for a full booth. `detail` says which: booth: invitation_unknown, invitation_used,
-- invitation_revoked, invitation_expired, not_vendor, own_booth, already_member, has_staff, full.
create function public.accept_booth_invitation(token text) returns public.booth_members
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    invitation public.booth_invitations;
    member public.booth_members;
    state text;
  begin
    if me is null or private.my_role() is distinct from 'vendor' then
      raise exception using errcode = 'PT403', message = 'Only vendors work at a booth', detail = 'booth: not_vendor';
    end if;
    -- A second person waits here, and finds it used.
    select * into invitation from public.booth_invitations i
      where i.token_digest = private.invitation_digest(accept_booth_invitation.token) for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
    select * into member from public.booth_members m where m.profile_id = me;
    if invitation.used_by = me and member.owner_id = invitation.owner_id then
      return member;
    end if;
    if invitation.owner_id = me then
      raise exception using errcode = 'PT409', message = 'This is your own booth', detail = 'booth: own_booth';
    end if;
    state := private.invitation_state(invitation);
    if state <> 'open' then
      raise exception using errcode = 'PT410', message = format('This invitation is %s', state),
        detail = 'booth: invitation_' || state, hint = 'Ask for a new one';
    end if;
    -- In a fixed order, so that two people who invite each other do not deadlock.
    perform pg_advisory_xact_lock(hashtextextended('booth:' || id, 0))
      from (select id from unnest(array[me, invitation.owner_id]) id order by id) booths;
    select * into member from public.booth_members m where m.profile_id = me;
    if member.owner_id = me then
      raise exception using errcode = 'PT409', message = 'You have staff of your own', detail = 'booth: has_staff';
    elsif member.owner_id is not null then
      raise exception using errcode = 'PT409', message = 'You already work at a booth', detail = 'booth: already_member',
        hint = 'Leave it first';
    end if;
    -- The inviting person has joined another booth since, or is no vendor any more.
    if private.booth_of(invitation.owner_id) <> invitation.owner_id or not private.is_vendor(invitation.owner_id) then
      raise exception using errcode = 'PT410', message = 'This invitation is revoked', detail = 'booth: invitation_revoked',
        hint = 'Ask for a new one';
    end if;
    perform private.require_room_in_booth(invitation.owner_id);
    update public.booth_invitations i set used_by = me, used_at = clock_timestamp() where i.id = invitation.id;
    insert into public.booth_members (owner_id, profile_id) values (invitation.owner_id, invitation.owner_id)
      on conflict (profile_id) do nothing;
    insert into public.booth_members (owner_id, profile_id) values (invitation.owner_id, me) returning * into member;
    -- What a person withholds from a member, they withhold from the booth.
    insert into public.card_shares as known (owner_id, viewer_id, withheld)
      select c.owner_id, invitation.owner_id, c.withheld from public.card_shares c
      where c.viewer_id = me and c.withheld <> '{}' and c.owner_id <> invitation.owner_id
      on conflict (owner_id, viewer_id) do update
        set withheld = array(select distinct f from unnest(known.withheld || excluded.withheld) f order by f);
    return member;
  end
  $$;

-- Removes a person from the caller's booth, or the caller from the booth at which they work. What they
-- did there stays; their chats return to unassigned.
-- Errors: PT404 for a person who does not work there, PT403 for a caller who removes a colleague, and
-- for the owner themselves.
create function public.remove_booth_member(member_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    booth constant uuid := private.my_booth();
  begin
    if booth is null or not exists (
      select 1 from public.booth_members m where m.owner_id = booth and m.profile_id = remove_booth_member.member_id
    ) then
      raise exception using errcode = 'PT404', message = 'This person does not work at the booth', detail = 'booth: not_member';
    end if;
    if remove_booth_member.member_id = booth or (me <> booth and remove_booth_member.member_id <> me) then
      raise exception using errcode = 'PT403', message = 'Only the owner removes people, and stays themselves',
        detail = 'booth: not_owner';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('booth:' || booth, 0));
    delete from public.booth_members m where m.owner_id = booth and m.profile_id = remove_booth_member.member_id;
  end
  $$;

-- Ends what a member had: their chats are unassigned, their channels are checked again. The owner of
-- a booth without staff has no row either.
create function private.end_membership() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(
      select s.id from public.sessions s where s.vendor_id = old.owner_id and s.visitor_id is not null
      order by s.created_at desc limit 5000
    ));
    update public.sessions s set assigned_to = null
      where s.assigned_to = old.profile_id and s.vendor_id = old.owner_id;
    delete from private.missed_replies m using public.sessions s
      where m.profile_id = old.profile_id and s.id = m.session_id and s.vendor_id = old.owner_id and old.profile_id <> old.owner_id;
    delete from public.booth_members m
      where m.owner_id = old.owner_id and m.profile_id = old.owner_id and not exists (
        select 1 from public.booth_members other where other.owner_id = old.owner_id and other.profile_id <> old.owner_id
      );
    return null;
  end
  $$;
create trigger end_membership after delete on public.booth_members
  for each row execute function private.end_membership();

-- Devices of a person learn from profile_changes that they joined or left a booth.
create function private.tell_membership() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    person constant uuid := case tg_op when 'DELETE' then old.profile_id else new.profile_id end;
  begin
    -- The profile is gone when its deletion deletes the row.
    if exists (select 1 from public.profiles p where p.id = person) then
      perform private.tell_profile_change(person);
    end if;
    return null;
  end
  $$;
create trigger tell_membership after insert or delete on public.booth_members
  for each row execute function private.tell_membership();

-- A member of a team stays a vendor. Error: PT409.
create function private.keep_role_of_member() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select 1 from public.booth_members m where m.profile_id = new.id) then
      raise exception using errcode = 'PT409', message = 'Who works at a booth is a vendor', detail = 'booth: is_member',
        hint = 'Leave the booth first';
    end if;
    return new;
  end
  $$;
create trigger keep_role_of_member before update of role on public.profiles
  for each row when (old.role = 'vendor' and new.role <> 'vendor') execute function private.keep_role_of_member();

-- What a member wrote for a booth stays when their account is deleted: the booth has written it.
-- The record of exports of its leads stays too, without their name.
create function private.leave_words_to_booth() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Who never joined a booth has written for none.
    if not exists (select 1 from public.booth_invitations i where i.used_by = old.id) then
      return old;
    end if;
    update public.messages m set sender_id = s.vendor_id
      from public.sessions s
      where m.sender_id = old.id and s.id = m.session_id and old.id <> s.vendor_id and old.id is distinct from s.visitor_id;
    update public.lead_exports e set exported_by = null, exported_by_name = null
      where e.exported_by = old.user_id;
    return old;
  end
  $$;
create trigger leave_words_to_booth before delete on public.profiles
  for each row execute function private.leave_words_to_booth();
revoke all on function private.end_membership(), private.tell_membership(), private.keep_role_of_member(),
  private.leave_words_to_booth() from public;

-- The booth that the caller acts for, and their place in it: {id, name, company, avatar_url, owner,
-- team, away_since}. owner: whether it is the caller's own. team: whether it has staff. Null for a
-- caller without a profile.
create function public.my_booth() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'name', b.name, 'company', b.company, 'avatar_url', b.avatar_url,
      'owner', b.id = p.id, 'team', m.id is not null, 'away_since', m.away_since
    )
    from public.profiles p
    left join public.booth_members m on m.profile_id = p.id
    join public.profiles b on b.id = coalesce(m.owner_id, p.id)
    where p.user_id = (select auth.uid())
  $$;

-- The caller's chat of a booth with a team, locked. Error: PT404.
create function private.team_chat(chat uuid) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    found_one public.sessions;
  begin
    select * into found_one from public.sessions s
      where s.id = chat and s.vendor_id = any (private.my_vendors()) for no key update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Chat not found', detail = 'booth: chat_unknown';
    end if;
    return found_one;
  end
  $$;

-- Raises PT409: a colleague answers the chat. `detail` is {"assigned_to": …, "name": …} as JSON.
create function private.refuse_double_answer(colleague uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    raise exception using errcode = 'PT409',
      message = format('%s answers this chat', (select p.name from public.profiles p where p.id = colleague)),
      detail = (select jsonb_build_object('assigned_to', p.id, 'name', p.name)::text from public.profiles p where p.id = colleague),
      hint = 'Take it over first';
  end
  $$;

-- Makes the caller the one who answers a chat. Claiming one's own chat again is no error; a booth
-- without a team has nothing to claim, and the chat stays as it is.
-- Errors: PT404; PT409 when a colleague answers it, unless the caller takes it over.
create function public.claim_chat(session_id uuid, take_over boolean default false) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
  begin
    if chat.assigned_to = me or not exists (select 1 from public.booth_members m where m.owner_id = chat.vendor_id) then
      return chat;
    end if;
    if private.who_answers(chat) is not null and take_over is not true then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    update public.sessions s set assigned_to = me, assigned_at = clock_timestamp() where s.id = chat.id returning * into chat;
    -- Who takes a chat is back.
    update public.booth_members m set away_since = null where m.profile_id = me and m.away_since is not null;
    return chat;
  end
  $$;

-- Gives a chat to a colleague, with a note for them if there is one.
-- note_id: chosen by the caller, the same for each attempt; nothing changes when the note is there.
-- Errors: PT404 for a chat that is not the caller's, and for a person who does not work there; PT409
-- when a colleague answers the chat (the owner may hand it over all the same), or the other is away.
create function public.hand_over_chat(
  session_id uuid, member_id uuid, note text default null, note_id uuid default gen_random_uuid()
) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
    away timestamptz;
  begin
    if exists (
      select from public.chat_notes n where n.id = note_id and n.session_id = chat.id and n.author_id = me
    ) then
      return chat;
    end if;
    select m.away_since into away from public.booth_members m where m.owner_id = chat.vendor_id and m.profile_id = member_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'This person does not work at the booth', detail = 'booth: not_member';
    end if;
    if private.who_answers(chat) <> me and chat.vendor_id <> me then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    if away is not null and member_id <> me then
      raise exception using errcode = 'PT409', message = 'This person is away', detail = 'booth: away';
    end if;
    update public.sessions s set assigned_to = member_id, assigned_at = clock_timestamp() where s.id = chat.id
      returning * into chat;
    if note ~ '\S' then
      insert into public.chat_notes (id, session_id, author_id, language, text, handed_to)
        select note_id, chat.id, me, p.language, btrim(note), member_id from public.profiles p where p.id = me;
    end if;
    return chat;
  end
  $$;

-- Returns a chat to unassigned. Errors: as hand_over_chat().
create function public.release_chat(session_id uuid) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
  begin
    if private.who_answers(chat) <> me and chat.vendor_id <> me then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    update public.sessions s set assigned_to = null where s.id = chat.id and s.assigned_to is not null;
    chat.assigned_to := null;
    return chat;
  end
  $$;

-- Marks the caller as away, whose chats then return to unassigned, or as back. Returns the number of
-- those chats. Error: PT404 for a caller without a team.
create function public.set_away(away boolean) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    booth uuid;
    released integer := 0;
  begin
    update public.booth_members m
      set away_since = case when set_away.away then coalesce(m.away_since, clock_timestamp()) end
      where m.profile_id = me returning m.owner_id into booth;
    if booth is null then
      raise exception using errcode = 'PT404', message = 'You have no team', detail = 'booth: no_team';
    end if;
    if set_away.away then
      update public.sessions s set assigned_to = null where s.assigned_to = me and s.vendor_id = booth;
      get diagnostics released = row_count;
    end if;
    return released;
  end
  $$;

-- A message of the booth's side: it claims an unassigned chat, and is refused in a colleague's. A sender
-- who is not of the team is left to row-level security. address_message() calls it (09_messages.sql).
-- Errors: PT403 between the visitor and a member of whom one has blocked the other, PT409 as claim_chat().
create function private.answer_for_team(session public.sessions, sender uuid, message uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    answers uuid := private.who_answers(session);
  begin
    if sender is distinct from private.my_profile_id() or private.booth_of(sender) <> session.vendor_id then
      return;
    end if;
    if sender <> session.vendor_id then
      perform private.refuse_between(sender, session.visitor_id, 'PT403', 'This message cannot be delivered');
    end if;
    if answers is null then
      -- Of two who write at once, the second waits here and finds the chat taken.
      update public.sessions s set assigned_to = sender, assigned_at = clock_timestamp()
        where s.id = session.id and s.assigned_to is not distinct from session.assigned_to;
      if found then
        update public.booth_members m set away_since = null where m.profile_id = sender and m.away_since is not null;
        return;
      end if;
      select s.assigned_to into answers from public.sessions s where s.id = session.id;
    elsif answers = sender then
      -- A colleague who takes the chat over meanwhile waits for this message, or this one for them.
      select s.assigned_to into answers from public.sessions s where s.id = session.id for share;
    end if;
    -- A message that is sent again has been delivered: its key refuses it.
    if answers <> sender and not exists (select 1 from public.messages m where m.id = message) then
      perform private.refuse_double_answer(answers);
    end if;
  end
  $$;
revoke all on function private.team_chat(uuid), private.refuse_double_answer(uuid),
  private.answer_for_team(public.sessions, uuid, uuid) from public;

-- Unread messages follow the chat: who has it now is told, who had it is not.
create function private.readdress_missed_replies() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    since timestamptz;
  begin
    select min(m.first_at) into since from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id;
    if since is null then
      return null;
    end if;
    delete from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id
        and m.profile_id not in (select private.readers_of(new.id, new.vendor_id));
    insert into private.missed_replies (session_id, profile_id, first_at, push_due_at, email_due_at)
      select new.id, reader.id, since, private.missed_push_due(clock_timestamp()), private.missed_email_due(clock_timestamp())
      from private.readers_of(new.id, new.vendor_id) reader (id)
      -- Not the person who does it.
      where reader.id is distinct from private.my_profile_id()
      order by reader.id
      on conflict (session_id, profile_id) do nothing;
    return null;
  end
  $$;
revoke all on function private.readdress_missed_replies() from public;
create trigger readdress_missed_replies after update of assigned_to on public.sessions
  for each row when (old.assigned_to is distinct from new.assigned_to) execute function private.readdress_missed_replies();

-- Private notes of a booth's team beside a chat. No visitor sees them.
create table public.chat_notes (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  -- The booth of the chat, set by a trigger: policies and live subscriptions look at it.
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- Null after the author's account was deleted.
  author_id uuid references public.profiles (id) on delete set null,
  language text not null constraint chat_notes_language_check check (language in ('en', 'zh', 'ar')),
  text text not null constraint chat_notes_text_length check (text ~ '\S' and char_length(text) <= 2000),
  -- To whom the chat was handed over with this note.
  handed_to uuid references public.profiles (id) on delete set null,
  -- By language: {"zh": {"text": …, "engine": …}}. Only attach_note_translation() writes it.
  translations jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index chat_notes_session_id_created_at_idx on public.chat_notes (session_id, created_at, id);
create index chat_notes_owner_id_idx on public.chat_notes (owner_id);
create index chat_notes_author_id_idx on public.chat_notes (author_id);
create index chat_notes_handed_to_idx on public.chat_notes (handed_to) where handed_to is not null;

-- Sets the booth and the time. Error: PT409 beyond 500 notes of a chat.
create function private.place_note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.owner_id := (select s.vendor_id from public.sessions s where s.id = new.session_id);
    new.created_at := clock_timestamp();
    -- Serialises devices that write at the same time.
    perform pg_advisory_xact_lock(hashtextextended('chat_notes:' || new.session_id, 0));
    if (select count(*) from public.chat_notes n where n.session_id = new.session_id) >= 500 then
      raise exception using errcode = 'PT409', message = 'A chat has 500 notes at most', detail = 'booth: notes_full';
    end if;
    return new;
  end
  $$;
revoke all on function private.place_note() from public;
create trigger place_note before insert on public.chat_notes
  for each row execute function private.place_note();

alter table public.chat_notes enable row level security;
revoke all on public.chat_notes from public, anon, authenticated;
grant select, delete on public.chat_notes to authenticated;
grant insert (id, session_id, author_id, language, text) on public.chat_notes to authenticated;
grant all on public.chat_notes to service_role;

create policy "Prove the second factor first" on public.chat_notes
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the notes of one's booth" on public.chat_notes
  for select to authenticated using (owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Write a note beside a chat of one's booth" on public.chat_notes
  for insert to authenticated
  with check (author_id = (select private.my_profile_id()) and owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Delete one's own note" on public.chat_notes
  for delete to authenticated
  using (author_id = (select private.my_profile_id()) and owner_id = any ((select private.my_vendors())::uuid[]));

-- Keeps a translation of a note for the caller's colleagues. It is taken only if the function
-- `translate` has made it for the caller (private.made_translations); the first one stays.
-- Errors: PT404 for a note that is not of the caller's booth, PT400 for its own or an unknown language,
-- PT403 for words that `translate` has not made.
create function public.attach_note_translation(note_id uuid, language text, translated text, engine text)
  returns public.chat_notes
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    note public.chat_notes;
  begin
    select * into note from public.chat_notes n
      where n.id = note_id and n.owner_id = any (private.my_vendors()) for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Note not found', detail = 'booth: note_unknown';
    end if;
    if attach_note_translation.language is null or attach_note_translation.language not in ('en', 'zh', 'ar')
      or attach_note_translation.language = note.language
    then
      raise exception using errcode = 'PT400', message = 'Name another language than the note has';
    end if;
    if note.translations ? attach_note_translation.language then
      return note;
    end if;
    if char_length(translated) > 20000 or translated !~ '\S' or not exists (
      select 1 from private.made_translations m
      where m.digest = private.translation_digest(auth.uid(), note.text, attach_note_translation.language, translated, engine)
    ) then
      raise exception using errcode = 'PT403', message = 'This translation was not made here';
    end if;
    update public.chat_notes n
      set translations = n.translations || jsonb_build_object(
        attach_note_translation.language, jsonb_build_object('text', translated, 'engine', engine))
      where n.id = note.id returning * into note;
    return note;
  end
  $$;

revoke all on function public.create_booth_invitation(uuid), public.revoke_booth_invitation(uuid), public.booth_invitation(text),
  public.accept_booth_invitation(text), public.remove_booth_member(uuid), public.my_booth(), public.claim_chat(uuid, boolean),
  public.hand_over_chat(uuid, uuid, text, uuid), public.release_chat(uuid), public.set_away(boolean),
  public.attach_note_translation(uuid, text, text, text) from public, anon;
grant execute on function public.create_booth_invitation(uuid), public.revoke_booth_invitation(uuid), public.booth_invitation(text),
  public.accept_booth_invitation(text), public.remove_booth_member(uuid), public.my_booth(), public.claim_chat(uuid, boolean),
  public.hand_over_chat(uuid, uuid, text, uuid), public.release_chat(uuid), public.set_away(boolean),
  public.attach_note_translation(uuid, text, text, text) to authenticated, service_role;
grant execute on function public.booth_invitation(text) to anon;

-- Colleagues see a note, and its translations, at once.
alter publication supabase_realtime add table public.chat_notes;
alter table public.chat_notes replica identity full;
