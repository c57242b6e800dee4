-- Guests (docs/adr/0025): users without an address. They have a visitor's rights and no more, and keep their profile, chats and cards
-- when they add an address. The claim is the auth service's: nobody can write it.

create or replace function private.am_guest() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(((select auth.jwt()) ->> 'is_anonymous')::boolean, false) $$;
revoke all on function private.am_guest() from public;
grant execute on function private.am_guest() to authenticated, service_role;

-- Restrictive: beside the policies that say whose row it is. Who has no address shows no codes to strangers.
drop policy if exists "Guests are visitors" on public.profiles;
create policy "Guests are visitors" on public.profiles
  as restrictive for insert to authenticated
  with check (role = 'visitor' or not (select private.am_guest()));

drop policy if exists "Guests stay visitors" on public.profiles;
create policy "Guests stay visitors" on public.profiles
  as restrictive for update to authenticated
  with check (role = 'visitor' or not (select private.am_guest()));

-- The address that makes a guest a full user becomes their profile's, as a new profile starts with its user's (spec section 3), by whichever
-- way it was confirmed: a code, a link opened on another device. One that they have written there themselves stays.
create or replace function private.keep_guest() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.profiles p set email = new.email, updated_at = now()
      where p.user_id = new.id and coalesce(p.email, '') = '';
    return null;
  end
  $$;
revoke all on function private.keep_guest() from public;

drop trigger if exists keep_guest on auth.users;
create trigger keep_guest after update on auth.users
  for each row
  when (old.is_anonymous and not new.is_anonymous and coalesce(new.email, '') <> '')
  execute function private.keep_guest();
