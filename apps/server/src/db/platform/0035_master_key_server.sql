-- The secrets that the server keeps in the database are encrypted with a key outside of it (docs/adr/0052-master-key.md). This row
-- tells whether the key that the server was started with is the one that they were encrypted with.
create table dragoman.master_key_check (
  only_row boolean primary key default true check (only_row),
  check_value bytea not null,
  created_at timestamptz not null default now()
);
