-- Uploads that a client may continue after its connection was cut (protocol TUS). The server alone
-- reads these tables: no role of the API has rights on them.

create table storage.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text collate "C" not null,
  -- Only the one who began an upload continues it.
  role text not null,
  owner_id text,
  upsert boolean not null,
  -- Bytes of the whole file.
  length bigint not null check (length >= 0),
  -- The header Upload-Metadata as it came.
  metadata text not null,
  -- When the file became an object.
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);
create index resumable_uploads_owner_id_idx on storage.resumable_uploads (owner_id);
create index resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);

-- The received parts of an upload: one file for each request that brought bytes.
create table storage.resumable_parts (
  upload_id uuid not null references storage.resumable_uploads (id) on delete cascade,
  -- Where the part begins in the file, in bytes.
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  version text not null unique,
  primary key (upload_id, start)
);

alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_parts enable row level security;
revoke all on storage.resumable_uploads, storage.resumable_parts from public, anon, authenticated, service_role;

-- A removed part leaves its file to the clean-up.
create trigger track_file after insert or delete on storage.resumable_parts
  for each row execute function storage.track_file();
