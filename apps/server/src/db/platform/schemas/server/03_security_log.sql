-- The security log (docs/adr/0051): what happened to accounts and to the installation, without
-- secrets and without texts of users.
create table dragoman.security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  outcome text not null check (outcome in ('success', 'failure')),
  -- Nothing of a deleted account remains, here included.
  user_id uuid references auth.users (id) on delete set null,
  -- The name of the administrator who acted.
  actor text check (char_length(actor) <= 80),
  -- An IPv4 address, or the /64 network of an IPv6 one.
  network text check (char_length(network) <= 64),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 2000),
  -- The number of equal events that the entry represents: a flood is counted, not listed.
  repeated integer not null default 1 check (repeated > 0)
);
create index security_events_kind_idx on dragoman.security_events (kind, id desc);
create index security_events_user_idx on dragoman.security_events (user_id) where user_id is not null;
create index security_events_at_idx on dragoman.security_events (at);
create index security_events_outcome_idx on dragoman.security_events (outcome, id desc);
