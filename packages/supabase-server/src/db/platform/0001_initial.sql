-- The schema of version 1.0.0. packages/supabase-server/src/db/platform/schemas explains it. Released: change it with a new migration.

-- 01_roles.sql
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select 1 from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select 1 from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  -- A database owner that is not a superuser must be a member to switch to them. The migration runner
  -- has granted what was missing; an owner who may grant nothing comes through here, too.
  if exists (
    select 1 from unnest(array['anon', 'authenticated', 'service_role']) name where not pg_has_role(current_user, name, 'member')
  ) then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

alter default privileges in schema public
  grant select, insert, update, delete on tables to anon, authenticated, service_role;
alter default privileges in schema public grant usage, select on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;

create schema if not exists extensions;
do $$
begin
  if exists (
    select 1 from unnest(array['anon', 'authenticated', 'service_role']) name
    where not has_schema_privilege(name, 'extensions', 'usage')
  ) then
    grant usage on schema extensions to anon, authenticated, service_role;
  end if;
end
$$;

create schema if not exists graphql_public;
grant usage on schema graphql_public to anon, authenticated, service_role;

-- 02_auth.sql
create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

create function auth.jwt() returns jsonb language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;

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
create index refresh_tokens_revoked_at_idx on auth.refresh_tokens (revoked_at) where revoked_at is not null;

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
  -- HMAC-SHA-256 of address and code in hex, under a key outside the database.
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
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);

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

create table auth.sso_domains (
  domain text primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index sso_domains_provider_idx on auth.sso_domains (sso_provider_id);

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

create table auth.sso_used_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  -- SHA-256 of the assertion's ID, which may have any length.
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_hash)
);
create index sso_used_assertions_expires_at_idx on auth.sso_used_assertions (expires_at);

create table dragoman.saml_key (
  only_one boolean primary key default true check (only_one),
  -- PKCS#8 PEM, encrypted with the master key.
  private_key text not null,
  created_at timestamptz not null default now()
);

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
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

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

