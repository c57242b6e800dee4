-- Schema auth: the tables of the auth service, with the field names that GoTrue's clients know, and
-- the functions that policies call.
create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

-- The claims of the request's token, for policies.
create function auth.jwt() returns jsonb language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

-- The server names the user in a setting too: policies call this function in each statement, and
-- reading the claims takes longer than all else here. Supabase's function looks there as well.
create function auth.uid() returns uuid language sql stable
  as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')
    )::uuid
  $$;

create function auth.role() returns text language sql stable
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $$;

create function auth.email() returns text language sql stable
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email' $$;

-- Accounts ---------------------------------------------------------------------------------------

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
  -- The new address until it is confirmed.
  email_change text,
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  phone text,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_anonymous boolean not null default false,
  is_sso_user boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  -- For scripts that add users as they would on Supabase: the server neither reads nor writes what
  -- follows. Its codes and links are in auth.one_time_tokens.
  instance_id uuid default '00000000-0000-0000-0000-000000000000',
  is_super_admin boolean,
  confirmation_token text default '',
  recovery_token text default '',
  email_change_token_new text default '',
  email_change_token_current text default '',
  email_change_confirm_status smallint default 0,
  phone_change_token text default '',
  reauthentication_token text default ''
);
create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;
create unique index users_phone_key on auth.users (phone);
create index users_email_change_idx on auth.users (lower(email_change)) where email_change is not null;
create index users_phone_change_idx on auth.users (phone_change) where phone_change is not null;

create table auth.identities (
  -- Clients unlink an identity by this id; provider_id is the provider's subject.
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

-- Sessions ---------------------------------------------------------------------------------------

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
  -- SHA-256 of the token: a leaked backup does not let anyone sign in.
  token_hash bytea not null unique,
  -- The token, encrypted under a key derived from the parent token: a client that lost an answer gets
  -- the same token again.
  token_sealed bytea,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- Old tokens may be removed without removing the tokens that followed them.
  parent_id bigint references auth.refresh_tokens (id) on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
create index refresh_tokens_active_idx on auth.refresh_tokens (session_id, id desc) where revoked_at is null;
create index refresh_tokens_parent_id_idx on auth.refresh_tokens (parent_id);
-- For the clean-up.
create index refresh_tokens_revoked_at_idx on auth.refresh_tokens (revoked_at) where revoked_at is not null;

-- Codes and links --------------------------------------------------------------------------------

-- Codes and links that were sent by mail or to a phone. One for each user and purpose: a newer one
-- replaces the older one.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (
    purpose in (
      'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication', 'sms', 'phone_change'
    )
  ),
  -- The address that the message went to; a code is valid only together with it.
  address text not null,
  -- HMAC-SHA-256 of address and code in hex, under a key outside the database (docs/adr/0052).
  code_hash text not null,
  -- SHA-256 of the link's own random token; null for a message to a phone, which has a code only. The
  -- link is not derived from the code: guesses at codes count in `attempts`, guesses at links do not.
  link_hash bytea unique,
  -- Wrong codes so far.
  attempts integer not null default 0,
  -- The person who set the account's password had not proved the address: the password ends when the
  -- owner of the address signs in.
  drops_password boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, purpose)
);
create index one_time_tokens_address_idx on auth.one_time_tokens (address);
-- For the clean-up.
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);

-- A sign-in that the client finishes with its code verifier (PKCE).
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- For claim `amr` of the access token.
  authentication_method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256 of the code that the link gave; null until the link is opened.
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  -- The single sign-on that claim `amr` names.
  provider text,
  -- The provider's tokens, encrypted under the code that only the client has.
  provider_tokens_sealed bytea,
  -- When the session must end, if the identity provider says so.
  session_not_after timestamptz
);
create index flow_states_user_id_idx on auth.flow_states (user_id, authentication_method, created_at desc);
create index flow_states_created_at_idx on auth.flow_states (created_at);

-- Sign-in with other services --------------------------------------------------------------------

