-- A verified second factor protects everything (docs/adr/0003). A user with a verified factor reads
-- and writes nothing until the session has proved the factor (claim `aal` is `aal2`). Users without
-- a factor notice nothing. This is Supabase's policy "enforce MFA for users who have opted in".
--
-- Every table has a restrictive policy "Prove the second factor first" that calls
-- second_factor_done(); apps/server/test/second-factor.test.ts finds tables without it.

-- True if the caller has proved the second factor or has none. It is PL/pgSQL, which keeps the plan
-- of its query; an SQL function would plan the query again in each statement. Dragoman's server has the
-- claim in a setting of its own, so that not every statement parses all claims.
create function private.second_factor_done() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce(nullif(current_setting('request.jwt.claim.aal', true), ''), auth.jwt() ->> 'aal', '') = 'aal2'
      or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
  end
  $$;

-- Refuses a request whose caller has not proved the second factor: 403 with the code
-- `insufficient_aal`. Security definer functions and views bypass row-level security, so the
-- request must be refused before it reaches them. Dragoman's server does that when it reads the
-- token. PostgREST calls this function before each request (21_postgrest.sql).
create function private.require_second_factor() returns void
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
grant execute on function private.second_factor_done(), private.require_second_factor()
  to anon, authenticated, service_role;
