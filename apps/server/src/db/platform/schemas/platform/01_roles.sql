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
