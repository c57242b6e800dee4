-- Schema realtime: the change feed of tables, and broadcasts from the database.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The change feed ----------------------------------------------------------------------------------

-- A table of this publication is live, as on Supabase. Every server process reads the publication's
-- changes from the write-ahead log (docs/adr/0005-realtime.md). REPLICA IDENTITY FULL
-- keeps the old row in the log: who may see a deleted row is decided by it.
do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

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
