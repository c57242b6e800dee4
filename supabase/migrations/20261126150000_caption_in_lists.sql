-- Lists show the caption of a picture or file (supabase/schemas/10_chat_lists.sql).
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
        'content', left(newest.content, 160), 'transcript', left(newest.transcript, 160),
        'translated_content', left(newest.translated_content, 160),
        'source_language', newest.source_language, 'target_language', newest.target_language, 'said_by', newest.said_by
      )
    end as last_message,
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
        and m.sender_id = case when s.vendor_id = me.id then s.visitor_id else s.vendor_id end
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      limit 100
    ) counted
  ) unread
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