create unlogged table dragoman.rate_limits (
  -- SHA-256 of the limit and its subject, so that no address is stored.
  bucket bytea primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at_idx on dragoman.rate_limits (resets_at);

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

-- 03_realtime.sql
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

create table realtime.messages (
  topic text not null,
  -- `broadcast` or `presence`; policies distinguish them.
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  -- UTC. The time of the statement, not of the transaction's start: broadcasts of one transaction keep
  -- their order.
  updated_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  inserted_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  -- Instead of `payload`. Sockets of version 1 get no such broadcast.
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
);
create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private;
create index messages_inserted_at_idx on realtime.messages (inserted_at);

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;

create function realtime.notify_broadcast() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    header jsonb := jsonb_build_object(
      'id', new.id, 'topic', new.topic, 'event', new.event, 'private', coalesce(new.private, false))
      || case when new.binary_payload is null then '{}'::jsonb else '{"binary": true}' end;
    message text := concat('database broadcast 0/1', e'\n', header, e'\n',
      coalesce(encode(new.binary_payload, 'base64'), new.payload::text, '{}'));
  begin
    if octet_length(message) >= 8000 then
      message := concat('database broadcast 0/1', e'\n', header || '{"large": true}', e'\n');
    end if;
    perform pg_notify('dragoman_cluster', message);
    return null;
  end
  $$;
revoke all on function realtime.notify_broadcast() from public;
create trigger dragoman_broadcast after insert on realtime.messages
  for each row
  when (
    new.extension = 'broadcast' and new.event is not null
    and octet_length(new.topic) <= 246 and octet_length(new.event) <= 255
  )
  execute function realtime.notify_broadcast();

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    message_id uuid := gen_random_uuid();
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
      values (
        message_id,
        case when jsonb_typeof(payload) = 'object' and not payload ? 'id'
          then payload || jsonb_build_object('id', message_id) else payload end,
        event, topic, private, 'broadcast'
      );
  exception when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
  end
  $$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (binary_payload, event, topic, private, extension)
      values (payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
  end
  $$;

create function realtime.broadcast_changes(
    topic_name text, event_name text, operation text, table_name text, table_schema text,
    new record, old record, level text default 'ROW'
  ) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    if level = 'STATEMENT' then
      raise exception 'function can only be triggered for each row, not for each statement';
    end if;
    if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
      raise exception 'Unexpected operation type: %', operation;
    end if;
    perform realtime.send(
      jsonb_build_object(
        'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
      event_name, topic_name);
  exception when others then
    raise exception 'Failed to process the row: %', sqlerrm;
  end
  $$;

-- 04_storage.sql
create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create function storage.foldername(name text) returns text[] language sql immutable parallel safe
  as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;

create function storage.filename(name text) returns text language sql immutable parallel safe
  as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;

create function storage.extension(name text) returns text language sql immutable parallel safe
  as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

create function storage.operation() returns text language sql stable
  as $$ select nullif(current_setting('storage.operation', true), '') $$;

create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable
  as $$
    select exists (
      select 1 from unnest(expected_operations) expected
      where expected <> '' and regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', ''))
  $$;

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable
  as $$ select storage.allow_any_operation(array[expected_operation]) $$;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  -- Older policies read `owner`; `owner_id` also holds subjects that are no UUID.
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  -- Bytes; null: the server's limit only.
  file_size_limit bigint check (file_size_limit >= 0),
  -- `image/png` or `image/*`; null: any.
  allowed_mime_types text[],
  type text not null default 'STANDARD' check (type = 'STANDARD'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  -- Byte order makes the unique index serve listings by prefix.
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  version text not null unique,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint bucketid_objname unique (bucket_id, name)
);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

create function storage.touch() returns trigger
  language plpgsql set search_path = ''
  as $$ begin new.updated_at := now(); return new; end $$;
create trigger update_buckets_updated_at before update on storage.buckets
  for each row execute function storage.touch();
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.touch();

create table storage.unowned_files (
  version text primary key,
  reason text not null check (reason in ('uploading', 'discarded')),
  since timestamptz not null default now()
);
create index unowned_files_reason_since_idx on storage.unowned_files (reason, since);

create function storage.track_file() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op <> 'INSERT' then
      insert into storage.unowned_files (version, reason) values (old.version, 'discarded');
    end if;
    if tg_op <> 'DELETE' then
      delete from storage.unowned_files where version = new.version;
      -- The clean-up may have removed the file of a slow upload: no row may name a missing file.
      if not found then
        raise exception using errcode = '55000', message = 'the file of this object is not known';
      end if;
    end if;
    return null;
  end
  $$;
revoke all on function storage.track_file() from public;
create trigger track_file after insert or delete on storage.objects
  for each row execute function storage.track_file();
create trigger track_file_version after update on storage.objects
  for each row when (old.version is distinct from new.version) execute function storage.track_file();

create table storage.usage (
  bucket_id text not null,
  -- '' for objects without a user, which an API key creates.
  owner_id text not null,
  files bigint not null default 0,
  bytes bigint not null default 0,
  primary key (owner_id, bucket_id)
);
alter table storage.usage enable row level security;
revoke all on storage.usage from public, anon, authenticated, service_role;

create function storage.add_usage(changes jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into storage.usage as known (bucket_id, owner_id, files, bytes)
      select c.bucket_id, c.owner_id, sum(c.files), sum(c.bytes)
      from jsonb_to_recordset(changes) c (bucket_id text, owner_id text, files bigint, bytes bigint)
      group by c.bucket_id, c.owner_id
      having sum(c.files) <> 0 or sum(c.bytes) <> 0
      order by c.bucket_id, c.owner_id
      on conflict (owner_id, bucket_id) do update
        set files = known.files + excluded.files, bytes = known.bytes + excluded.bytes;
    delete from storage.usage u
      using jsonb_to_recordset(changes) c (bucket_id text, owner_id text)
      where u.owner_id = c.owner_id and u.bucket_id = c.bucket_id and u.files <= 0;
  $$;
revoke all on function storage.add_usage(jsonb) from public;

create function storage.size_of(metadata jsonb) returns bigint
  language sql immutable set search_path = ''
  as $$ select coalesce((metadata ->> 'size')::numeric, 0)::bigint $$;
revoke all on function storage.size_of(jsonb) from public;

create function storage.count_usage() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    changes jsonb := '[]';
    part jsonb;
  begin
    if tg_op in ('INSERT', 'UPDATE') then
      select coalesce(jsonb_agg(r), '[]') into part from (
        select bucket_id, coalesce(owner_id, '') as owner_id, count(*) as files, sum(storage.size_of(metadata)) as bytes
        from added group by 1, 2
      ) r;
      changes := changes || part;
    end if;
    if tg_op in ('DELETE', 'UPDATE') then
      select coalesce(jsonb_agg(r), '[]') into part from (
        select bucket_id, coalesce(owner_id, '') as owner_id, -count(*) as files, -sum(storage.size_of(metadata)) as bytes
        from removed group by 1, 2
      ) r;
      changes := changes || part;
    end if;
    if changes <> '[]' then
      perform storage.add_usage(changes);
    end if;
    return null;
  end
  $$;
revoke all on function storage.count_usage() from public;
create trigger count_usage_added after insert on storage.objects
  referencing new table as added for each statement execute function storage.count_usage();
create trigger count_usage_changed after update on storage.objects
  referencing new table as added old table as removed for each statement execute function storage.count_usage();
create trigger count_usage_removed after delete on storage.objects
  referencing old table as removed for each statement execute function storage.count_usage();

create function storage.usage_of(owner text) returns table (files bigint, bytes bigint, total_bytes bigint)
  language sql stable security definer set search_path = ''
  as $$
    select
      coalesce(sum(u.files) filter (where u.owner_id = usage_of.owner), 0)::bigint,
      coalesce(sum(u.bytes) filter (where u.owner_id = usage_of.owner), 0)::bigint,
      coalesce(sum(u.bytes), 0)::bigint
    from storage.usage u
  $$;
revoke all on function storage.usage_of(text) from public;
grant execute on function storage.usage_of(text) to anon, authenticated, service_role;

create function storage.search(
    prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
    search text default '', sortcolumn text default 'name', sortorder text default 'asc'
  ) returns table (
    name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb)
  language plpgsql stable set search_path = ''
  as $$
  declare
    sort_key text := case
      when lower($7) in ('updated_at', 'created_at', 'last_accessed_at') then format('rank, %I', lower($7)) else 'lower(name)' end;
    direction text := case when lower($8) = 'desc' then 'desc' else 'asc' end;
  begin
    return query execute format($query$
      with below as (
        select *, strpos(substr(o.name, length($2) + 1), '/') as slash from storage.objects o
        where o.bucket_id = $3 and lower(o.name) ^@ lower($2 collate "C")
      )
      select substr(name, length($1) + 1), id, updated_at, created_at, last_accessed_at, metadata from (
        select distinct left(name, length($2) + slash - 1) as name, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, 0 as rank
        from below where slash > 0
        union all
        select name, id, updated_at, created_at, last_accessed_at, metadata, 1 from below where slash = 0
      ) entries
      order by %1$s %2$s, name collate "C" %2$s limit $4 offset $5
    $query$, sort_key, direction)
    using coalesce($1, ''), concat($1, $6), $2, least(coalesce($3, 100), 1500), coalesce($5, 0);
  end
  $$;

create function storage.search_v2(
    prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
    sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
  ) returns table (
    key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
    metadata jsonb)
  language plpgsql stable set search_path = ''
  as $$
  declare
    direction text := case when lower($6) = 'desc' then 'desc' else 'asc' end;
    sort_time text := case
      when lower($7) in ('updated_at', 'created_at') then format('date_trunc(''milliseconds'', %I)', lower($7))
      else $time$timestamptz 'epoch'$time$ end;
  begin
    return query execute format($query$
      with below as (
        select *, strpos(substr(o.name, length($1) + 1), '/') as slash from storage.objects o
        where o.bucket_id = $2 and o.name ^@ $1
      )
      select split_part(name, '/', $4), name, id, updated_at, created_at, last_accessed_at, metadata from (
        select left(name, length($1) + slash - 1) as name, null::uuid as id, min(created_at) as updated_at,
          min(created_at) as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from below where slash > 0 group by 1
        union all
        select name, id, updated_at, created_at, last_accessed_at, metadata from below where slash = 0
      ) entries
      where $5 = '' or (%1$s, name collate "C") %2$s (coalesce(nullif($6, '')::timestamptz, 'epoch'), $5 collate "C")
      order by %1$s %3$s, name collate "C" %3$s limit $3
    $query$, sort_time, case direction when 'asc' then '>' else '<' end, direction)
    using coalesce($1, ''), $2, least(coalesce($3, 100), 1500), greatest(coalesce($4, 1), 1), coalesce($5, ''), coalesce($8, '');
  end
  $$;

-- 05_resumable_uploads.sql
create table storage.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text collate "C" not null,
  -- Only the one who began an upload continues it.
  role text not null,
  owner_id text,
  upsert boolean not null,
  -- Bytes of the whole file.
  length bigint not null check (length >= 0),
  -- The header Upload-Metadata as it came.
  metadata text not null,
  -- When the file became an object.
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);
create index resumable_uploads_owner_id_idx on storage.resumable_uploads (owner_id);
create index resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);

create table storage.resumable_parts (
  upload_id uuid not null references storage.resumable_uploads (id) on delete cascade,
  -- Where the part begins in the file, in bytes.
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  version text not null unique,
  primary key (upload_id, start)
);

alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_parts enable row level security;
revoke all on storage.resumable_uploads, storage.resumable_parts from public, anon, authenticated, service_role;

create trigger track_file after insert or delete on storage.resumable_parts
  for each row execute function storage.track_file();

-- 06_keys.sql
create table dragoman.signing_keys (
  kid text primary key,
  jwk jsonb not null,
  current boolean not null,
  created_at timestamptz not null default now()
);
create unique index signing_keys_one_current on dragoman.signing_keys (current) where current;

create table dragoman.api_keys (
  role text primary key check (role in ('anon', 'service_role')),
  key text not null unique,
  created_at timestamptz not null default now()
);

create table dragoman.master_key_check (
  only_row boolean primary key default true check (only_row),
  check_value bytea not null,
  created_at timestamptz not null default now()
);

-- 07_security_log.sql
create table dragoman.security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  outcome text not null check (outcome in ('success', 'failure')),
  -- Nothing of a deleted account remains, here included.
  user_id uuid references auth.users (id) on delete set null,
  -- The name of the administrator who acted.
  actor text check (char_length(actor) <= 80),
  -- An IPv4 address, or the /64 network of an IPv6 one.
  network text check (char_length(network) <= 64),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 2000),
  -- The number of equal events that the entry represents: a flood is counted, not listed.
  repeated integer not null default 1 check (repeated > 0)
);
create index security_events_kind_idx on dragoman.security_events (kind, id desc);
create index security_events_user_idx on dragoman.security_events (user_id) where user_id is not null;
create index security_events_at_idx on dragoman.security_events (at);
create index security_events_outcome_idx on dragoman.security_events (outcome, id desc);

create view auth.audit_log_entries as
  select '00000000-0000-0000-0000-000000000000'::uuid as instance_id,
    lpad(to_hex(e.id), 32, '0')::uuid as id,
    json_build_object(
      'actor_id', e.user_id,
      'action', case e.kind
        when 'sign_in' then 'login'
        when 'session_ended' then 'logout'
        when 'account_deleted' then 'user_deleted'
        when 'password_changed' then 'user_updated_password'
        when 'factor_removed' then 'factor_unenrolled'
        when 'recovery_code_used' then 'verify_recovery_code'
        else e.kind end,
      'outcome', e.outcome,
      'repeated', e.repeated,
      'traits', e.details) as payload,
    e.at as created_at,
    coalesce(e.network, '') as ip_address
  from dragoman.security_events e
  where e.kind not in ('admin_sign_in', 'admin_sign_in_failed', 'admin_action');

-- 08_answer_limits.sql
create schema dragoman_rest;
revoke all on schema dragoman_rest from public;
grant usage on schema dragoman_rest to public;

create function dragoman_rest.refuse_answer(max_bytes bigint) returns boolean
language plpgsql volatile parallel safe as $$
begin
  raise exception using
    errcode = 'PT413',
    message = pg_catalog.format('The answer is larger than %s bytes', max_bytes),
    hint = 'Ask for fewer columns, or for fewer rows with limit or a filter.';
end $$;

create function dragoman_rest.spend_rows(amount bigint, budget bigint) returns boolean
language plpgsql volatile as $$
declare
  spent bigint := amount + coalesce(
    nullif(pg_catalog.current_setting('dragoman.embedded_rows', true), ''), '0')::bigint;
begin
  if spent > budget then
    raise exception using
      errcode = 'PT413',
      message = pg_catalog.format('The embedded resources of the request have more than %s rows', budget),
      hint = 'Ask for fewer rows with limit or a filter, or for the embedded resources in requests of their own.';
  end if;
  perform pg_catalog.set_config('dragoman.embedded_rows', spent::text, true);
  return true;
end $$;
