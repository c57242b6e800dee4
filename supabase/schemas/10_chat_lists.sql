-- Read receipts, and the views that lists of chats read: last message, unread count, waiting time.

-- The read positions of a session's two people.
create table public.session_reads (
  session_id uuid not null references public.sessions (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- created_at of the newest message read, by the database's clock; null when there was none.
  last_read_at timestamptz,
  -- When this person last looked at the chat.
  seen_at timestamptz not null default clock_timestamp(),
  primary key (session_id, profile_id)
);
create index session_reads_profile_id_idx on public.session_reads (profile_id);

alter table public.session_reads enable row level security;
revoke all on public.session_reads from public, anon, authenticated;
grant select on public.session_reads to authenticated;
grant insert (session_id, profile_id, last_read_at, seen_at) on public.session_reads to authenticated;
grant update (last_read_at, seen_at) on public.session_reads to authenticated;
grant all on public.session_reads to service_role;

create policy "Prove the second factor first" on public.session_reads
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The policy of sessions limits these subqueries to the caller's own sessions.
create policy "See how far one's chats are read" on public.session_reads
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = session_reads.session_id));

-- The other person's read receipts are hidden while the two do not see each other's activity.
create policy "See no marks of somebody one is parted from" on public.session_reads
  as restrictive for select to authenticated
  using (
    profile_id = (select private.my_profile_id())
    or exists (select 1 from public.sessions s where s.id = session_reads.session_id and private.hears(s))
  );

create policy "Begin to read one's chat" on public.session_reads
  for insert to authenticated
  with check (
    profile_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = session_reads.session_id)
    -- A message cannot be read before it is written.
    and (last_read_at is null or last_read_at <= clock_timestamp())
    and seen_at <= clock_timestamp()
  );

create policy "Read on in one's chat" on public.session_reads
  for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (
    profile_id = (select private.my_profile_id())
    and (last_read_at is null or last_read_at <= clock_timestamp())
    and seen_at <= clock_timestamp()
  );

-- Records that the caller has read a chat up to `up_to`: created_at of the newest message on the
-- screen, or null when there was none. A device that lags behind takes nothing back.
create function public.mark_session_read(session_id uuid, up_to timestamptz default null)
  returns public.session_reads
  language sql volatile security invoker set search_path = ''
  as $$
    insert into public.session_reads as known (session_id, profile_id, last_read_at, seen_at)
    values (
      mark_session_read.session_id,
      private.my_profile_id(),
      -- least() ignores null and would return the present.
      case when mark_session_read.up_to is not null then least(mark_session_read.up_to, clock_timestamp()) end,
      clock_timestamp()
    )
    on conflict on constraint session_reads_pkey do update
      set last_read_at = greatest(known.last_read_at, excluded.last_read_at), seen_at = excluded.seen_at
    returning known.*
  $$;
revoke all on function public.mark_session_read(uuid, timestamptz) from public, anon;
grant execute on function public.mark_session_read(uuid, timestamptz) to authenticated, service_role;

-- Read receipts, and counts that agree on all of a person's devices.
alter publication supabase_realtime add table public.session_reads;
alter table public.session_reads replica identity full;

-- The caller's chats as a list shows them. Row-level security of the tables decides which rows it
-- has. The two people are read by subqueries, so that they are read for the rows of one page only,
-- after sorting. CASE in place of COALESCE: the planner does not push COALESCE into an index search
-- under row-level security, since it treats it as something that might leak rows.
create view public.session_summaries with (security_invoker = true) as
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
        'content', left(newest.content, 160), 'transcript', left(newest.transcript, 160),
        'translated_content', left(newest.translated_content, 160),
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
    select m.id, m.sender_id, m.type, m.created_at, m.content, m.transcript, m.translated_content,
      m.source_language, m.target_language, m.said_by
    from public.messages m
    where m.session_id = s.id
    order by m.created_at desc, m.id desc limit 1
  ) newest on true
  cross join lateral (
    select count(*)::int as count from (
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id = s.visitor_id
        and s.visitor_id <> me.id
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      union all
      -- Each of a booth's team may have written to the visitor.
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id <> s.visitor_id
        and s.visitor_id = me.id
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      limit 100
    ) counted
  ) unread
  -- The other side's first message after the last one of the caller's side, whoever of a booth's team
  -- wrote it. What was said face to face waits for no answer.
  left join lateral (
    -- One person wrote for this side: an index has their last message.
    (
      select own.created_at from public.messages own
      where own.session_id = s.id
        and own.sender_id = case when s.visitor_id = me.id then s.visitor_id else s.vendor_id end
        and (s.visitor_id = me.id or s.assigned_at is null)
        and (newest.sender_id = s.visitor_id) <> (s.visitor_id = me.id)
      order by own.created_at desc limit 1
    )
    union all
    (
      select own.created_at from public.messages own
      where own.session_id = s.id
        and own.sender_id <> s.visitor_id
        and s.visitor_id <> me.id and s.assigned_at is not null
        and newest.sender_id = s.visitor_id
      order by own.created_at desc limit 1
    )
  ) answered on true
  left join lateral (
    (
      select m.created_at as since from public.messages m
      where newest.sender_id = s.visitor_id and s.visitor_id <> me.id
        and m.said_by is null
        and m.session_id = s.id
        and m.sender_id = s.visitor_id
        and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
      order by m.created_at limit 1
    )
    union all
    (
      select m.created_at from public.messages m
      where newest.sender_id <> s.visitor_id and s.visitor_id = me.id
        and m.said_by is null
        and m.session_id = s.id
        and m.sender_id <> s.visitor_id
        and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
      order by m.created_at limit 1
    )
  ) due on true;
revoke all on public.session_summaries from public, anon, authenticated, service_role;
grant select on public.session_summaries to authenticated, service_role;

-- session_summaries with the state of requests, whether the caller has blocked the other person, and
-- whether it is a conversation face to face that no visitor has taken along.
create view public.chat_list with (security_invoker = true) as
  select
    l.*, s.request_state, s.requested_at,
    exists (
      select 1 from public.blocks b
      where (b.blocker_id = s.vendor_id and b.blocked_id = s.visitor_id and s.visitor_id <> (select private.my_profile_id()))
        or (b.blocker_id = s.visitor_id and b.blocked_id = s.vendor_id and s.visitor_id = (select private.my_profile_id()))
    ) as blocked,
    l.visitor_id is null and exists (
      select 1 from public.messages m where m.session_id = l.id and m.said_by is not null
    ) as face_to_face,
    -- Who of the booth's team answers (docs/adr/0083).
    s.assigned_to, s.assigned_at,
    (
      select jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url)
      from private.seen_profiles a where a.id = s.assigned_to
    ) as assignee
  from public.session_summaries l
  join public.sessions s on s.id = l.id;
revoke all on public.chat_list from public, anon, authenticated, service_role;
grant select on public.chat_list to authenticated, service_role;
