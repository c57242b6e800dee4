-- The key pair of Web Push (docs/adr/0080-missed-replies.md).
create table if not exists dragoman.push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);
