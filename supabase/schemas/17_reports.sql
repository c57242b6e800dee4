-- Reports (docs/adr/0031) of one person about another, for the administrators. A report names
-- messages by id and does not copy them: senders cannot change them, and deleting an account
-- deletes them here too.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  -- Null after that account is deleted.
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
create index reports_reporter_id_created_at_idx on public.reports (reporter_id, created_at);
create index reports_reported_id_idx on public.reports (reported_id);
create index reports_session_id_idx on public.reports (session_id);
create index reports_status_created_at_idx on public.reports (status, created_at desc, id);

create function private.check_report() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    -- Serialises devices that report at the same time.
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
create trigger check_report before insert on public.reports
  for each row execute function private.check_report();

-- Administrators' notes about a report (docs/adr/0033). They are in a table of their own, because
-- the reporter may read the report. For the server only.
create table public.report_notes (
  report_id uuid primary key references public.reports (id) on delete cascade,
  note text not null constraint report_notes_length check (char_length(note) <= 2000),
  -- Counts up from 1; a change names the revision that its author has read.
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);

alter table public.reports enable row level security;
alter table public.report_notes enable row level security;
revoke all on public.reports, public.report_notes from public, anon, authenticated;
grant select on public.reports to authenticated;
grant insert (id, reporter_id, reported_id, session_id, reason, details, message_ids) on public.reports to authenticated;
grant all on public.reports, public.report_notes to service_role;

create policy "Prove the second factor first" on public.reports
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.report_notes
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own reports" on public.reports
  for select to authenticated using (reporter_id = (select private.my_profile_id()));

create policy "Report somebody one knows" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select private.my_profile_id())
    and private.knows(reported_id)
    -- The policy of sessions limits these subqueries to the caller's own sessions.
    and (
      session_id is null
      or exists (select 1 from public.sessions s where s.id = session_id and (
        reported_id in (s.vendor_id, s.visitor_id) or private.booth_of(reported_id) = s.vendor_id))
    )
  );

-- Reports with both people and the reported messages, oldest message first, with the translation
-- that the reader saw. other_reports: the number of other reports about the same person. For the
-- server only.
create view public.report_list with (security_invoker = true) as
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
revoke all on public.report_list from public, anon, authenticated, service_role;
grant select on public.report_list to service_role;

-- report_list with the administrators' note. For the server only.
create view public.report_desk with (security_invoker = true) as
  select l.*,
    jsonb_build_object('text', coalesce(n.note, ''), 'revision', coalesce(n.revision, 0), 'updated_at', n.updated_at) as note
  from public.report_list l left join public.report_notes n on n.report_id = l.id;
revoke all on public.report_desk from public, anon, authenticated, service_role;
grant select on public.report_desk to service_role;

-- Closes a report, or opens it again. Error: PT404. For the server only.
create function public.close_report(report_id uuid, closed boolean default true) returns public.reports
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

-- Writes the note of a report. seen: the revision that the author has read, 0 when there was none.
-- Errors: PT404, and PT409 when another administrator has written in the meantime. For the server
-- only.
create function public.note_report(report_id uuid, note text, seen integer) returns public.report_notes
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    kept public.report_notes;
  begin
    if not exists (select from public.reports r where r.id = note_report.report_id) then
      raise exception using errcode = 'PT404', message = 'Report not found';
    end if;
    if seen = 0 then
      insert into public.report_notes (report_id, note) values (note_report.report_id, note_report.note)
        on conflict on constraint report_notes_pkey do nothing returning * into kept;
    else
      update public.report_notes n
        set note = note_report.note, revision = n.revision + 1, updated_at = clock_timestamp()
        where n.report_id = note_report.report_id and n.revision = seen returning * into kept;
    end if;
    if kept.report_id is null then
      raise exception using errcode = 'PT409', message = 'The note was changed meanwhile';
    end if;
    return kept;
  end
  $$;
revoke all on function public.note_report(uuid, text, integer) from public, anon, authenticated;
grant execute on function public.note_report(uuid, text, integer) to service_role;
