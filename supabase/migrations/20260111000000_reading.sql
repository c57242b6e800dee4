-- What has been read: unread counts, read signs, and what a list of chats shows of each of them (spec section 2, "Sessions
-- list"). Uses nothing that a hosted Supabase lacks; safe to run twice.

-- When the visitor came. A code may hang on a booth for hours before somebody scans it: without this nobody could tell for
-- how long a visitor has been waiting.
alter table public.sessions add column if not exists joined_at timestamptz;
update public.sessions set joined_at = created_at where visitor_id is not null and joined_at is null;

create or replace function private.stamp_joining() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.visitor_id is null then
      new.joined_at := null;
    elsif tg_op = 'INSERT' or new.visitor_id is distinct from old.visitor_id then
      new.joined_at := clock_timestamp();
    end if;
    return new;
  end
  $$;
drop trigger if exists stamp_joining on public.sessions;
create trigger stamp_joining before insert or update of visitor_id on public.sessions
  for each row execute function private.stamp_joining();

-- Whom a message is for; null while nobody has joined. It repeats what the session says because a live subscription filters by
-- columns of the row itself: one binding tells somebody of new messages in all of their chats, and asks nobody else's rights.
-- No grant lets a client write it.
alter table public.messages add column if not exists recipient_id uuid;
update public.messages m set recipient_id = case when s.vendor_id = m.sender_id then s.visitor_id else s.vendor_id end
  from public.sessions s where s.id = m.session_id and m.recipient_id is null;

create or replace function private.address_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    select case when s.vendor_id = new.sender_id then s.visitor_id else s.vendor_id end into new.recipient_id
      from public.sessions s where s.id = new.session_id;
    return new;
  end
  $$;
drop trigger if exists address_message on public.messages;
create trigger address_message before insert on public.messages
  for each row execute function private.address_message();

-- How far each of a session's two people has read.
create table if not exists public.session_reads (
  session_id uuid not null references public.sessions (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- created_at of the newest message read, by the database's clock; null when there was none.
  last_read_at timestamptz,
  -- When this person last looked at the chat.
  seen_at timestamptz not null default clock_timestamp(),
  primary key (session_id, profile_id)
);
create index if not exists session_reads_profile_id_idx on public.session_reads (profile_id);

alter table public.session_reads enable row level security;
revoke all on public.session_reads from public, anon, authenticated;
grant select on public.session_reads to authenticated;
grant insert (session_id, profile_id, last_read_at, seen_at) on public.session_reads to authenticated;
grant update (last_read_at, seen_at) on public.session_reads to authenticated;
grant all on public.session_reads to service_role;

-- The subqueries see the caller's own sessions alone: that is the policy of public.sessions.
drop policy if exists "See how far one's chats are read" on public.session_reads;
create policy "See how far one's chats are read" on public.session_reads
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = session_reads.session_id));

drop policy if exists "Begin to read one's chat" on public.session_reads;
create policy "Begin to read one's chat" on public.session_reads
  for insert to authenticated
  with check (
    profile_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = session_reads.session_id)
    -- Nobody has read what is not yet written.
    and (last_read_at is null or last_read_at <= clock_timestamp())
    and seen_at <= clock_timestamp()
  );

drop policy if exists "Read on in one's chat" on public.session_reads;
create policy "Read on in one's chat" on public.session_reads
  for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (
    profile_id = (select private.my_profile_id())
    and (last_read_at is null or last_read_at <= clock_timestamp())
    and seen_at <= clock_timestamp()
  );

-- Notes that the caller has read a chat up to a moment: created_at of the newest message that was on the screen, or null when
-- there was none. A device that lags behind another one of the same person takes nothing back.
create or replace function public.mark_session_read(session_id uuid, up_to timestamptz default null)
  returns public.session_reads
  language sql volatile security invoker set search_path = ''
  as $$
    insert into public.session_reads as known (session_id, profile_id, last_read_at, seen_at)
    values (
      mark_session_read.session_id,
      private.my_profile_id(),
      -- least() alone would make the present out of null.
      case when mark_session_read.up_to is not null then least(mark_session_read.up_to, clock_timestamp()) end,
      clock_timestamp()
    )
    on conflict on constraint session_reads_pkey do update
      set last_read_at = greatest(known.last_read_at, excluded.last_read_at), seen_at = excluded.seen_at
    returning known.*
  $$;
revoke all on function public.mark_session_read(uuid, timestamptz) from public, anon;
grant execute on function public.mark_session_read(uuid, timestamptz) to authenticated, service_role;

-- Finds somebody's own messages in a chat from either end; it serves the foreign key as well, as the index before it did.
create index if not exists messages_sender_id_session_id_created_at_idx
  on public.messages (sender_id, session_id, created_at);
drop index if exists public.messages_sender_id_idx;

-- The caller's chats as a list shows them, in one request: both people, the last message, what is unread, and since when an
-- answer is due. Row-level security of the tables below decides what is in it.
-- (CASE, where others would write COALESCE: the planner takes the latter for something that might leak rows, and then does not
-- search an index with it.)
create or replace view public.session_summaries with (security_invoker = true) as
  select
    s.id, s.vendor_id, s.visitor_id, s.status, s.created_at, s.joined_at,
    jsonb_build_object('id', v.id, 'name', v.name, 'company', v.company, 'avatar_url', v.avatar_url) as vendor,
    case when p.id is not null then
      jsonb_build_object('id', p.id, 'name', p.name, 'company', p.company, 'avatar_url', p.avatar_url)
    end as visitor,
    case when newest.id is not null then
      jsonb_build_object(
        'id', newest.id, 'sender_id', newest.sender_id, 'type', newest.type, 'created_at', newest.created_at,
        'content', left(newest.content, 160), 'translated_content', left(newest.translated_content, 160),
        'source_language', newest.source_language, 'target_language', newest.target_language
      )
    end as last_message,
    -- Counted up to 100: whoever is that far behind reads '99+'.
    unread.count as unread_count,
    due.since as waiting_since,
    mine.last_read_at, mine.seen_at,
    greatest(s.created_at, s.joined_at, newest.created_at) as last_activity
  from (select private.my_profile_id() as id offset 0) me
  cross join public.sessions s
  join public.profiles v on v.id = s.vendor_id
  left join public.profiles p on p.id = s.visitor_id
  left join public.session_reads mine
    on mine.session_id = s.id and mine.profile_id = me.id
  left join lateral (
    select m.* from public.messages m
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
  -- The first message of the other side after the caller's last one.
  left join lateral (
    select own.created_at from public.messages own
    where own.session_id = s.id and own.sender_id = me.id and newest.sender_id <> me.id
    order by own.created_at desc limit 1
  ) answered on true
  left join lateral (
    select m.created_at as since from public.messages m
    where newest.sender_id <> me.id
      and m.session_id = s.id
      and m.sender_id = newest.sender_id
      and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
    order by m.created_at limit 1
  ) due on true;
revoke all on public.session_summaries from public, anon, authenticated;
grant select on public.session_summaries to authenticated, service_role;

-- Read signs, and counts that agree on all of somebody's devices.
do $$
begin
  if not exists (
    select 1 from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'session_reads'
  ) then
    alter publication supabase_realtime add table public.session_reads;
  end if;
end
$$;
