-- Schema auth: the tables that GoTrue's clients know by their fields, and the functions that policies call.
create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text,
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  phone text,
  phone_confirmed_at timestamptz,
  new_phone text,
  phone_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_anonymous boolean not null default false,
  is_sso_user boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;
create unique index users_phone_key on auth.users (phone);

create table auth.identities (
  -- The row's own id is what unlinking names; provider_id is the provider's subject.
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{"method": "password", "timestamp": 1767225600}], newest first, as the access token shows it.
  amr jsonb not null default '[]',
  user_agent text,
  ip text,
  refreshed_at timestamptz,
  not_after timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id_idx on auth.sessions (user_id);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token: a leaked backup signs nobody in.
  token_hash bytea not null unique,
  -- Kept encrypted under a key derived from the parent token, so that a client which lost an answer gets the same token again.
  token_sealed bytea,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- Old tokens may be removed without taking the chain that grew from them.
  parent_id bigint references auth.refresh_tokens (id) on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
create index refresh_tokens_active_idx on auth.refresh_tokens (session_id, id desc) where revoked_at is null;
create index refresh_tokens_parent_id_idx on auth.refresh_tokens (parent_id);

create function auth.jwt() returns jsonb language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
create function auth.uid() returns uuid language sql stable
  as $$ select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid $$;
create function auth.role() returns text language sql stable
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;
create function auth.email() returns text language sql stable
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email' $$;
