-- Conversations face to face (docs/adr/0076-face-to-face-as-a-chat.md): the vendor's phone notes what
-- both people say in a session that the visitor may join afterwards.
alter table public.messages
  add column said_by text constraint messages_said_by_check
    check (said_by is null or (said_by in ('vendor', 'visitor') and type = 'text'));
grant insert (said_by) on public.messages to authenticated;
create index messages_said_session_id_created_at_idx
  on public.messages (session_id, created_at) where said_by is not null;

create function private.may_note_speech(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions s
      where s.id = chat and s.vendor_id = (select private.my_profile_id())
        and (
          s.visitor_id is null
          or (
            s.joined_at > now() - interval '1 hour'
            and exists (
              select 1 from public.messages m
              where m.session_id = chat and m.said_by is not null and m.created_at < s.joined_at
            )
          )
        )
    ) and (
      select count(*) from (
        select 1 from public.messages m where m.session_id = chat and m.said_by is not null limit 500
      ) noted
    ) < 500
  $$;
revoke all on function private.may_note_speech(uuid) from public;
grant execute on function private.may_note_speech(uuid) to authenticated, service_role;

create policy "Note what was said in one's own session" on public.messages
  as restrictive for insert to authenticated
  with check (said_by is null or private.may_note_speech(session_id));

grant delete on public.sessions to authenticated;
create policy "Delete a session that no visitor has joined" on public.sessions
  for delete to authenticated
  using (vendor_id = (select private.my_profile_id()) and visitor_id is null);

create or replace view public.session_summaries with (security_invoker = true) as
  select
    s.id, s.vendor_id, s.visitor_id, s.status, s.created_at, s.joined_at,
    (
      select jsonb_build_object('id', v.id, 'name', v.name, 'company', v.company, 'avatar_url', v.avatar_url)
      from private.seen_profiles v where v.id = s.vendor_id
    ) as vendor,
    (
      select jsonb_build_object('id', p.id, 'name', p.name, 'company', p.company, 'avatar_url', p.avatar_url)
      from private.seen_profiles p where p.id = s.visitor_id
    ) as visitor,
    case when newest.id is not null then
      jsonb_build_object(
        'id', newest.id, 'sender_id', newest.sender_id, 'type', newest.type, 'created_at', newest.created_at,
        'content', left(newest.content, 160), 'translated_content', left(newest.translated_content, 160),
        'source_language', newest.source_language, 'target_language', newest.target_language, 'said_by', newest.said_by
      )
    end as last_message,
    -- Counted up to 100: the list shows '99+' beyond 99.
    unread.count as unread_count,
    due.since as waiting_since,
    mine.last_read_at, mine.seen_at,
    greatest(s.created_at, s.joined_at, newest.created_at) as last_activity
  from (select private.my_profile_id() as id offset 0) me
  cross join public.sessions s
  left join public.session_reads mine
    on mine.session_id = s.id and mine.profile_id = me.id
  left join lateral (
    select m.id, m.sender_id, m.type, m.created_at, m.content, m.translated_content, m.source_language,
      m.target_language, m.said_by
    from public.messages m
    where m.session_id = s.id
    order by m.created_at desc, m.id desc limit 1
  ) newest on true
  cross join lateral (
    select count(*)::int as count from (
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id = case when s.vendor_id = me.id then s.visitor_id else s.vendor_id end
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      limit 100
    ) counted
  ) unread
  -- The other side's first message after the caller's last one. What was said face to face waits for
  -- no answer.
  left join lateral (
    select own.created_at from public.messages own
    where own.session_id = s.id and own.sender_id = me.id and newest.sender_id <> me.id
    order by own.created_at desc limit 1
  ) answered on true
  left join lateral (
    select m.created_at as since from public.messages m
    where newest.sender_id <> me.id
      and m.said_by is null
      and m.session_id = s.id
      and m.sender_id = newest.sender_id
      and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
    order by m.created_at limit 1
  ) due on true;

create or replace view public.chat_list with (security_invoker = true) as
  select
    l.*, s.request_state, s.requested_at,
    exists (
      select 1 from public.blocks b
      where b.blocker_id = (select private.my_profile_id())
        and b.blocked_id = case when b.blocker_id = s.vendor_id then s.visitor_id else s.vendor_id end
    ) as blocked,
    l.visitor_id is null and exists (
      select 1 from public.messages m where m.session_id = l.id and m.said_by is not null
    ) as face_to_face
  from public.session_summaries l
  join public.sessions s on s.id = l.id;

create or replace view public.report_list with (security_invoker = true) as
  select
    r.id, r.created_at, r.status, r.closed_at, r.reason, r.details, r.session_id,
    jsonb_build_object('id', by.id, 'name', by.name, 'company', by.company, 'role', by.role) as reporter,
    case when about.id is not null then
      jsonb_build_object('id', about.id, 'name', about.name, 'company', about.company, 'role', about.role)
    end as reported,
    (select count(*)::int from public.reports o where o.reported_id = r.reported_id and o.id <> r.id) as other_reports,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', m.id, 'sender_id', m.sender_id, 'type', m.type, 'content', m.content, 'transcript', m.transcript,
        'source_language', m.source_language, 'translated_content', m.translated_content,
        'target_language', m.target_language, 'translation_engine', m.translation_engine, 'created_at', m.created_at,
        'said_by', m.said_by
      ) order by m.created_at, m.id)
      from public.messages m where m.id = any (r.message_ids)
    ), '[]') as messages
  from public.reports r
  join public.profiles by on by.id = r.reporter_id
  left join public.profiles about on about.id = r.reported_id;
