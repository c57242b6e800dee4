-- What SQL written for Supabase expects of the database. The schema files explain each object.

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

alter table auth.users rename column new_email to email_change;
alter table auth.users rename column new_phone to phone_change;
alter index auth.users_new_email_idx rename to users_email_change_idx;
alter index auth.users_new_phone_idx rename to users_phone_change_idx;
alter table auth.users
  add column confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  add column instance_id uuid default '00000000-0000-0000-0000-000000000000',
  add column is_super_admin boolean,
  add column confirmation_token text default '',
  add column recovery_token text default '',
  add column email_change_token_new text default '',
  add column email_change_token_current text default '',
  add column email_change_confirm_status smallint default 0,
  add column phone_change_token text default '',
  add column reauthentication_token text default '';

alter table realtime.messages
  add column binary_payload bytea,
  add constraint messages_payload_exclusive check (payload is null or binary_payload is null);

create or replace function realtime.notify_broadcast() returns trigger
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

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
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
