-- A migration as a developer writes it for a Supabase project, in the forms of its documentation.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- A table of profiles that follows the accounts.
create table public.exhibitors (
  id uuid not null references auth.users on delete cascade primary key,
  full_name text,
  confirmed_at timestamptz,
  wanted_email text
);
alter table public.exhibitors enable row level security;
create policy "Exhibitors are public" on public.exhibitors for select using (true);
create policy "Exhibitors change their own" on public.exhibitors for update using ((select auth.uid()) = id);

create function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.exhibitors (id, full_name, confirmed_at)
  values (new.id, new.raw_user_meta_data ->> 'full_name', new.confirmed_at);
  return new;
end;
$$;
create trigger on_auth_user_created after insert on auth.users
  for each row execute procedure public.handle_new_user();

create function public.handle_changed_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.exhibitors set wanted_email = coalesce(nullif(new.email_change, ''), new.email) where id = new.id;
  return new;
end;
$$;
create trigger on_auth_user_updated after update on auth.users
  for each row execute procedure public.handle_changed_user();

-- Rows of one user each. No grant: the default privileges give the API roles what policies allow.
create table public.notes (
  id bigserial primary key,
  token uuid not null default uuid_generate_v4(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  body text
);
alter table public.notes enable row level security;
create policy "Notes are private" on public.notes for all to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

-- A table that no API role may use.
create table public.ledger (id bigserial primary key, amount numeric);
revoke all on public.ledger from anon, authenticated, service_role;

create function public.fingerprint(given text) returns text language sql stable
as $$ select encode(digest(given, 'sha256'), 'hex') $$;

-- A hook, and a policy for the role that runs hooks.
create function public.custom_access_token_hook(event jsonb) returns jsonb language plpgsql stable
as $$ begin return event; end; $$;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.custom_access_token_hook to supabase_auth_admin;
revoke execute on function public.custom_access_token_hook from authenticated, anon, public;
grant select on public.notes to supabase_auth_admin;
create policy "Auth reads notes" on public.notes for select to supabase_auth_admin using (true);

-- Files: each user writes into the folder of their id, reads single files, and lists none.
insert into storage.buckets (id, name, public) values ('drafts', 'drafts', false);
create policy "Upload into the own folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'drafts' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "Download, and no lists" on storage.objects for select to authenticated
  using (bucket_id = 'drafts' and storage.allow_any_operation(array['object.get_authenticated', 'storage.object.upload']));

-- Broadcasts.
create policy "Everyone hears" on realtime.messages for select to authenticated using (true);
create function public.tell_notes() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.send(jsonb_build_object('body', new.body), 'note', 'notes', true);
  perform realtime.send_binary(convert_to(new.body, 'UTF8'), 'note-bytes', 'notes', true);
  return new;
end;
$$;
create trigger tell_notes after insert on public.notes for each row execute function public.tell_notes();

-- A seed.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, email_change,
  email_change_token_new, recovery_token
) values (
  '00000000-0000-0000-0000-000000000000', '5eed0000-0000-4000-8000-000000000001', 'authenticated', 'authenticated',
  'seed@fair.example', crypt('a long enough password', gen_salt('bf')), now(), now(), now(),
  '{"provider": "email", "providers": ["email"]}', '{"full_name": "Seeded"}', now(), now(), '', '', '', ''
);
insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
values (
  gen_random_uuid(), '5eed0000-0000-4000-8000-000000000001', '5eed0000-0000-4000-8000-000000000001',
  '{"sub": "5eed0000-0000-4000-8000-000000000001", "email": "seed@fair.example"}', 'email', now(), now(), now()
);
