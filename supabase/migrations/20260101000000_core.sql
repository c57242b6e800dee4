-- The product's three tables (spec section 3), their keys, checks and indexes.
-- Uses nothing that a hosted Supabase lacks; safe to run twice.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create table if not exists public.profiles (
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

create table if not exists public.sessions (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.profiles (id) on delete cascade,
  visitor_id uuid references public.profiles (id) on delete cascade,
  status text not null default 'active' constraint sessions_status_check check (status in ('active')),
  created_at timestamptz not null default now(),
  constraint sessions_two_people check (vendor_id <> visitor_id)
);

create table if not exists public.messages (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  sender_id uuid not null references public.profiles (id) on delete cascade,
  content text not null constraint messages_content_length
    check (char_length(content) <= 5000 and content ~ '\S'),
  translated_content text constraint messages_translated_content_length check (char_length(translated_content) <= 20000),
  type text not null default 'text' constraint messages_type_check check (type in ('text', 'file', 'audio')),
  source_language text not null default 'en'
    constraint messages_source_language_check check (source_language in ('en', 'zh', 'ar')),
  target_language text constraint messages_target_language_check check (target_language in ('en', 'zh', 'ar')),
  -- The moment of this statement, not of the transaction's start: messages of one sender keep their order.
  created_at timestamptz not null default clock_timestamp()
);

-- Section 7: vendors' list and count.
create index if not exists profiles_role_idx on public.profiles (role);
-- Section 7: sessions list newest first, last activity, counts, by either side.
create index if not exists sessions_vendor_id_created_at_idx on public.sessions (vendor_id, created_at desc);
create index if not exists sessions_visitor_id_created_at_idx on public.sessions (visitor_id, created_at desc);
-- Section 7: chat history ascending; the id breaks ties so that pages never overlap.
create index if not exists messages_session_id_created_at_idx on public.messages (session_id, created_at, id);
create index if not exists messages_sender_id_idx on public.messages (sender_id);