-- A sign-in at another service that has not returned yet; the id is the flow's `state`.
create table auth.external_flows (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  redirect_to text not null,
  -- The client's PKCE challenge; without one it gets tokens instead of a code.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- The user who links the account to their own; null for a sign-in.
  linking_user_id uuid references auth.users (id) on delete cascade,
  -- What ties the service's answer to this flow: the PKCE verifier and the nonce of its ID token.
  provider_verifier text,
  nonce text,
  -- SHA-256 of a cookie, where nothing else ties the flow to the browser that began it.
  browser_hash bytea,
  -- A used flow is kept for a while, so that a second use can be told apart from an unknown state.
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index external_flows_created_at_idx on auth.external_flows (created_at);
create index external_flows_linking_user_id_idx on auth.external_flows (linking_user_id);

-- Single sign-on with SAML 2.0.
create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  -- A disabled provider is kept, but no user can sign in with it.
  disabled boolean not null default false,
  -- The provider's own name for itself. Users belong to it: it never changes.
  entity_id text not null unique,
  metadata_xml text not null,
  -- Where the server reads the metadata again, since providers change their keys; null when it was
  -- given as text.
  metadata_url text,
  metadata_read_at timestamptz not null default now(),
  -- Which attributes of an assertion become what: {"keys": {"email": {"name": "mail"}}}.
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Lower-case domains of e-mail addresses whose owners sign in at the provider.
create table auth.sso_domains (
  domain text primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index sso_domains_provider_idx on auth.sso_domains (sso_provider_id);

-- Requests that an identity provider has not answered yet; the id is their relay state.
create table auth.sso_requests (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  -- What the answer must name as InResponseTo.
  request_id text not null,
  redirect_to text not null,
  -- The client's PKCE challenge; without one it gets tokens instead of a code.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index sso_requests_created_at_idx on auth.sso_requests (created_at);

-- Assertions that were used, until they expire: each works once.
create table auth.sso_used_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  -- SHA-256 of the assertion's ID, which may have any length.
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_hash)
);
create index sso_used_assertions_expires_at_idx on auth.sso_used_assertions (expires_at);

-- The key that signs SAML requests, created at first use when SAML_PRIVATE_KEY is not set.
create table dragoman.saml_key (
  only_one boolean primary key default true check (only_one),
  -- PKCS#8 PEM, encrypted with the master key.
  private_key text not null,
  created_at timestamptz not null default now()
);

-- Second factors and passkeys --------------------------------------------------------------------

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- The Base32 secret, encrypted with the master key. Not hashed: the server computes codes from it.
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
  created_at timestamptz not null default now(),
  -- HMAC-SHA-256 of challenge and code in hex; null for factors that generate their codes themselves.
  code_hash text,
  -- Wrong codes so far.
  attempts integer not null default 0
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
-- For the clean-up.
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

-- Codes that replace a second factor which is out of reach (docs/adr/0050).
create table auth.mfa_recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of user and code. A code has 60 random bits, so a list of guesses is no use against a
  -- plain hash.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  -- Null: never.
  expires_at timestamptz,
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- Passkeys (docs/adr/0050). Both tables have the columns of GoTrue's own, so that an account can move
-- to a Supabase.
create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  -- A COSE key, RFC 9052 section 7.
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  -- The authenticator's counter. One that does not grow shows that the key was copied; many are
  -- always 0.
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

-- Ceremonies that have begun. A row is deleted when it is answered, so that a challenge works once.
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

-- Supabase's names ---------------------------------------------------------------------------------

-- Views for SQL that names tables of GoTrue which this server keeps in another form. The API roles may
-- not read them, as on Supabase; the owner may grant SELECT to supabase_auth_admin for a hook.

-- How each session was opened: the entries of sessions.amr.
create view auth.mfa_amr_claims as
  select s.id as session_id,
    to_timestamp((entry ->> 'timestamp')::bigint) as created_at,
    to_timestamp((entry ->> 'timestamp')::bigint) as updated_at,
    entry ->> 'method' as authentication_method,
    md5(s.id::text || ' ' || (entry ->> 'method'))::uuid as id
  from auth.sessions s, jsonb_array_elements(s.amr) entry;

create view auth.saml_providers as
  select id, id as sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, created_at, updated_at,
    name_id_format
  from auth.sso_providers;

create view auth.saml_relay_states as
  select id, sso_provider_id, request_id, null::text as for_email, redirect_to, created_at, created_at as updated_at,
    null::uuid as flow_state_id
  from auth.sso_requests;

-- Limits -----------------------------------------------------------------------------------------

-- Uses in the current window, shared by all processes on this database. Unlogged: a crash may empty
-- it.
create unlogged table dragoman.rate_limits (
  -- SHA-256 of the limit and its subject, so that no address is stored.
  bucket bytea primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at_idx on dragoman.rate_limits (resets_at);

-- The end of access ------------------------------------------------------------------------------

-- Access that ends, ends at once (docs/adr/0003). Server processes remember for some seconds that a
-- token's user and session are valid; these triggers tell them whose validity may have changed. The
-- payload is the user's id. For each statement, since the clean-up removes thousands of rows at a
-- time; PostgreSQL sends equal payloads of one transaction once.
create function auth.tell_access_ends() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('dragoman_access', ended.user_id::text) from (select distinct g.user_id from gone g) ended;
    return null;
  end
  $$;
create trigger tell_access_ends after delete on auth.sessions
  referencing old table as gone for each statement execute function auth.tell_access_ends();
-- Removing a factor restores the access that it withheld.
create trigger tell_access_ends after delete on auth.mfa_factors
  referencing old table as gone for each statement execute function auth.tell_access_ends();

create function auth.tell_users_end() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('dragoman_access', g.id::text) from gone g;
    return null;
  end
  $$;
create trigger tell_users_end after delete on auth.users
  referencing old table as gone for each statement execute function auth.tell_users_end();

-- Changes of single rows: a ban, a soft-deleted user, another end of a session, a proved factor.
create function auth.tell_access_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('dragoman_access', to_jsonb(new) ->> tg_argv[0]);
    return null;
  end
  $$;
create trigger tell_access_change after update of banned_until, deleted_at on auth.users
  for each row when (
    old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at
  )
  execute function auth.tell_access_change('id');
create trigger tell_access_change after update of not_after, user_id on auth.sessions
  for each row when (old.not_after is distinct from new.not_after or old.user_id is distinct from new.user_id)
  execute function auth.tell_access_change('user_id');
create trigger tell_access_change after insert or update of status on auth.mfa_factors
  for each row when (new.status = 'verified') execute function auth.tell_access_change('user_id');
revoke all on function auth.tell_access_ends(), auth.tell_users_end(), auth.tell_access_change() from public;
