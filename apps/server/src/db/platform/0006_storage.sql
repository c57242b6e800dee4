-- Schema storage under Supabase's names: policies written for it work here. The bytes lie outside the database (disk or an
-- S3-compatible store), each file under the `version` of its row; row-level security on the rows is the only authorisation.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  -- `owner` is what older policies look at; `owner_id` also holds subjects that are no UUID.
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  -- Bytes; null: the server's limit alone.
  file_size_limit bigint check (file_size_limit >= 0),
  -- `image/png` or `image/*`; null: any.
  allowed_mime_types text[],
  type text not null default 'STANDARD' check (type = 'STANDARD'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  -- Byte order makes the unique index serve listings by prefix.
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  version text not null unique,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint bucketid_objname unique (bucket_id, name)
);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

-- Files that no row owns: uploads under way, and what removed or overwritten objects left behind. Every file is named here
-- before its first byte is written, so that a crash at any moment leaves nothing which cannot be found and removed.
create table storage.unowned_files (
  version text primary key,
  reason text not null check (reason in ('uploading', 'discarded')),
  since timestamptz not null default now()
);
create index unowned_files_reason_since_idx on storage.unowned_files (reason, since);

-- Hands files over between the two tables in the transaction that changes the row, whoever changes it.
create function storage.track_file() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op <> 'INSERT' then
      insert into storage.unowned_files (version, reason) values (old.version, 'discarded');
    end if;
    if tg_op <> 'DELETE' then
      delete from storage.unowned_files where version = new.version;
      -- The file of an upload that took too long may have been cleaned away: no row may point at nothing.
      if not found then
        raise exception using errcode = '55000', message = 'the file of this object is not known';
      end if;
    end if;
    return null;
  end
  $$;
revoke all on function storage.track_file() from public;
create trigger track_file after insert or delete on storage.objects
  for each row execute function storage.track_file();
create trigger track_file_version after update on storage.objects
  for each row when (old.version is distinct from new.version) execute function storage.track_file();

create function storage.touch() returns trigger
  language plpgsql set search_path = ''
  as $$ begin new.updated_at := now(); return new; end $$;
create trigger update_buckets_updated_at before update on storage.buckets
  for each row execute function storage.touch();
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.touch();

-- What policies take names apart with: 'a/b/c.txt' -> {a,b}, 'c.txt', 'txt'.
create function storage.foldername(name text) returns text[] language sql immutable parallel safe
  as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;
create function storage.filename(name text) returns text language sql immutable parallel safe
  as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;
create function storage.extension(name text) returns text language sql immutable parallel safe
  as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;
