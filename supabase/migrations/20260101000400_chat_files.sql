-- Files of a chat: the private bucket chat-files, one folder a session (`<session_id>/<name>`), for that session's two people.
-- Links are signed ones: names below a public URL could be guessed. What was sent stays as it was sent: nobody overwrites or
-- removes it.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values (
    'chat-files', 'chat-files', false, 10485760,
    -- Some browsers call a voice recording video/webm.
    array['audio/*', 'video/webm', 'video/mp4', 'image/*', 'application/pdf']
  )
  on conflict (id) do nothing;

-- The subqueries see the caller's own sessions alone: that is the policy of public.sessions.
drop policy if exists "Read the files of one's sessions" on storage.objects;
create policy "Read the files of one's sessions" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'chat-files'
    and exists (
      select 1 from public.sessions s where array[s.id::text] = storage.foldername(objects.name)
    )
  );

drop policy if exists "Add a file to one's session" on storage.objects;
create policy "Add a file to one's session" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'chat-files'
    and exists (
      select 1 from public.sessions s where array[s.id::text] = storage.foldername(objects.name)
    )
  );
