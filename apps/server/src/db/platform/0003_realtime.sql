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

-- Payload: up to three lines of JSON, which a line feed parts since jsonb prints none.
--   1. {schema, table, type, at, key}: `at` in microseconds; `key` holds the primary key's columns, {} without one.
--      `large`: line 2 did not fit into NOTIFY's 8,000 bytes; the listener reads the row again by its key.
--      `whole_old`: line 3 may go to subscribers as it is (REPLICA IDENTITY FULL; for DELETE only without row-level security).
--      `lost`: not even the key fitted; the listener can only tell subscribers to start anew.
--   2. the new row; empty for DELETE
--   3. the old row: the whole of it for DELETE, whose filters look at it, else its key; empty for INSERT
-- Lines keep their text unparsed on the way to subscribers, so that no number loses digits.
create function realtime.notify_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    row_now jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    row_old jsonb;
    key_now jsonb := '{}';
    whole_old boolean := false;
    header jsonb;
    payload text;
  begin
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
      -- Short values of the old row stay: most filters look at keys and states.
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

-- Gives every published table its trigger, with the columns of its primary key as arguments, and takes it from tables that
-- left the publication. Run at each start, and when somebody subscribes to a table that has none yet.
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
