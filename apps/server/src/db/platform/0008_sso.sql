-- Single sign-on with SAML 2.0: identity providers, sign-ins under way, and the key that signs our requests.

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  -- A disabled one is kept, but signs nobody in.
  disabled boolean not null default false,
  -- The provider's own name for itself. Users belong to it: it never changes.
  entity_id text not null unique,
  metadata_xml text not null,
  -- Where the metadata is read again, since providers change their keys; null when it was given as text.
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

-- Assertions that were used, until they would expire by themselves: each signs somebody in once.
create table auth.sso_used_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  -- SHA-256 of the assertion's ID, which may have any length.
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_hash)
);
create index sso_used_assertions_expires_at_idx on auth.sso_used_assertions (expires_at);

-- Made at first use when SAML_PRIVATE_KEY is not set.
create table dragoman.saml_key (
  only_one boolean primary key default true check (only_one),
  -- PKCS#8 PEM.
  private_key text not null,
  created_at timestamptz not null default now()
);
