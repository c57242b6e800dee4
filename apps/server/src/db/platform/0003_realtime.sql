-- The change feed (design section 5): adding a table to the publication supabase_realtime makes it live, here as on
-- Supabase. Here a trigger on each published table tells every server process through NOTIFY.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Payload: {schema, table, type, commit_timestamp, key, record?, old_key?}. `key` holds the primary key's columns. A payload
-- over NOTIFY's 8,000 bytes goes without the record: the listener reads the row again by its key.
create function realtime.notify_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    row_now jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    key_names text[] := string_to_array(tg_argv[0], ',');
    change jsonb;
    whole text;
  begin
    change := jsonb_build_object(
      'schema', tg_table_schema,
      'table', tg_table_name,
      'type', tg_op,
      'commit_timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'key', (select coalesce(jsonb_object_agg(k, row_now -> k), '{}') from unnest(key_names) k)
    );
    if tg_op = 'UPDATE' then
      change := change || jsonb_build_object(
        'old_key', (select coalesce(jsonb_object_agg(k, to_jsonb(old) -> k), '{}') from unnest(key_names) k));
    end if;
    if tg_op = 'DELETE' then
      -- Filters of DELETE subscriptions look at the old row; the row itself is never sent to subscribers.
      whole := (change || jsonb_build_object('old', row_now))::text;
    else
      whole := (change || jsonb_build_object('record', row_now))::text;
    end if;
    perform pg_notify('dragoman_changes', case when octet_length(whole) < 7900 then whole else change::text end);
    return null;
  end
  $$;

-- Gives every published table its trigger and takes it from tables that left the publication. Run at each start.
create function realtime.sync_change_feed() returns void
  language plpgsql set search_path = ''
  as $$
  declare
    live record;
  begin
    for live in
      select c.oid::regclass as relation,
        coalesce((
          select string_agg(a.attname, ',' order by a.attnum)
          from pg_catalog.pg_index i
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = c.oid and i.indisprimary
        ), '') as key_names
      from pg_catalog.pg_publication_tables p
      join pg_catalog.pg_namespace n on n.nspname = p.schemaname
      join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      where p.pubname = 'supabase_realtime' and not exists (
        select 1 from pg_catalog.pg_trigger t where t.tgrelid = c.oid and t.tgname = 'dragoman_change_feed')
    loop
      execute format(
        'create trigger dragoman_change_feed after insert or update or delete on %s
           for each row execute function realtime.notify_change(%L)', live.relation, live.key_names);
    end loop;
    for live in
      select t.tgrelid::regclass as relation from pg_catalog.pg_trigger t
      join pg_catalog.pg_class c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where t.tgname = 'dragoman_change_feed' and not exists (
        select 1 from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
    loop
      execute format('drop trigger dragoman_change_feed on %s', live.relation);
    end loop;
  end
  $$;
revoke all on function realtime.notify_change(), realtime.sync_change_feed() from public;
