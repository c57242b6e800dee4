-- Schema realtime: the change feed of tables, and broadcasts from the database.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The change feed ----------------------------------------------------------------------------------

-- A table of this publication is live, as on Supabase. Here, a trigger on each of its tables tells
-- every server process through NOTIFY.
do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Payload: up to three lines of JSON. The separator is a line feed, which jsonb never prints.
--   1. {schema, table, type, at, key}: `at` in microseconds; `key` holds the primary key's columns,
--      {} without one.
--      `large`: line 2 did not fit into NOTIFY's 8,000 bytes; the listener reads the row by its key.
--      `whole_old`: line 3 may be sent to subscribers as it is (REPLICA IDENTITY FULL; for DELETE
--      only without row-level security).
--      `lost`: not even the key fitted; the listener can only tell subscribers to start again.
--   2. the new row; empty for DELETE
--   3. the old row: all of it for DELETE, whose filters read it, else its key; empty for INSERT
-- The lines are passed on unparsed, so that no number loses digits.
--
-- Deletes that another change announces: a transaction names the tables whose deletes are not told,
-- as `regclass` prints them with an empty search_path, separated by commas:
-- dragoman.untold_deletes = 'public.messages,public.session_reads'. It is for the messages of a
-- deleted chat: telling a million of them blocked every other commit for seconds (NOTIFY takes a lock
-- on the whole database), and exceeded what a server process buffers.
create function realtime.notify_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    row_now jsonb;
    row_old jsonb;
    key_now jsonb := '{}';
    whole_old boolean := false;
    header jsonb;
    payload text;
  begin
    if tg_op = 'DELETE' and tg_relid::regclass::text = any (string_to_array(current_setting('dragoman.untold_deletes', true), ',')) then
      return null;
    end if;
    row_now := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    for i in 0 .. tg_nargs - 1 loop
      key_now := key_now || jsonb_build_object(tg_argv[i], row_now -> tg_argv[i]);
    end loop;
    if tg_op <> 'INSERT' then
      row_old := case when tg_op = 'DELETE' then row_now else to_jsonb(old) end;
      select c.relreplident = 'f' and (tg_op = 'UPDATE' or not c.relrowsecurity) into whole_old
        from pg_catalog.pg_class c where c.oid = tg_relid;
      if tg_op = 'UPDATE' and not whole_old then
        row_old := coalesce(
          (select jsonb_object_agg(k, row_old -> k) from jsonb_object_keys(key_now) k), '{}');
      end if;
    end if;
    header := jsonb_build_object(
      'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'key', key_now,
      'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'));
    if whole_old then
      header := header || '{"whole_old": true}';
    end if;
    payload := concat(header, e'\n', case when tg_op <> 'DELETE' then row_now end, e'\n', row_old);
    if octet_length(payload) >= 8000 then
      -- Short values of the old row stay: most filters compare keys and states.
      payload := concat(
        (header - 'whole_old') || '{"large": true}', e'\n\n',
        (select jsonb_object_agg(f.key, f.value) from jsonb_each(row_old) f
          where octet_length(f.value::text) <= 66 or key_now ? f.key));
    end if;
    if octet_length(payload) >= 8000 then
      payload := concat((header - 'whole_old') || '{"large": true}', e'\n\n', case when tg_op <> 'INSERT' then key_now end);
    end if;
    if octet_length(payload) >= 8000 then
      payload := concat((header - 'whole_old' - 'key') || '{"lost": true}', e'\n\n');
    end if;
    perform pg_notify('dragoman_changes', payload);
    return null;
  end
  $$;

-- Adds the trigger to every published table, with the columns of the primary key as arguments, and
-- removes it from tables that left the publication. Runs at each start, and when a client subscribes
-- to a table without the trigger.
create function realtime.sync_change_feed() returns void
  language plpgsql set search_path = ''
  as $$
  declare
    live record;
  begin
    for live in
      select c.oid::regclass as relation, coalesce(k.literals, '') as literals
      from pg_catalog.pg_publication_tables p
      join pg_catalog.pg_namespace n on n.nspname = p.schemaname
      join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      left join lateral (
        select string_agg(quote_literal(a.attname), ', ' order by a.attnum) as literals,
          string_agg(convert_to(a.attname::text, getdatabaseencoding()) || '\x00'::bytea, ''::bytea order by a.attnum) as arguments
        from pg_catalog.pg_index i
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary
      ) k on true
      where p.pubname = 'supabase_realtime' and not exists (
        select 1 from pg_catalog.pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'dragoman_change_feed' and t.tgargs = coalesce(k.arguments, ''))
    loop
      execute format(
        'create or replace trigger dragoman_change_feed after insert or update or delete on %s
           for each row execute function realtime.notify_change(%s)', live.relation, live.literals);
    end loop;
    for live in
      select t.tgrelid::regclass as relation from pg_catalog.pg_trigger t
      join pg_catalog.pg_class c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where t.tgname = 'dragoman_change_feed' and not t.tgisinternal and t.tgparentid = 0 and not exists (
        select 1 from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
    loop
      execute format('drop trigger dragoman_change_feed on %s', live.relation);
    end loop;
  end
  $$;
revoke all on function realtime.notify_change(), realtime.sync_change_feed() from public;

-- Channels -----------------------------------------------------------------------------------------

-- Private channels, broadcasts from the database and replay, under Supabase's names: policies,
-- triggers and functions written for it work here. Unlike there, not partitioned by day: the servers
-- remove rows after three days, and no insert fails because a partition is missing.
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

-- Without a policy, all private channels are refused.
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The channel that a policy is asked about; null outside of such a question.
create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- Tells every server process, in the form of the messages between them
-- (packages/supabase-server/src/realtime/rooms/chunks.ts): a line of JSON, then the payload, which is base64 when it
-- is `binary`. A broadcast that exceeds NOTIFY's 8,000 bytes is `large`, and the listener reads it by
-- its id.
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
-- Names that do not fit into a frame (255 bytes with the prefix) are not delivered.
create trigger dragoman_broadcast after insert on realtime.messages
  for each row
  when (
    new.extension = 'broadcast' and new.event is not null
    and octet_length(new.topic) <= 246 and octet_length(new.event) <= 255
  )
  execute function realtime.notify_broadcast();

-- Sends a broadcast when the transaction commits, with the caller's rights: a policy for insert on
-- realtime.messages must allow it. A broadcast that fails is a warning and does not end the
-- transaction.
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

-- The same for bytes.
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

-- For triggers: broadcasts a changed row to a private channel.
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
