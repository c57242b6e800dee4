-- A booth's catalogue (docs/adr/0086): brochures and products that its people send into chats. Only the
-- booth can read it: what is sent is copied into the chat.

create table public.catalogue_items (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- A brochure is a PDF; a product may have a picture.
  kind text not null constraint catalogue_items_kind_check check (kind in ('brochure', 'product')),
  -- Of name and description, which are translated when the item is sent.
  language text not null constraint catalogue_items_language_check check (language in ('en', 'zh', 'ar')),
  -- One line: in a message the description begins with the second one.
  name text not null constraint catalogue_items_name_check
    check (name ~ '\S' and name !~ '[[:cntrl:]]' and char_length(name) <= 120),
  description text constraint catalogue_items_description_check
    check (description ~ '\S' and char_length(description) <= 1000),
  -- As the booth writes them: never translated.
  price text constraint catalogue_items_price_check
    check (price ~ '\S' and price !~ '[[:cntrl:]]' and char_length(price) <= 60),
  minimum_quantity text constraint catalogue_items_minimum_quantity_check
    check (minimum_quantity ~ '\S' and minimum_quantity !~ '[[:cntrl:]]' and char_length(minimum_quantity) <= 60),
  -- The name of the file in the bucket `catalogue`, in the owner's folder; a changed file has another one.
  file_path text constraint catalogue_items_file_path_check
    check (file_path ~ '^[0-9a-f-]{36}/(file-[0-9a-f-]{36}\.pdf|picture-[0-9a-f-]{36}\.jpg)$'
      and starts_with(file_path, owner_id || '/')),
  -- As in public.messages.
  file_name text constraint catalogue_items_file_name_check
    check (char_length(file_name) between 1 and 120 and file_name !~ '[[:cntrl:]/\\\u202a-\u202e\u2066-\u2069]'),
  file_size integer constraint catalogue_items_file_size_range check (file_size >= 0),
  picture_width integer constraint catalogue_items_picture_width_range check (picture_width between 1 and 20000),
  picture_height integer constraint catalogue_items_picture_height_range check (picture_height between 1 and 20000),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint catalogue_items_file check (
    case kind
      when 'brochure' then coalesce(file_path ~ '\.pdf$', false) and price is null and minimum_quantity is null
      else file_path is null or file_path ~ '\.jpg$'
    end
    and num_nulls(file_path, file_name, file_size) in (0, 3)
  )
);
create index catalogue_items_owner_id_idx on public.catalogue_items (owner_id, created_at);
-- For files that no item has any more.
create index catalogue_items_file_path_idx on public.catalogue_items (file_path);

create function private.stamp_catalogue_item() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    if tg_op = 'INSERT' then
      -- Serialises devices that add at the same time.
      perform pg_advisory_xact_lock(hashtextextended('catalogue_items:' || new.owner_id, 0));
      if (select count(*) from public.catalogue_items i where i.owner_id = new.owner_id) >= 200 then
        raise exception 'A catalogue holds 200 items at most' using errcode = 'PT409', hint = 'Remove items that are not needed';
      end if;
    end if;
    return new;
  end
  $$;
revoke all on function private.stamp_catalogue_item() from public;
create trigger stamp_catalogue_item before insert or update on public.catalogue_items
  for each row execute function private.stamp_catalogue_item();

alter table public.catalogue_items enable row level security;
revoke all on public.catalogue_items from public, anon, authenticated;
grant select, delete on public.catalogue_items to authenticated;
grant insert (
  id, owner_id, kind, language, name, description, price, minimum_quantity, file_path, file_name, file_size, picture_width, picture_height
) on public.catalogue_items to authenticated;
grant update (
  language, name, description, price, minimum_quantity, file_path, file_name, file_size, picture_width, picture_height
) on public.catalogue_items to authenticated;
grant all on public.catalogue_items to service_role;

create policy "Prove the second factor first" on public.catalogue_items
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the catalogue of one's booth" on public.catalogue_items
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Add an item to the catalogue of one's booth" on public.catalogue_items
  for insert to authenticated
  with check (owner_id = (select private.my_booth()) and private.is_vendor(owner_id));

create policy "Change an item of one's booth" on public.catalogue_items
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

create policy "Remove an item of one's booth" on public.catalogue_items
  for delete to authenticated using (owner_id = (select private.my_booth()));

-- catalogue: private, one folder for each booth (`<owner's profile id>/<name>`), which the booth's people
-- fill and empty. Names are never reused: the copy in a chat has the same one (docs/adr/0086).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('catalogue', 'catalogue', false, 10485760, array['application/pdf', 'image/jpeg']);

create policy "Read the catalogue's files of one's booth" on storage.objects
  for select to authenticated
  using (bucket_id = 'catalogue' and array[(select private.my_booth())::text] = storage.foldername(objects.name));

create policy "Add a file to the catalogue of one's booth" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'catalogue'
    and array[(select private.my_booth())::text] = storage.foldername(objects.name)
    and private.is_vendor((select private.my_booth()))
    and name ~ '/(file-[0-9a-f-]{36}\.pdf|(picture|thumbnail)-[0-9a-f-]{36}\.jpg)$'
  );

create policy "Remove a file of the catalogue of one's booth" on storage.objects
  for delete to authenticated
  using (bucket_id = 'catalogue' and array[(select private.my_booth())::text] = storage.foldername(objects.name));
