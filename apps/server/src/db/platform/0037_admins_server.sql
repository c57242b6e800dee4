-- Administrators of the organiser's page are named people (docs/adr/0051). The start secret creates the first one.
create table dragoman.admins (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  -- Argon2id in the PHC string format.
  password_hash text not null,
  -- Encrypted with the master key; begun, and asked for at sign-in once a code of it was proved.
  totp_secret text,
  totp_proved boolean not null default false,
  -- The last 30-second step whose code was accepted: a code works once.
  totp_last_step bigint,
  created_at timestamptz not null default now(),
  -- Since when the administrator may not sign in.
  disabled_at timestamptz,
  check (totp_secret is not null or not totp_proved)
);
create unique index admins_name_key on dragoman.admins (lower(name));

-- A session belongs to a person from now on; those of the shared secret end.
delete from dragoman.organiser_sessions;
alter table dragoman.organiser_sessions
  add column admin_id uuid not null references dragoman.admins (id) on delete cascade;
create index organiser_sessions_admin_idx on dragoman.organiser_sessions (admin_id);

-- Failures are counted by network, by name and by authenticator, each as SHA-256.
delete from dragoman.organiser_attempts;
alter table dragoman.organiser_attempts rename column network_hash to subject_hash;
create index organiser_attempts_subject_idx on dragoman.organiser_attempts (subject_hash, tried_at);
