-- Codes that stand in for a second factor which is out of reach (docs/adr/0050).
create table auth.mfa_recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of user and code. A code has 60 random bits, so that no list of guesses helps against a plain hash.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  -- Null: never.
  expires_at timestamptz,
  used_at timestamptz,
  unique (user_id, code_hash)
);
