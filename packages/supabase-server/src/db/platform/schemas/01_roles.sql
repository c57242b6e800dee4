-- The API roles of Supabase's protocol. Each request runs as one of them (SET LOCAL ROLE), never as
-- the database owner.
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

-- PostgreSQL 14 and older let every role create tables in public.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- The API roles may use every object that the database owner creates in public from now on, as on a
-- self-hosted Supabase: row-level security on the new table then decides alone. TRUNCATE is not
-- granted, because it bypasses row-level security. An object for fewer roles begins with `revoke
-- all`.
alter default privileges in schema public
  grant select, insert, update, delete on tables to anon, authenticated, service_role;
alter default privileges in schema public grant usage, select on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;

-- For `create extension ... with schema extensions`. Requests look names up in public, then here. A
-- DBA may have made it.
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

-- Empty: SQL written for Supabase names it, and this server has no GraphQL.
create schema if not exists graphql_public;
grant usage on schema graphql_public to anon, authenticated, service_role;
