-- What a sign-in by mail, a second factor and the limits on guessing need beside the accounts of 0002.

-- Codes and links that were mailed. One of each purpose a user: a newer mail makes the older one void.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (
    purpose in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')
  ),
  -- The address that the mail went to; a code counts only together with it.
  address text not null,
  -- Hex SHA-224 of address and code, with pkce_ before it when the request came with a code challenge.
  code_hash text not null,
  -- SHA-256 of the link's own random token: whoever guesses at codes has the counter below against them, so the link must not be
  -- derived from the code.
  link_hash bytea not null unique,
  -- Wrong codes so far.
  attempts integer not null default 0,
  -- The account's password was set by somebody who had not proved the address: it ends when the owner shows up.
  drops_password boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, purpose)
);

-- A sign-in by link that the client finishes with its code verifier (PKCE).
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- What the access token's amr will say.
  authentication_method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256 of the code that the link gave; null until the link was opened.
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now()
);
create index flow_states_user_id_idx on auth.flow_states (user_id, authentication_method, created_at desc);
create index flow_states_created_at_idx on auth.flow_states (created_at);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Base32. Not hashed: the server makes the same codes from it.
  secret text,
  phone text,
  -- The last 30-second step whose code was accepted: a code works once.
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index mfa_factors_name_key on auth.mfa_factors (user_id, friendly_name);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create index users_new_email_idx on auth.users (lower(new_email)) where new_email is not null;

-- How often somebody did something in the current window, for all processes on this database. Unlogged: a crash may empty it.
create unlogged table dragoman.rate_limits (
  -- SHA-256 of what is limited and whom, so that no address is in it.
  bucket bytea primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at_idx on dragoman.rate_limits (resets_at);
create index one_time_tokens_address_idx on auth.one_time_tokens (address);
