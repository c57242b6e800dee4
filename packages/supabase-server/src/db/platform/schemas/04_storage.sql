-- Schema storage under Supabase's names: policies written for it work here. The bytes are stored
-- outside the database (on disk or in an S3-compatible store), each file under the `version` of its
-- row. Row-level security on the rows is the only authorisation.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

-- Policies split object names with these functions: 'a/b/c.txt' -> {a,b}, 'c.txt', 'txt'.
create function storage.foldername(name text) returns text[] language sql immutable parallel safe
  as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;

create function storage.filename(name text) returns text language sql immutable parallel safe
  as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;

create function storage.extension(name text) returns text language sql immutable parallel safe
  as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

-- The current operation of the storage service, for policies: 'storage.object.list'. Null
-- elsewhere.
create function storage.operation() returns text language sql stable
  as $$ select nullif(current_setting('storage.operation', true), '') $$;

-- True if the current operation is one of these, with or without the prefix 'storage.'.
create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable
  as $$
    select exists (
      select 1 from unnest(expected_operations) expected
      where expected <> '' and regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', ''))
  $$;

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable
  as $$ select storage.allow_any_operation(array[expected_operation]) $$;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  -- Older policies read `owner`; `owner_id` also holds subjects that are no UUID.
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  -- Bytes; null: the server's limit only.
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

create function storage.touch() returns trigger
  language plpgsql set search_path = ''
  as $$ begin new.updated_at := now(); return new; end $$;
create trigger update_buckets_updated_at before update on storage.buckets
  for each row execute function storage.touch();
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.touch();

-- Files without a row: uploads in progress, and what removed or overwritten objects left behind.
-- Each file is listed here before its first byte is written, so that after a crash every file can
-- be found and removed.
create table storage.unowned_files (
  version text primary key,
  reason text not null check (reason in ('uploading', 'discarded')),
  since timestamptz not null default now()
);
create index unowned_files_reason_since_idx on storage.unowned_files (reason, since);

-- Moves files between the two tables in the transaction that changes the row.
create function storage.track_file() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op <> 'INSERT' then
      insert into storage.unowned_files (version, reason) values (old.version, 'discarded');
    end if;
    if tg_op <> 'DELETE' then
      delete from storage.unowned_files where version = new.version;
      -- The clean-up may have removed the file of a slow upload: no row may name a missing file.
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

-- The number and bytes of each owner's files in each bucket. Triggers count them, because every
-- upload checks a quota and must not read all objects.
create table storage.usage (
  bucket_id text not null,
  -- '' for objects without a user, which an API key creates.
  owner_id text not null,
  files bigint not null default 0,
  bytes bigint not null default 0,
  primary key (owner_id, bucket_id)
);
alter table storage.usage enable row level security;
revoke all on storage.usage from public, anon, authenticated, service_role;

-- Changes rows in a fixed order, so that two transactions do not deadlock. An owner without files
-- has no row.
create function storage.add_usage(changes jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into storage.usage as known (bucket_id, owner_id, files, bytes)
      select c.bucket_id, c.owner_id, sum(c.files), sum(c.bytes)
      from jsonb_to_recordset(changes) c (bucket_id text, owner_id text, files bigint, bytes bigint)
      group by c.bucket_id, c.owner_id
      having sum(c.files) <> 0 or sum(c.bytes) <> 0
      order by c.bucket_id, c.owner_id
      on conflict (owner_id, bucket_id) do update
        set files = known.files + excluded.files, bytes = known.bytes + excluded.bytes;
    delete from storage.usage u
      using jsonb_to_recordset(changes) c (bucket_id text, owner_id text)
      where u.owner_id = c.owner_id and u.bucket_id = c.bucket_id and u.files <= 0;
  $$;
revoke all on function storage.add_usage(jsonb) from public;

create function storage.size_of(metadata jsonb) returns bigint
  language sql immutable set search_path = ''
  as $$ select coalesce((metadata ->> 'size')::numeric, 0)::bigint $$;
revoke all on function storage.size_of(jsonb) from public;

create function storage.count_usage() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    changes jsonb := '[]';
    part jsonb;
  begin
    if tg_op in ('INSERT', 'UPDATE') then
      select coalesce(jsonb_agg(r), '[]') into part from (
        select bucket_id, coalesce(owner_id, '') as owner_id, count(*) as files, sum(storage.size_of(metadata)) as bytes
        from added group by 1, 2
      ) r;
      changes := changes || part;
    end if;
    if tg_op in ('DELETE', 'UPDATE') then
      select coalesce(jsonb_agg(r), '[]') into part from (
        select bucket_id, coalesce(owner_id, '') as owner_id, -count(*) as files, -sum(storage.size_of(metadata)) as bytes
        from removed group by 1, 2
      ) r;
      changes := changes || part;
    end if;
    if changes <> '[]' then
      perform storage.add_usage(changes);
    end if;
    return null;
  end
  $$;
revoke all on function storage.count_usage() from public;
create trigger count_usage_added after insert on storage.objects
  referencing new table as added for each statement execute function storage.count_usage();
create trigger count_usage_changed after update on storage.objects
  referencing new table as added old table as removed for each statement execute function storage.count_usage();
create trigger count_usage_removed after delete on storage.objects
  referencing old table as removed for each statement execute function storage.count_usage();

-- The files and bytes of one owner, and the bytes of all owners together. It can be called in a
-- transaction under the caller's role.
create function storage.usage_of(owner text) returns table (files bigint, bytes bigint, total_bytes bigint)
  language sql stable security definer set search_path = ''
  as $$
    select
      coalesce(sum(u.files) filter (where u.owner_id = usage_of.owner), 0)::bigint,
      coalesce(sum(u.bytes) filter (where u.owner_id = usage_of.owner), 0)::bigint,
      coalesce(sum(u.bytes), 0)::bigint
    from storage.usage u
  $$;
revoke all on function storage.usage_of(text) from public;
grant execute on function storage.usage_of(text) to anon, authenticated, service_role;

-- Searches, for SQL written for Supabase
-- -----------------------------------------------------------

-- Lists a folder: what begins with `prefix` and `search` in any case, up to the next slash, with
-- names relative to `prefix`. A sub-folder has its name alone. `levels` has no effect, as on
-- Supabase.
create function storage.search(
    prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
    search text default '', sortcolumn text default 'name', sortorder text default 'asc'
  ) returns table (
    name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
  language plpgsql stable set search_path = ''
  as $$
  declare
    sort_key text := case
      when lower($7) in ('updated_at', 'created_at', 'last_accessed_at') then format('rank, %I', lower($7)) else 'lower(name)' end;
    direction text := case when lower($8) = 'desc' then 'desc' else 'asc' end;
  begin
    return query execute format($query$
      with below as (
        select *, strpos(substr(o.name, length($2) + 1), '/') as slash from storage.objects o
        where o.bucket_id = $3 and lower(o.name) ^@ lower($2 collate "C")
      )
      select substr(name, length($1) + 1), id, updated_at, created_at, last_accessed_at, metadata from (
        select distinct left(name, length($2) + slash - 1) as name, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, 0 as rank
        from below where slash > 0
        union all
        select name, id, updated_at, created_at, last_accessed_at, metadata, 1 from below where slash = 0
      ) entries
      order by %1$s %2$s, name collate "C" %2$s limit $4 offset $5
    $query$, sort_key, direction)
    using coalesce($1, ''), concat($1, $6), $2, least(coalesce($3, 100), 1500), coalesce($5, 0);
  end
  $$;

-- Lists whole names that begin with `prefix`, up to the next slash. The next page begins after the
-- name `start_after`, and after its time `sort_column_after` when sorted by a time; a folder has
-- the time of its oldest file. `key` is the part of the name at `levels`.
create function storage.search_v2(
    prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
    sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
  ) returns table (
    key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
    metadata jsonb)
  language plpgsql stable set search_path = ''
  as $$
  declare
    direction text := case when lower($6) = 'desc' then 'desc' else 'asc' end;
    sort_time text := case
      when lower($7) in ('updated_at', 'created_at') then format('date_trunc(''milliseconds'', %I)', lower($7))
      else $time$timestamptz 'epoch'$time$ end;
  begin
    return query execute format($query$
      with below as (
        select *, strpos(substr(o.name, length($1) + 1), '/') as slash from storage.objects o
        where o.bucket_id = $2 and o.name ^@ $1
      )
      select split_part(name, '/', $4), name, id, updated_at, created_at, last_accessed_at, metadata from (
        select left(name, length($1) + slash - 1) as name, null::uuid as id, min(created_at) as updated_at,
          min(created_at) as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from below where slash > 0 group by 1
        union all
        select name, id, updated_at, created_at, last_accessed_at, metadata from below where slash = 0
      ) entries
      where $5 = '' or (%1$s, name collate "C") %2$s (coalesce(nullif($6, '')::timestamptz, 'epoch'), $5 collate "C")
      order by %1$s %3$s, name collate "C" %3$s limit $3
    $query$, sort_time, case direction when 'asc' then '>' else '<' end, direction)
    using coalesce($1, ''), $2, least(coalesce($3, 100), 1500), greatest(coalesce($4, 1), 1), coalesce($5, ''), coalesce($8, '');
  end
  $$;
