-- Schema dragoman: what the server itself stores. No API role may read it. The migration runner
-- creates the schema.

-- Private signing keys as JWKs, encrypted with the master key. `current` signs; the others verify
-- tokens that they signed.
create table dragoman.signing_keys (
  kid text primary key,
  jwk jsonb not null,
  current boolean not null,
  created_at timestamptz not null default now()
);
create unique index signing_keys_one_current on dragoman.signing_keys (current) where current;

-- The publishable key (anon) and the secret key (service_role, encrypted with the master key),
-- created at the first start.
create table dragoman.api_keys (
  role text primary key check (role in ('anon', 'service_role')),
  key text not null unique,
  created_at timestamptz not null default now()
);

-- The server encrypts the secrets that it stores in the database with a key from outside the database
-- (docs/adr/0052-master-key.md). This row tells whether the server was started with that key.
create table dragoman.master_key_check (
  only_row boolean primary key default true check (only_row),
  check_value bytea not null,
  created_at timestamptz not null default now()
);
