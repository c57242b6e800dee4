-- Tables of the product's server in schema dragoman, beside the general server's own. No API role
-- may read them.

-- Translations by providers; `key` is SHA-256 of source language, target language and text.
create table dragoman.translation_cache (
  key bytea primary key,
  translated_text text not null,
  engine text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index translation_cache_used_at_idx on dragoman.translation_cache (used_at);
