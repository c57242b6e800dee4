-- A verified second factor protects everything (docs/adr/0045): Supabase's policy "enforce MFA for
-- users who have opted in". A token of a user with a verified factor reads and writes nothing until
-- its session has proved the factor (claim `aal` = aal2). Users without a factor notice nothing.
-- Uses nothing that a hosted Supabase lacks; safe to run twice.

-- Whether the caller has proved the second factor, or has none. Policies call it as a subquery, so
-- that a statement asks once and not for each row. PL/pgSQL keeps the plan of the query, which an
-- SQL function makes anew in each statement.
create or replace function private.second_factor_done() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce(auth.jwt() ->> 'aal', '') = 'aal2' or not exists (
      select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
    );
  end
  $$;

-- Refuses a request whose caller has not proved the second factor: 403 with the code
-- `insufficient_aal`. SECURITY DEFINER functions and views pass row-level security by, so a request
-- is refused before it reaches them. This server refuses it where it reads the token; PostgREST
-- calls this function first in each request (below).
create or replace function private.require_second_factor() returns void
  language plpgsql stable set search_path = ''
  as $$
  begin
    if not private.second_factor_done() then
      raise sqlstate 'PGRST' using
        message = '{"code": "insufficient_aal", "message": "This account has a second factor: prove it to go on"}',
        detail = '{"status": 403, "headers": {}}';
    end if;
  end
  $$;

revoke all on function private.second_factor_done(), private.require_second_factor() from public;
grant execute on function private.second_factor_done(), private.require_second_factor() to anon, authenticated, service_role;
-- PostgREST calls the function as the caller's role.
grant usage on schema private to anon;

-- Every table. A later migration that makes a table adds the policy itself;
-- apps/server/test/second-factor.test.ts finds it missing.
do $$
declare
  guarded regclass;
begin
  for guarded in
    select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relrowsecurity
      and (
        n.nspname in ('public', 'private')
        or (n.nspname, c.relname) in (('storage', 'objects'), ('storage', 'buckets'), ('realtime', 'messages'))
      )
  loop
    execute format('drop policy if exists "Prove the second factor first" on %s', guarded);
    execute format(
      'create policy "Prove the second factor first" on %s as restrictive for all to authenticated
         using ((select private.second_factor_done()))', guarded);
  end loop;
end
$$;

-- The one view for clients that reads with its owner's rights, which no policy bounds; as before
-- but for the condition.
create or replace view public.shared_profiles with (security_barrier = true) as
  select
    p.id, p.user_id, p.role, p.email, p.name, p.language, p.designation, p.linkedin, p.whatsapp, p.wechat, p.company, p.phone,
    p.website, p.avatar_url, p.updated_at
  from private.seen_profiles p
  where (select private.second_factor_done());

-- A PostgREST, which hosted and self-hosted Supabases have, connects as `authenticator`.
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
