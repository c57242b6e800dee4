-- Private channels, broadcasts from the database and replay (wire facts C3, C5), under Supabase's names: policies, triggers and
-- functions written for it work here. Not partitioned by day as there: the servers remove rows after three days, and no insert can
-- fail because a partition was not made in time.
create table realtime.messages (
  topic text not null,
  -- `broadcast` or `presence`; policies tell them apart.
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  -- UTC. The moment of the statement, not of the transaction's start: what one transaction sends keeps its order.
  updated_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  inserted_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private;
create index messages_inserted_at_idx on realtime.messages (inserted_at);

-- Without a policy nobody may read or write: private channels are refused.
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The channel that a policy is asked about; null outside of such a question.
create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- Tells every server process, in the form of the messages between them (apps/server/src/realtime/rooms/chunks.ts): a line of JSON,
-- then the payload. One that NOTIFY's 8,000 bytes cannot hold is `large` and read again by its id.
create function realtime.notify_broadcast() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    header jsonb := jsonb_build_object(
      'id', new.id, 'topic', new.topic, 'event', new.event, 'private', coalesce(new.private, false));
    message text := concat('database broadcast 0/1', e'\n', header, e'\n', coalesce(new.payload, '{}'));
  begin
    if octet_length(message) >= 8000 then
      message := concat('database broadcast 0/1', e'\n', header || '{"large": true}', e'\n');
    end if;
    perform pg_notify('dragoman_cluster', message);
    return null;
  end
  $$;
revoke all on function realtime.notify_broadcast() from public;
-- Names that no frame can carry (255 bytes, prefix included) reach nobody.
create trigger dragoman_broadcast after insert on realtime.messages
  for each row
  when (
    new.extension = 'broadcast' and new.event is not null
    and octet_length(new.topic) <= 246 and octet_length(new.event) <= 255
  )
  execute function realtime.notify_broadcast();

-- Sends a broadcast when the transaction commits. Runs with the caller's rights: to a caller that row-level security binds, a policy
-- for insert on realtime.messages must allow it. A broadcast that cannot be sent is a warning, never the end of the transaction.
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
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
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
