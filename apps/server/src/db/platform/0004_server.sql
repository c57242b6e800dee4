-- What the server itself keeps. No API role may look into schema dragoman.

-- Private signing keys as JWKs; `current` signs, the others still verify tokens that they signed.
create table dragoman.signing_keys (
  kid text primary key,
  jwk jsonb not null,
  current boolean not null,
  created_at timestamptz not null default now()
);
create unique index signing_keys_one_current on dragoman.signing_keys (current) where current;

-- The publishable key (anon) and the secret key (service_role), made at first start.
create table dragoman.api_keys (
  role text primary key check (role in ('anon', 'service_role')),
  key text not null unique,
  created_at timestamptz not null default now()
);

-- Translations that an engine gave; `key` is SHA-256 over source language, target language and text.
create table dragoman.translation_cache (
  key bytea primary key,
  translated_text text not null,
  engine text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index translation_cache_used_at_idx on dragoman.translation_cache (used_at);
