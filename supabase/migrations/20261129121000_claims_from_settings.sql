-- Policies read claims and headers without parsing all of them (docs/adr/0092-what-a-message-costs.md).
create or replace function private.second_factor_done() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce(nullif(current_setting('request.jwt.claim.aal', true), ''), auth.jwt() ->> 'aal', '') = 'aal2'
      or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
  end
  $$;

create or replace function private.acts_alone() returns boolean
  language sql stable set search_path = ''
  as $$
    select case
      -- Nearly all requests: their headers need not be parsed.
      when current_setting('request.headers', true) like '%x-dragoman-own-records%'
        then coalesce(current_setting('request.headers', true)::jsonb ->> 'x-dragoman-own-records' = '1', false)
      else false
    end
  $$;
