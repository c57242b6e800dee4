-- Jobs for a hosted Supabase (docs/hosted-supabase.md), which no server tidies up. Run it once in the SQL editor
-- after the extension pg_cron is enabled; running it again replaces the jobs. Files are not removed here:
-- Supabase refuses the deletion of their rows in SQL.

-- Chats that have been idle for 90 days: the number of RETENTION_DAYS when the site was built. Leave this job
-- out to keep chats.
select cron.schedule('idle chats', '23 * * * *', $$
  delete from public.sessions where id in (
    select s.id from public.sessions s
    where s.created_at < now() - interval '90 days'
      and (s.joined_at is null or s.joined_at < now() - interval '90 days')
      and (s.visitor_id is not null or exists (select from public.messages m where m.session_id = s.id))
      and not exists (
        select from public.messages m where m.session_id = s.id and m.created_at >= now() - interval '90 days')
    limit 50)
$$);

-- Guests who gave a name and left 30 days ago: no word in any chat, no way to reach them, no card and no note.
select cron.schedule('abandoned guests', '37 * * * *', $$
  delete from auth.users where id in (
    select u.id from auth.users u
    where u.is_anonymous and u.created_at < now() - interval '30 days'
      and not exists (
        select from auth.sessions v where v.user_id = u.id and v.updated_at >= now() - interval '30 days')
      and not exists (
        select from public.profiles p where p.user_id = u.id and (
          coalesce(p.email, p.phone, p.whatsapp, p.wechat, p.website, p.linkedin, p.avatar_url) is not null
          or exists (
            select from public.messages m join public.sessions s on s.id = m.session_id where s.visitor_id = p.id)
          or exists (select from public.scanned_cards c where c.owner_id = p.id)
          or exists (select from public.leads l where p.id in (l.owner_id, l.person_id))))
    limit 500)
$$);

-- Devices that opened booth codes: their numbers are counted by then.
select cron.schedule('devices of booth codes', '47 * * * *', $$
  delete from public.booth_code_devices where opened_at < now() - interval '2 days'
$$);
