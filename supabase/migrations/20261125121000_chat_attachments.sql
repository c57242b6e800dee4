-- Pictures and files in chats: what their sender's device says of them, and the types that the bucket
-- takes (docs/adr/0072-pictures-and-files-in-chats.md).
alter table public.messages
  add column file_name text constraint messages_file_name_check
    check (char_length(file_name) between 1 and 120 and file_name !~ '[[:cntrl:]/\\\u202a-\u202e\u2066-\u2069]'),
  add column file_size integer constraint messages_file_size_range check (file_size >= 0),
  add column picture_width integer constraint messages_picture_width_range check (picture_width between 1 and 20000),
  add column picture_height integer constraint messages_picture_height_range check (picture_height between 1 and 20000);
grant insert (file_name, file_size, picture_width, picture_height) on public.messages to authenticated;

update storage.buckets set allowed_mime_types = array[
  'audio/*', 'video/webm', 'video/mp4', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic',
  'image/heif', 'application/pdf',
  'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation'
] where id = 'chat-files';

create policy "Add no file with the name of a program" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or lower(name) ~ '\.(webm|weba|mp4|m4a|ogg|oga|opus|mp3|wav|aac|flac|caf|3gp|jpe?g|png|webp|gif|hei[cf]|pdf|docx?|xlsx?|pptx?|od[tsp])$'
  );
