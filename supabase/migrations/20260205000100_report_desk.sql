-- Reports with their notes in a view of their own: `report_list` keeps the columns that its migration gave it, so that all of them can be
-- run again. Safe to run twice.
drop view if exists public.report_desk;
drop view if exists public.report_list;
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
        'source_language', m.source_language, 'created_at', m.created_at
      ) order by m.created_at, m.id)
      from public.messages m where m.id = any (r.message_ids)
    ), '[]') as messages
  from public.reports r
  join public.profiles by on by.id = r.reporter_id
  left join public.profiles about on about.id = r.reported_id;
revoke all on public.report_list from public, anon, authenticated;
grant select on public.report_list to service_role;

-- Reports as the organiser's page shows them, with the note. For the server alone.
create view public.report_desk with (security_invoker = true) as
  select l.*,
    jsonb_build_object('text', coalesce(n.note, ''), 'revision', coalesce(n.revision, 0), 'updated_at', n.updated_at) as note
  from public.report_list l left join public.report_notes n on n.report_id = l.id;
revoke all on public.report_desk from public, anon, authenticated;
grant select on public.report_desk to service_role;
