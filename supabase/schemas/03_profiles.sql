-- Profiles: one for each user, with a role and the fields of a business card.
-- Reading another person's profile depends on what they share: 07_sharing.sql has that policy.

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  role text not null constraint profiles_role_check check (role in ('vendor', 'visitor')),
  email text constraint profiles_email_length check (char_length(email) <= 320),
  name text not null constraint profiles_name_length check (char_length(name) between 1 and 200),
  language text not null default 'en' constraint profiles_language_check check (language in ('en', 'zh', 'ar')),
  designation text constraint profiles_designation_length check (char_length(designation) <= 200),
  linkedin text constraint profiles_linkedin_length check (char_length(linkedin) <= 500),
  whatsapp text constraint profiles_whatsapp_length check (char_length(whatsapp) <= 100),
  wechat text constraint profiles_wechat_length check (char_length(wechat) <= 100),
  company text constraint profiles_company_length check (char_length(company) <= 200),
  phone text constraint profiles_phone_length check (char_length(phone) <= 100),
  website text constraint profiles_website_length check (char_length(website) <= 500),
  avatar_url text constraint profiles_avatar_url_length check (char_length(avatar_url) <= 2000),
  updated_at timestamptz not null default now()
);
-- For the list of vendors and their number.
create index profiles_role_idx on public.profiles (role);

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
grant insert (
  id, user_id, role, email, name, language, designation, linkedin, whatsapp, wechat, company, phone, website, avatar_url,
  updated_at
) on public.profiles to authenticated;
grant update (
  role, email, name, language, designation, linkedin, whatsapp, wechat, company, phone, website, avatar_url, updated_at
) on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- The caller's profile. Security definer: policies call these functions, and row-level security on
-- profiles would make them recurse.
create function private.my_profile_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select id from public.profiles where user_id = (select auth.uid()) $$;

create function private.my_role() returns text
  language sql stable security definer set search_path = ''
  as $$ select role from public.profiles where user_id = (select auth.uid()) $$;

create function private.is_vendor(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.profiles where id = profile_id and role = 'vendor') $$;
revoke all on function private.my_profile_id(), private.my_role(), private.is_vendor(uuid) from public;
grant execute on function private.my_profile_id(), private.my_role(), private.is_vendor(uuid)
  to authenticated, service_role;

create policy "Prove the second factor first" on public.profiles
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Create one's own profile" on public.profiles
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Change one's own profile" on public.profiles
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- Guests have the rights of visitors. Restrictive: these apply in addition to the policies above.
create policy "Guests are visitors" on public.profiles
  as restrictive for insert to authenticated
  with check (role = 'visitor' or not (select private.am_guest()));

create policy "Guests stay visitors" on public.profiles
  as restrictive for update to authenticated
  with check (role = 'visitor' or not (select private.am_guest()));

-- When a guest adds an e-mail address and becomes a full user, the profile gets the address, unless
-- the user has already written one there.
create function private.keep_guest() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.profiles p set email = new.email, updated_at = now()
      where p.user_id = new.id and coalesce(p.email, '') = '';
    return null;
  end
  $$;
revoke all on function private.keep_guest() from public;
create trigger keep_guest after update on auth.users
  for each row
  when (old.is_anonymous and not new.is_anonymous and coalesce(new.email, '') <> '')
  execute function private.keep_guest();

alter publication supabase_realtime add table public.profiles;
alter table public.profiles replica identity full;
