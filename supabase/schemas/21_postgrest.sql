-- Second factors where PostgREST serves the data API, as on a Supabase. It connects as the role
-- `authenticator`; this has it call private.require_second_factor() before each request. A function
-- that the operator has already set there stays, with a warning.
do $$
declare
  present text;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    return;
  end if;
  select substr(setting, length('pgrst.db_pre_request=') + 1) into present
    from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setrole = 'authenticator'::regrole and setting like 'pgrst.db_pre_request=%'
      and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = current_database()))
    order by s.setdatabase desc limit 1;
  if present is not null and present not in ('', 'private.require_second_factor') then
    raise warning 'pgrst.db_pre_request is % already: call private.require_second_factor() in it, or second factors protect no function',
      present;
    return;
  end if;
  execute format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'private.require_second_factor');
  perform pg_notify('pgrst', 'reload config');
end
$$;
