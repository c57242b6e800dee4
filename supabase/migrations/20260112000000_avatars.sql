-- Pictures of people: the public bucket avatars, one folder a user (`<user id>/<name>`), which only that user fills and empties.
-- Names are random and never used twice, so that a picture can be cached for ever and nothing is overwritten. The browser
-- crops and shrinks before it sends: 512 x 512 pixels are some 50 kB.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('avatars', 'avatars', true, 524288, array['image/webp', 'image/jpeg'])
  on conflict (id) do nothing;

-- A public bucket serves its files to everybody who has the link; this is about listing and removing one's own.
drop policy if exists "List one's own avatars" on storage.objects;
create policy "List one's own avatars" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

drop policy if exists "Add an avatar of one's own" on storage.objects;
create policy "Add an avatar of one's own" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

drop policy if exists "Remove an avatar of one's own" on storage.objects;
create policy "Remove an avatar of one's own" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );
