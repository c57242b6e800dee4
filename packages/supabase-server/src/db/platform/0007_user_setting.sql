-- The user's id comes from a setting of its own; all claims are parsed only without it.
create or replace function auth.uid() returns uuid language sql stable
  as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')
    )::uuid
  $$;
