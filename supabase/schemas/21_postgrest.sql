-- Second factors where PostgREST serves the data API, as on Supabase. PostgREST connects as the
-- role `authenticator`; this setting makes it call private.require_second_factor() before each
-- request. If no login uses that role, as on a database of this server, nothing is set. A function
-- that the operator has already set there stays, with a warning.
do $$
declare
  present text;
  statement text;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticator' and rolcanlogin) then
    return;
  end if;
  select substr(setting, length('pgrst.db_pre_request=') + 1) into present
    from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setrole = 'authenticator'::regrole and setting like 'pgrst.db_pre_request=%'
      and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = current_database()))
    order by s.setdatabase desc limit 1;
  if present = 'private.require_second_factor' then
    return;
  end if;
  if present <> '' then
    raise warning 'pgrst.db_pre_request is % already: call private.require_second_factor() in it, or second factors protect no function',
      present;
    return;
  end if;
  statement := format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'private.require_second_factor');
  begin
    execute statement;
  exception when insufficient_privilege then
    raise exception using errcode = '42501',
      message = format(e'PostgREST would not ask for second factors, and this account may not set it up (%s). '
        'Let a superuser run this once, then start again:\n\n  %s;', sqlerrm, statement);
  end;
  perform pg_notify('pgrst', 'reload config');
end
$$;
