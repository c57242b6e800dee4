-- What a hosted Supabase brings before the first migration: roles, schemas, tables and privileges, as its
-- documentation and its public sources describe them, as far as the product's migrations and policies touch
-- them. Runs as the superuser supabase_admin; {password} is that of the roles that sign in.
-- Where Supabase's extension supautils lets the role `postgres` do what PostgreSQL alone would refuse, a
-- membership or a grant replaces it, and an event trigger takes back what goes beyond it.

-- Roles --------------------------------------------------------------------------------------------

-- Not a superuser. It owns the database and all that the customer creates.
create role postgres login createdb createrole replication bypassrls password '{password}';
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
-- What PostgREST connects as.
create role authenticator login noinherit password '{password}';
grant anon, authenticated, service_role to authenticator;
create role supabase_auth_admin login noinherit createrole password '{password}';
create role supabase_storage_admin login noinherit createrole password '{password}';
create role supabase_realtime_admin nologin noinherit;
grant anon, authenticated, service_role to supabase_storage_admin;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant supabase_realtime_admin to postgres;
-- Replaces supautils' policy_grants on storage.buckets and storage.objects.
grant supabase_storage_admin to postgres with inherit true, set false;
-- Replaces supautils, which lets `postgres` configure PostgREST on the role authenticator.
grant set on parameter pgrst.db_pre_request to postgres;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter database {database} owner to postgres;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

create schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant usage on schema public to postgres, anon, authenticated, service_role;

-- Auth ---------------------------------------------------------------------------------------------

create schema auth;
grant usage on schema auth to postgres, anon, authenticated, service_role;
grant all on schema auth to supabase_auth_admin;
alter role supabase_auth_admin set search_path = 'auth';

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role') $$;
create function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email') $$;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), ''))::jsonb $$;

create table auth.users (
  instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
  encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
  confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255),
  recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
  email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb,
  is_super_admin boolean, created_at timestamptz, updated_at timestamptz, phone text unique,
  phone_confirmed_at timestamptz, phone_change text default '', phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '', email_change_confirm_status smallint default 0,
  banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false
);
create table auth.identities (
  provider_id text not null, user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null, provider text not null, last_sign_in_at timestamptz, created_at timestamptz,
  updated_at timestamptz, email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(), unique (provider_id, provider)
);
create table auth.sessions (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, created_at timestamptz,
  updated_at timestamptz, factor_id uuid, aal text, not_after timestamptz, refreshed_at timestamp, user_agent text,
  ip inet, tag text
);
create table auth.refresh_tokens (
  instance_id uuid, id bigserial primary key, token varchar(255) unique, user_id varchar(255), revoked boolean,
  created_at timestamptz, updated_at timestamptz, parent varchar(255),
  session_id uuid references auth.sessions on delete cascade
);
create table auth.mfa_factors (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, friendly_name text,
  factor_type text not null, status text not null, created_at timestamptz not null, updated_at timestamptz not null,
  secret text, phone text, last_challenged_at timestamptz unique
);
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.mfa_factors enable row level security;

do $$
declare
  relation regclass;
  routine regprocedure;
begin
  for relation in select oid from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
    execute format('alter table %s owner to supabase_auth_admin', relation);
    execute format('grant all on %s to postgres', relation);
  end loop;
  for routine in select oid from pg_proc where pronamespace = 'auth'::regnamespace loop
    execute format('alter function %s owner to supabase_auth_admin', routine);
  end loop;
end
$$;

-- Storage ------------------------------------------------------------------------------------------

create schema storage;
grant usage on schema storage to postgres, anon, authenticated, service_role;
grant all on schema storage to supabase_storage_admin;
alter role supabase_storage_admin set search_path = 'storage';

create table storage.buckets (
  id text primary key, name text not null unique, owner uuid, created_at timestamptz default now(),
  updated_at timestamptz default now(), public boolean default false, avif_autodetection boolean default false,
  file_size_limit bigint, allowed_mime_types text[], owner_id text
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text, owner uuid,
  created_at timestamptz default now(), updated_at timestamptz default now(), last_accessed_at timestamptz default now(),
  metadata jsonb, path_tokens text[] generated always as (string_to_array(name, '/')) stored, version text, owner_id text,
  user_metadata jsonb, unique (bucket_id, name)
);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[] language plpgsql immutable as $$
declare parts text[] := string_to_array(name, '/');
begin return parts[1:array_length(parts, 1) - 1]; end $$;
create function storage.filename(name text) returns text language plpgsql as $$
declare parts text[] := string_to_array(name, '/');
begin return parts[array_length(parts, 1)]; end $$;
create function storage.extension(name text) returns text language plpgsql immutable as $$
begin return reverse(split_part(reverse(storage.filename(name)), '.', 1)); end $$;
-- Files are removed through the storage service only: rows alone would leave them behind.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception using errcode = '42501',
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
  end if;
  return null;
end $$;
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role;

-- Realtime -----------------------------------------------------------------------------------------

create schema realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

create table realtime.messages (
  topic text not null, extension text not null, payload jsonb, event text, private boolean default false,
  updated_at timestamp not null default now(), inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(), primary key (id, inserted_at)
) partition by range (inserted_at);
create table realtime.messages_now partition of realtime.messages default;
alter table realtime.messages enable row level security;
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages_now owner to supabase_realtime_admin;
grant all on realtime.messages to postgres;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text $$;
alter function realtime.topic() owner to supabase_realtime_admin;
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- Limits -------------------------------------------------------------------------------------------

-- Customers may add policies and triggers to these schemas' tables, and create nothing in them.
create function extensions.keep_managed_schemas() returns event_trigger language plpgsql as $$
declare
  made record;
begin
  if current_user <> 'postgres' then
    return;
  end if;
  for made in select * from pg_event_trigger_ddl_commands() loop
    if made.schema_name in ('auth', 'storage', 'realtime') and made.command_tag not in ('CREATE POLICY', 'CREATE TRIGGER') then
      raise exception using errcode = '42501', message = format('permission denied for schema %s', made.schema_name);
    end if;
  end loop;
end $$;
create event trigger keep_managed_schemas on ddl_command_end execute function extensions.keep_managed_schemas();
