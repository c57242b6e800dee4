-- What an organiser decides while the product runs, and how an organiser gets in (docs/adr/0033). No API role may look into schema
-- dragoman.

-- A key that is not here has the environment's value. What the values may be is checked by the server (src/settings).
create sequence dragoman.setting_revisions as integer;
create table dragoman.settings (
  key text primary key check (key ~ '^[a-zA-Z]{1,40}$'),
  value jsonb not null,
  -- Another one for each change: who writes over one that they have not seen is told.
  revision integer not null default nextval('dragoman.setting_revisions'),
  changed_at timestamptz not null default now()
);

-- Every process reads the settings again. Apps that are open hear of an announcement by a broadcast, which holds it.
create function dragoman.tell_setting() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('dragoman_settings', coalesce(new.key, old.key));
    if coalesce(new.key, old.key) = 'announcement' then
      perform realtime.send(jsonb_build_object('announcement', new.value), 'announcement', 'event', true);
    end if;
    return null;
  end
  $$;
revoke all on function dragoman.tell_setting() from public;
create trigger tell_setting after insert or update or delete on dragoman.settings
  for each row execute function dragoman.tell_setting();

-- Pictures that an organiser has uploaded; the setting `brand` names those in use.
create table dragoman.brand_pictures (
  name text primary key,
  bytes bytea not null check (octet_length(bytes) <= 524288),
  created_at timestamptz not null default now()
);

-- The hash of the secret that the last start was given, in the PHC string format.
create table dragoman.organiser_secret (
  only_one boolean primary key default true check (only_one),
  hash text not null,
  set_at timestamptz not null default now()
);

-- Who is signed in: SHA-256 of the cookie. The one before works for a moment, for requests that were under way.
create table dragoman.organiser_sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  previous_token_hash bytea,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index organiser_sessions_previous_idx on dragoman.organiser_sessions (previous_token_hash);

-- Tries that failed, by SHA-256 of the network address; removed when they no longer count.
create table dragoman.organiser_attempts (
  network_hash bytea not null,
  tried_at timestamptz not null default now()
);
create index organiser_attempts_tried_at_idx on dragoman.organiser_attempts (tried_at);
