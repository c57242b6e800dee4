-- Passkeys (docs/adr/0050). Both tables have the columns of GoTrue's own, so that an account can move to a Supabase.

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  -- A COSE key, RFC 9052 section 7.
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  -- The authenticator's own counter. One that does not grow tells of a copied key; many authenticators always say 0.
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

-- Ceremonies that have begun. Each row is deleted when it is answered, so that a challenge works once.
create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  -- Null for a sign-in: the answer says whose passkey it is.
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  -- {"challenge": base64url, "rp_id": …, "origin": …}
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);
