-- Blocks and reports (docs/adr/0031). Who has blocked somebody hears nothing more of them: no message, no sign of typing or of
-- presence, no new chat. Uses nothing that a hosted Supabase lacks; safe to run twice.

create table if not exists public.blocks (
  blocker_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (blocker_id, blocked_id),
  constraint blocks_of_others check (blocker_id <> blocked_id)
);
-- Serves the foreign key as well.
create index if not exists blocks_blocked_id_idx on public.blocks (blocked_id, blocker_id);

-- Whether somebody is known to the caller: vendors are to everybody with a profile, visitors to the vendors of their sessions.
create or replace function private.knows(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select private.is_vendor(person) or exists (
      select 1 from public.sessions s where s.visitor_id = person and s.vendor_id = (select private.my_profile_id())
    )
  $$;

-- Whether one of two people has blocked the other: two looks into an index.
create or replace function private.are_parted(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select 1 from public.blocks b where b.blocker_id = one and b.blocked_id = other)
      or exists (select 1 from public.blocks b where b.blocker_id = other and b.blocked_id = one)
  $$;
revoke all on function private.knows(uuid), private.are_parted(uuid, uuid) from public;
grant execute on function private.knows(uuid), private.are_parted(uuid, uuid) to authenticated, service_role;

alter table public.blocks enable row level security;
revoke all on public.blocks from public, anon, authenticated;
grant select, delete on public.blocks to authenticated;
grant insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant all on public.blocks to service_role;

-- The blocked one reads nothing of it.
drop policy if exists "Read whom one has blocked" on public.blocks;
create policy "Read whom one has blocked" on public.blocks
  for select to authenticated using (blocker_id = (select private.my_profile_id()));

drop policy if exists "Block somebody one knows" on public.blocks;
create policy "Block somebody one knows" on public.blocks
  for insert to authenticated
  with check (blocker_id = (select private.my_profile_id()) and private.knows(blocked_id));

drop policy if exists "Unblock" on public.blocks;
create policy "Unblock" on public.blocks
  for delete to authenticated using (blocker_id = (select private.my_profile_id()));

-- Refuses what would go between two people who are parted. Only the caller's own attempts are answered so: to everybody else row-level
-- security says no, and whether there is a block is not told. code: SQLSTATE.
create or replace function private.refuse_between(sender uuid, other uuid, code text, refusal text) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.are_parted(sender, other) and sender = private.my_profile_id() then
      if exists (select 1 from public.blocks b where b.blocker_id = sender and b.blocked_id = other) then
        raise exception using errcode = code, message = 'You have blocked this person', hint = 'Unblock them first';
      end if;
      raise exception using errcode = code, message = refusal;
    end if;
  end
  $$;
revoke all on function private.refuse_between(uuid, uuid, text, text) from public;

-- As before, and no message goes between people who are parted.
create or replace function private.address_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    select case when s.vendor_id = new.sender_id then s.visitor_id else s.vendor_id end into new.recipient_id
      from public.sessions s where s.id = new.session_id;
    perform private.refuse_between(new.sender_id, new.recipient_id, 'PT403', 'This message cannot be delivered');
    return new;
  end
  $$;

-- Nor is anything attached to one that was sent before: it would be delivered as well.
drop policy if exists "Attach nothing for somebody one is parted from" on public.messages;
create policy "Attach nothing for somebody one is parted from" on public.messages
  as restrictive for update to authenticated
  using (recipient_id is null or not private.are_parted(sender_id, recipient_id));

-- Whichever way a chat begins (the list, a code for one visitor, a booth code), it begins with a row that has both people. PT409, as
-- PT403 means another role where one joins.
create or replace function private.refuse_parted_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.refuse_between(me.id, case when me.id = new.vendor_id then new.visitor_id else new.vendor_id end,
        'PT409', 'This chat cannot be opened')
      from (select private.my_profile_id() as id) me
      where me.id in (new.vendor_id, new.visitor_id);
    return new;
  end
  $$;
revoke all on function private.refuse_parted_session() from public;
drop trigger if exists refuse_parted on public.sessions;
create trigger refuse_parted before insert or update of visitor_id on public.sessions
  for each row when (new.visitor_id is not null) execute function private.refuse_parted_session();

-- How far the other one has read, and when they were last there.
drop policy if exists "See no marks of somebody one is parted from" on public.session_reads;
create policy "See no marks of somebody one is parted from" on public.session_reads
  as restrictive for select to authenticated
  using (
    profile_id = (select private.my_profile_id())
    or exists (
      select 1 from public.sessions s
      where s.id = session_reads.session_id and not private.are_parted(s.vendor_id, s.visitor_id)
    )
  );

drop policy if exists "Add no file for somebody one is parted from" on storage.objects;
create policy "Add no file for somebody one is parted from" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or exists (
      select 1 from public.sessions s
      where array[s.id::text] = storage.foldername(objects.name) and not private.are_parted(s.vendor_id, s.visitor_id)
    )
  );

