-- The settings of the admin dashboard, and the people who administer the installation
-- (docs/adr/0033).

create sequence dragoman.setting_revisions as integer;
-- A key without a row has the value of the environment. The server checks the values
-- (src/settings).
create table dragoman.settings (
  key text primary key check (key ~ '^[a-zA-Z]{1,40}$'),
  value jsonb not null,
  -- New for each change: a person who would overwrite a change that they have not seen is told.
  revision integer not null default nextval('dragoman.setting_revisions'),
  changed_at timestamptz not null default now()
);

-- Has every process read the settings again. Open apps get an announcement by a broadcast, which
-- contains it.
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

-- Pictures that an administrator has uploaded; the setting `brand` names those in use.
create table dragoman.brand_pictures (
  name text primary key,
  bytes bytea not null check (octet_length(bytes) <= 524288),
  created_at timestamptz not null default now()
);

-- Administrators are named people (docs/adr/0033). The secret of the first start creates the first
-- one.
create table dragoman.admins (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  -- Argon2id in the PHC string format.
  password_hash text not null,
  -- Encrypted with the master key. Sign-in asks for a code once one was proved.
  totp_secret text,
  totp_proved boolean not null default false,
  -- The last 30-second step whose code was accepted: a code works once.
  totp_last_step bigint,
  created_at timestamptz not null default now(),
  -- From when on the administrator may not sign in.
  disabled_at timestamptz,
  check (totp_secret is not null or not totp_proved)
);
create unique index admins_name_key on dragoman.admins (lower(name));

-- The hash of the secret that the last start was given, in the PHC string format.
create table dragoman.organiser_secret (
  only_one boolean primary key default true check (only_one),
  hash text not null,
  set_at timestamptz not null default now()
);

-- Signed-in administrators, by SHA-256 of the cookie. The previous cookie works for a moment, for
-- requests that were under way.
create table dragoman.organiser_sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  previous_token_hash bytea,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  admin_id uuid not null references dragoman.admins (id) on delete cascade
);
create index organiser_sessions_previous_idx on dragoman.organiser_sessions (previous_token_hash);
create index organiser_sessions_admin_idx on dragoman.organiser_sessions (admin_id);

-- Failed sign-ins, counted by network, by name and by authenticator, each as SHA-256. Rows are
-- removed when they no longer count.
create table dragoman.organiser_attempts (
  subject_hash bytea not null,
  tried_at timestamptz not null default now()
);
create index organiser_attempts_tried_at_idx on dragoman.organiser_attempts (tried_at);
create index organiser_attempts_subject_idx on dragoman.organiser_attempts (subject_hash, tried_at);
