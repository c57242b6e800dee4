-- Rows that go by the hundred thousand with a row that is told of: the messages of a deleted chat. Told one by one, a million of them held
-- up every other commit for seconds (NOTIFY takes a lock on the whole database), and were more than a server process keeps, so that every
-- client had to start anew. A transaction names the tables whose deletes say nothing, as `regclass` prints them with an empty
-- search_path and commas between: dragoman.untold_deletes = 'public.messages,public.session_reads'.

-- As in 0003_realtime.sql, where its payload is described, but for that.
create or replace function realtime.notify_change() returns trigger
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
