-- Booth codes: a code that hangs at a booth for the whole fair and opens a session of its own for each visitor (docs/adr/0026).
-- Uses nothing that a hosted Supabase lacks; safe to run twice.

-- 24 letters and digits out of 244 random bits, worth 142: nobody finds one by trying. No hyphens or underscores, which chat
-- apps leave out of a link that ends with them.
create or replace function private.new_booth_code() returns text
  language sql volatile set search_path = ''
  as $$
    select translate(
      encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 18), 'base64'), '+/', 'Qd')
  $$;
revoke all on function private.new_booth_code() from public;
grant execute on function private.new_booth_code() to authenticated, service_role;

-- Whether a style is a pair of colours and nothing else; without one, a code is black on white.
create or replace function private.is_code_style(style jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(style) = 'object' and style - array['dark', 'light'] = '{}'
      and coalesce(style ->> 'dark', '#000000') ~ '^#[0-9a-f]{6}$'
      and coalesce(style ->> 'light', '#ffffff') ~ '^#[0-9a-f]{6}$'
  $$;
revoke all on function private.is_code_style(jsonb) from public;
grant execute on function private.is_code_style(jsonb) to authenticated, service_role;

create table if not exists public.booth_codes (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.profiles (id) on delete cascade,
  -- What the link /b/{code} has; replaced by rotate_booth_code() alone.
  code text not null unique default private.new_booth_code(),
  -- What visitors read on the poster and on the join page.
  label text not null constraint booth_codes_label_check check (char_length(label) <= 60 and label ~ '\S'),
  kind text not null default 'booth' constraint booth_codes_kind_check check (kind in ('booth', 'product', 'hall', 'staff')),
  style jsonb not null default '{}' constraint booth_codes_style_check check (private.is_code_style(style)),
  -- Name within the bucket booth-logos.
  logo_path text constraint booth_codes_logo_path_check
    check (logo_path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{32}\.(png|jpg|webp)$'),
  -- While it is set, nobody new joins.
  paused_at timestamptz,
  rotated_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists booth_codes_vendor_id_created_at_idx on public.booth_codes (vendor_id, created_at);

-- Codes that were replaced by a newer one: on old posters they are still scanned.
create table if not exists public.replaced_booth_codes (
  code text primary key,
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  replaced_at timestamptz not null default clock_timestamp()
);
create index if not exists replaced_booth_codes_code_id_idx on public.replaced_booth_codes (code_id);

-- How often a code was scanned, by the hour.
create table if not exists public.booth_code_scans (
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  hour timestamptz not null,
  scans integer not null default 0,
  primary key (code_id, hour)
);

-- Which devices have opened a code lately: a reload counts no second scan, and who opened a code before it was replaced may go on
-- joining. A device is known by a random number that it made itself, here hashed with the code: rows of two codes
-- cannot be told to be of one device. Rows go after two days.
create table if not exists public.booth_code_devices (
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  device bytea not null,
  opened_at timestamptz not null default clock_timestamp(),
  counted_on date not null,
  primary key (code_id, device)
);
create index if not exists booth_code_devices_code_id_opened_at_idx on public.booth_code_devices (code_id, opened_at);

-- Through which booth code a visitor came; null for all other sessions, and once the code is deleted.
alter table public.sessions add column if not exists booth_code_id uuid references public.booth_codes (id) on delete set null;
-- Two taps, two tabs and two phones of one visitor: one session a code.
create unique index if not exists sessions_booth_code_id_visitor_id_idx
  on public.sessions (booth_code_id, visitor_id) where booth_code_id is not null;

-- A vendor has a handful; without an end somebody could fill the database.
create or replace function private.limit_booth_codes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if (select count(*) from public.booth_codes c where c.vendor_id = new.vendor_id) >= 100 then
      raise exception using errcode = 'PT409', message = 'There are already 100 booth codes';
    end if;
    return new;
  end
  $$;
drop trigger if exists limit_booth_codes on public.booth_codes;
create trigger limit_booth_codes before insert on public.booth_codes
  for each row execute function private.limit_booth_codes();

alter table public.booth_codes enable row level security;
alter table public.replaced_booth_codes enable row level security;
alter table public.booth_code_scans enable row level security;
alter table public.booth_code_devices enable row level security;
revoke all on public.booth_codes, public.replaced_booth_codes, public.booth_code_scans, public.booth_code_devices
  from public, anon, authenticated;
grant select, delete on public.booth_codes to authenticated;
grant insert (id, vendor_id, label, kind, style, logo_path) on public.booth_codes to authenticated;
grant update (label, kind, style, logo_path, paused_at) on public.booth_codes to authenticated;
grant select on public.booth_code_scans to authenticated;
grant all on public.booth_codes, public.replaced_booth_codes, public.booth_code_scans, public.booth_code_devices to service_role;

drop policy if exists "Read one's own booth codes" on public.booth_codes;
create policy "Read one's own booth codes" on public.booth_codes
  for select to authenticated using (vendor_id = (select private.my_profile_id()));

-- A logo is of the folder that the same user fills.
drop policy if exists "Make a booth code" on public.booth_codes;
create policy "Make a booth code" on public.booth_codes
  for insert to authenticated
  with check (
    vendor_id = (select private.my_profile_id())
    and (select private.my_role()) = 'vendor'
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text)
  );

drop policy if exists "Change one's own booth codes" on public.booth_codes;
create policy "Change one's own booth codes" on public.booth_codes
  for update to authenticated
  using (vendor_id = (select private.my_profile_id()))
  with check (
    vendor_id = (select private.my_profile_id())
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text)
  );

drop policy if exists "Delete one's own booth codes" on public.booth_codes;
create policy "Delete one's own booth codes" on public.booth_codes
  for delete to authenticated using (vendor_id = (select private.my_profile_id()));

-- The subquery sees the caller's own codes alone.
drop policy if exists "Read the scans of one's own booth codes" on public.booth_code_scans;
create policy "Read the scans of one's own booth codes" on public.booth_code_scans
  for select to authenticated
  using (exists (select 1 from public.booth_codes c where c.id = booth_code_scans.code_id));

-- A device's name for itself as it is kept; null for what no browser of ours has made.
create or replace function private.device_of(code text, device text) returns bytea
  language sql immutable set search_path = ''
  as $$
    select case when device ~ '^[0-9a-f]{32}$' then sha256(convert_to(code || device, 'UTF8')) end
  $$;
revoke all on function private.device_of(text, text) from public;

-- Which booth code a link leads to. Who opened a code in the half hour before now may still use it after it was replaced: they
-- may be filling in their profile. state: open, paused, replaced; no row for an unknown code.
create or replace function private.find_booth_code(wanted text, device text)
  returns table (code_id uuid, state text)
  language sql stable security definer set search_path = ''
  as $$
    select c.id, case when c.paused_at is null then 'open' else 'paused' end
    from public.booth_codes c where c.code = wanted
    union all
    select c.id,
      case
        when not exists (
          select 1 from public.booth_code_devices d
          where d.code_id = c.id and d.device = private.device_of(wanted, find_booth_code.device)
            -- Only a code in use notes its openings, so that this one was before the replacement.
            and d.opened_at > now() - interval '30 minutes'
        ) then 'replaced'
        when c.paused_at is null then 'open'
        else 'paused'
      end
    from public.replaced_booth_codes r join public.booth_codes c on c.id = r.code_id where r.code = wanted
  $$;
revoke all on function private.find_booth_code(text, text) from public;

-- What anyone who has the code may know: the vendor's face and what the code is for; of a replaced one nothing but that. session_id:
-- the caller's own session through this code, also through its former codes. Error: PT404 for an unknown code.
create or replace function public.booth_invite(code text, device text default null)
  returns table (state text, label text, vendor jsonb, session_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select f.state,
        case when f.state <> 'replaced' then c.label end,
        case when f.state <> 'replaced' then
          jsonb_build_object('id', v.id, 'name', v.name, 'company', v.company, 'avatar_url', v.avatar_url)
        end,
        (
          select s.id from public.sessions s
          where s.booth_code_id = c.id and s.visitor_id = private.my_profile_id()
        )
      from private.find_booth_code(booth_invite.code, booth_invite.device) f
      join public.booth_codes c on c.id = f.code_id
      join public.profiles v on v.id = c.vendor_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
  end
  $$;
revoke all on function public.booth_invite(text, text) from public;
grant execute on function public.booth_invite(text, text) to anon, authenticated, service_role;

-- Notes that a device has opened a code in use: counted once a device and day, and not for the vendor's own. Without an answer, so
-- that it tells nothing about codes.
create or replace function public.scan_booth_code(code text, device text)
  returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    opened public.booth_codes;
    visited bytea := private.device_of(code, device);
    today date := (now() at time zone 'UTC')::date;
  begin
    select * into opened from public.booth_codes c where c.code = scan_booth_code.code;
    if not found or visited is null or opened.vendor_id = private.my_profile_id() then
      return;
    end if;
    update public.booth_code_devices d set opened_at = clock_timestamp()
      where d.code_id = opened.id and d.device = visited and d.counted_on = today;
    if found then
      return;
    end if;
    -- More than any booth sees: somebody makes devices up.
    if exists (
      select 1 from public.booth_code_scans s
      where s.code_id = opened.id and s.hour = date_trunc('hour', now()) and s.scans >= 2000
    ) then
      return;
    end if;
    insert into public.booth_code_devices as known (code_id, device, counted_on)
      values (opened.id, visited, today)
      on conflict on constraint booth_code_devices_pkey do update
        set opened_at = excluded.opened_at, counted_on = excluded.counted_on
        where known.counted_on < excluded.counted_on;
    -- Another tab of the device was quicker.
    if not found then
      return;
    end if;
    insert into public.booth_code_scans as known (code_id, hour, scans)
      values (opened.id, date_trunc('hour', now()), 1)
      on conflict on constraint booth_code_scans_pkey do update set scans = known.scans + 1;
    delete from public.booth_code_devices d
      where d.code_id = opened.id and d.opened_at < now() - interval '2 days';
  end
  $$;
revoke all on function public.scan_booth_code(text, text) from public;
grant execute on function public.scan_booth_code(text, text) to anon, authenticated, service_role;

-- Gives the caller a session of their own with the code's vendor, or the one that they have. Errors: PT403 for a caller who is no
-- visitor, PT404 for an unknown code, PT410 for one that was replaced, PT423 while it is paused.
create or replace function public.join_booth(code text, device text default null)
  returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me public.profiles;
    booth_code uuid;
    code_state text;
    joined public.sessions;
  begin
    select * into me from public.profiles p where p.user_id = auth.uid();
    if me.role is distinct from 'visitor' then
      raise exception using errcode = 'PT403',
        message = 'Only visitors can join chat sessions. Please create a visitor account.';
    end if;
    select f.code_id, f.state into booth_code, code_state
      from private.find_booth_code(join_booth.code, join_booth.device) f;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
    select * into joined from public.sessions s where s.booth_code_id = booth_code and s.visitor_id = me.id;
    if found then
      return joined;
    end if;
    if code_state = 'replaced' then
      raise exception using errcode = 'PT410', message = 'This code was replaced by a new one';
    end if;
    if code_state = 'paused' then
      raise exception using errcode = 'PT423', message = 'This code is paused';
    end if;
    -- A second tap waits here for the first, and then finds its session.
    insert into public.sessions (vendor_id, visitor_id, booth_code_id)
      select c.vendor_id, me.id, c.id from public.booth_codes c where c.id = booth_code and c.vendor_id <> me.id
      on conflict (booth_code_id, visitor_id) where booth_code_id is not null do nothing
      returning * into joined;
    if found then
      return joined;
    end if;
    select * into joined from public.sessions s where s.booth_code_id = booth_code and s.visitor_id = me.id;
    if found then
      return joined;
    end if;
    -- Somebody's own code, or one that was deleted this moment.
    raise exception using errcode = 'PT404', message = 'Code not found';
  end
  $$;
revoke all on function public.join_booth(text, text) from public, anon;
grant execute on function public.join_booth(text, text) to authenticated, service_role;

-- Gives one's own booth code another link; the former one then says that it was replaced. Error: PT404.
create or replace function public.rotate_booth_code(code_id uuid)
  returns public.booth_codes
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    rotated public.booth_codes;
  begin
    select * into rotated from public.booth_codes c
      where c.id = rotate_booth_code.code_id and c.vendor_id = private.my_profile_id() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
    insert into public.replaced_booth_codes (code, code_id) values (rotated.code, rotated.id);
    update public.booth_codes c set code = private.new_booth_code(), rotated_at = clock_timestamp()
      where c.id = rotated.id returning * into rotated;
    return rotated;
  end
  $$;
revoke all on function public.rotate_booth_code(uuid) from public, anon;
grant execute on function public.rotate_booth_code(uuid) to authenticated, service_role;

-- One's own booth codes with what came of them. Row-level security of the tables below decides what is in it.
create or replace view public.booth_code_summaries with (security_invoker = true) as
  select
    c.id, c.vendor_id, c.code, c.label, c.kind, c.style, c.logo_path, c.paused_at, c.rotated_at, c.created_at,
    (select coalesce(sum(s.scans), 0)::int from public.booth_code_scans s where s.code_id = c.id) as scans,
    (select count(*)::int from public.sessions s where s.booth_code_id = c.id) as joins
  from public.booth_codes c;
revoke all on public.booth_code_summaries from public, anon, authenticated;
grant select on public.booth_code_summaries to authenticated, service_role;

-- Logos in the middle of codes: the public bucket booth-logos, one folder a user, as with avatars. The browser shrinks before it
-- sends. No SVG: it can hold script.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('booth-logos', 'booth-logos', true, 1048576, array['image/png', 'image/jpeg', 'image/webp'])
  on conflict (id) do nothing;

drop policy if exists "List one's own booth logos" on storage.objects;
create policy "List one's own booth logos" on storage.objects
  for select to authenticated
  using (bucket_id = 'booth-logos' and array[(select auth.uid())::text] = storage.foldername(objects.name));

drop policy if exists "Add a booth logo of one's own" on storage.objects;
create policy "Add a booth logo of one's own" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'booth-logos' and array[(select auth.uid())::text] = storage.foldername(objects.name));

drop policy if exists "Remove a booth logo of one's own" on storage.objects;
create policy "Remove a booth logo of one's own" on storage.objects
  for delete to authenticated
  using (bucket_id = 'booth-logos' and array[(select auth.uid())::text] = storage.foldername(objects.name));
