-- Files: three buckets and the policies on storage.objects.

create policy "Prove the second factor first" on storage.buckets
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on storage.objects
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- chat-files: private, one folder for each session (`<session id>/<name>`), for the two people of
-- the session. Apps use signed links, since names below a public URL could be guessed. Files cannot
-- be overwritten or removed: a sent file stays as it was sent.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values (
    'chat-files', 'chat-files', false, 10485760,
    -- Some browsers record voice as video/webm. No SVG and no HTML, which can contain script; no office
    -- files with macros.
    array[
      'audio/*', 'video/webm', 'video/mp4', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic',
      'image/heif', 'application/pdf',
      'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.oasis.opendocument.presentation'
    ]
  );

-- The policy of sessions limits these subqueries to the caller's own sessions.
create policy "Read the files of one's sessions" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'chat-files'
    and exists (
      select 1 from public.sessions s where array[s.id::text] = storage.foldername(objects.name)
    )
  );

create policy "Add a file to one's session" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'chat-files'
    and exists (
      select 1 from public.sessions s where array[s.id::text] = storage.foldername(objects.name)
    )
  );

create policy "Add no file for somebody one is parted from" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or exists (
      select 1 from public.sessions s
      where array[s.id::text] = storage.foldername(objects.name) and not private.are_parted(s.vendor_id, s.visitor_id)
    )
  );

-- Until the vendor accepts a request, it is text only: strangers cannot send files.
create policy "Add no file to a request" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or exists (
      select 1 from public.sessions s
      where array[s.id::text] = storage.foldername(objects.name)
        and (coalesce(s.request_state, 'accepted') = 'accepted' or s.vendor_id = any ((select private.my_vendors())::uuid[]))
    )
  );

-- A file is saved under a name with the ending that its object has, and that decides which program
-- opens it: none that a system would run.
create policy "Add no file with the name of a program" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or lower(name) ~ '\.(webm|weba|mp4|m4a|ogg|oga|opus|mp3|wav|aac|flac|caf|3gp|jpe?g|png|webp|gif|hei[cf]|pdf|docx?|xlsx?|pptx?|od[tsp])$'
  );

-- avatars: public, one folder for each user (`<user id>/<name>`), which only that user fills and
-- empties. Names are random and never reused, so that a picture can be cached for ever. The browser
-- crops and shrinks the picture: 512 x 512 pixels are about 50 kB.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('avatars', 'avatars', true, 524288, array['image/webp', 'image/jpeg']);

-- A public bucket serves its files to everyone with the link; these policies are about listing,
-- adding and removing one's own.
create policy "List one's own avatars" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

create policy "Add an avatar of one's own" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

create policy "Remove an avatar of one's own" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

-- booth-logos: public, one folder for each user, for logos in the middle of booth codes. The
-- browser shrinks the picture. No SVG, which can contain script.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('booth-logos', 'booth-logos', true, 1048576, array['image/png', 'image/jpeg', 'image/webp']);

create policy "List one's own booth logos" on storage.objects
  for select to authenticated
  using (bucket_id = 'booth-logos' and array[(select auth.uid())::text] = storage.foldername(objects.name));

-- Only vendors have booth codes, and so logos.
create policy "Add a booth logo of one's own" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'booth-logos'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
    and (select private.my_role()) = 'vendor'
  );

create policy "Remove a booth logo of one's own" on storage.objects
  for delete to authenticated
  using (bucket_id = 'booth-logos' and array[(select auth.uid())::text] = storage.foldername(objects.name));