-- Typing and presence: the room of a chat between parted people is open to neither.
drop policy if exists "Follow the channel of one's session" on realtime.messages;
create policy "Follow the channel of one's session" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (
      select 1 from public.sessions s
      where s.id = (select private.session_of_topic()) and not private.are_parted(s.vendor_id, s.visitor_id)
    )
  );

drop policy if exists "Speak on the channel of one's session" on realtime.messages;
create policy "Speak on the channel of one's session" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (
      select 1 from public.sessions s
      where s.id = (select private.session_of_topic()) and not private.are_parted(s.vendor_id, s.visitor_id)
    )
  );

-- A block on one device holds on the others at once.
do $$
begin
  if not exists (
    select 1 from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'blocks'
  ) then
    alter publication supabase_realtime add table public.blocks;
  end if;
end
$$;

-- What somebody tells the organiser about another one. Messages are named, not copied: nobody can change what they have sent, and
-- what is deleted with an account is gone from here as well.
create table if not exists public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  -- Null once that account is deleted.
  reported_id uuid references public.profiles (id) on delete set null,
  session_id uuid references public.sessions (id) on delete set null,
  reason text not null constraint reports_reason_check
    check (reason in ('spam', 'harassment', 'fraud', 'impersonation', 'inappropriate', 'other')),
  details text constraint reports_details_length check (char_length(details) <= 2000),
  message_ids uuid[] not null default '{}'
    constraint reports_message_ids_check check (cardinality(message_ids) <= 20 and array_position(message_ids, null) is null),
  status text not null default 'open' constraint reports_status_check check (status in ('open', 'closed')),
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint reports_of_others check (reporter_id <> reported_id),
  constraint reports_other_in_words check (reason <> 'other' or coalesce(details, '') ~ '\S')
);
create index if not exists reports_reporter_id_created_at_idx on public.reports (reporter_id, created_at);
create index if not exists reports_reported_id_idx on public.reports (reported_id);
create index if not exists reports_session_id_idx on public.reports (session_id);
create index if not exists reports_status_created_at_idx on public.reports (status, created_at desc, id);

create or replace function private.check_report() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    -- Two devices that report at a time wait for each other.
    perform pg_advisory_xact_lock(hashtextextended('reports:' || new.reporter_id, 0));
    if (
      select count(*) from public.reports r
      where r.reporter_id = new.reporter_id and r.created_at > new.created_at - interval '1 day'
    ) >= 10 then
      raise exception using errcode = 'PT429', message = 'At most 10 reports a day', hint = 'Try again tomorrow';
    end if;
    if new.session_id is null and new.message_ids <> '{}' or exists (
      select 1 from unnest(new.message_ids) named (id)
      left join public.messages m on m.id = named.id and m.session_id = new.session_id
      where m.id is null
    ) then
      raise exception using errcode = 'PT400', message = 'A report names messages of its own chat only';
    end if;
    return new;
  end
  $$;
revoke all on function private.check_report() from public;
drop trigger if exists check_report on public.reports;
create trigger check_report before insert on public.reports
  for each row execute function private.check_report();

alter table public.reports enable row level security;
revoke all on public.reports from public, anon, authenticated;
grant select on public.reports to authenticated;
grant insert (id, reporter_id, reported_id, session_id, reason, details, message_ids) on public.reports to authenticated;
grant all on public.reports to service_role;

drop policy if exists "Read one's own reports" on public.reports;
create policy "Read one's own reports" on public.reports
  for select to authenticated using (reporter_id = (select private.my_profile_id()));

drop policy if exists "Report somebody one knows" on public.reports;
create policy "Report somebody one knows" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select private.my_profile_id())
    and private.knows(reported_id)
    -- Sessions are themselves cut down to the caller's own by their policy.
    and (
      session_id is null
      or exists (select 1 from public.sessions s where s.id = session_id and reported_id in (s.vendor_id, s.visitor_id))
    )
  );

-- Reports as the organiser judges them: who, about whom, and the messages that the reporter has laid before them, oldest first.
-- `other_reports`: how many others there are about the same person. For the server alone.
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
        'source_language', m.source_language, 'created_at', m.created_at
      ) order by m.created_at, m.id)
      from public.messages m where m.id = any (r.message_ids)
    ), '[]') as messages
  from public.reports r
  join public.profiles by on by.id = r.reporter_id
  left join public.profiles about on about.id = r.reported_id;
revoke all on public.report_list from public, anon, authenticated;
grant select on public.report_list to service_role;

-- Closes a report, or opens it again. Error: PT404. For the server alone.
create or replace function public.close_report(report_id uuid, closed boolean default true) returns public.reports
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    changed public.reports;
  begin
    update public.reports r
      set status = case when closed then 'closed' else 'open' end, closed_at = case when closed then clock_timestamp() end
      where r.id = close_report.report_id returning * into changed;
    if not found then
      raise exception using errcode = 'PT404', message = 'Report not found';
    end if;
    return changed;
  end
  $$;
revoke all on function public.close_report(uuid, boolean) from public, anon, authenticated;
grant execute on function public.close_report(uuid, boolean) to service_role;
