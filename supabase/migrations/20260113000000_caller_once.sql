-- Who the caller is, found out once a statement. Written as a plain call, auth.uid() is inlined into the filter, and where the planner
-- reads `profiles` row by row (a small event, all rows in a page or two) the caller's claims are parsed again for each row.

create or replace function private.my_profile_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select id from public.profiles where user_id = (select auth.uid()) $$;

create or replace function private.my_role() returns text
  language sql stable security definer set search_path = ''
  as $$ select role from public.profiles where user_id = (select auth.uid()) $$;

create or replace function private.has_joined_me(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions where vendor_id = (select private.my_profile_id()) and visitor_id = profile_id
    )
  $$;
