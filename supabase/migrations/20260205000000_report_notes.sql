-- What organisers write for themselves about a report (docs/adr/0033): beside the report, since who has made it may read it. For the
-- server alone.
create table if not exists public.report_notes (
  report_id uuid primary key references public.reports (id) on delete cascade,
  note text not null constraint report_notes_length check (char_length(note) <= 2000),
  -- Counts up from 1: a change names the one that it was made from.
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);

alter table public.report_notes enable row level security;
revoke all on public.report_notes from public, anon, authenticated;
grant all on public.report_notes to service_role;

-- Keeps a note on a report, an empty one too. `seen`: the revision that it was written on top of, 0 where there was none. Errors:
-- PT404, and PT409 when somebody else has written meanwhile. For the server alone.
create or replace function public.note_report(report_id uuid, note text, seen integer) returns public.report_notes
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

-- As before, with the note at the end.
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
    ), '[]') as messages,
    jsonb_build_object('text', coalesce(n.note, ''), 'revision', coalesce(n.revision, 0), 'updated_at', n.updated_at) as note
  from public.reports r
  join public.profiles by on by.id = r.reporter_id
  left join public.profiles about on about.id = r.reported_id
  left join public.report_notes n on n.report_id = r.id;
revoke all on public.report_list from public, anon, authenticated;
grant select on public.report_list to service_role;
