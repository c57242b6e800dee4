-- Joining a chat: invitations for one visitor, and booth codes, which stay at a booth for the whole
-- fair and open a session for each visitor (docs/adr/0025).

-- Shows anyone with the id the vendor's name, company and picture, and whether a visitor has
-- joined. Returns no row for an unknown id.
create function public.session_invite(session_id uuid)
  returns table (id uuid, status text, taken boolean, vendor jsonb)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.status, s.visitor_id is not null,
      jsonb_build_object(
        'id', v.id, 'name', v.name,
        'company', case when 'company' = any (private.withheld_from_me(v.id)) then null else v.company end,
        'avatar_url', v.avatar_url
      )
    from public.sessions s join public.profiles v on v.id = s.vendor_id
    where s.id = session_invite.session_id
  $$;
revoke all on function public.session_invite(uuid) from public;
grant execute on function public.session_invite(uuid) to anon, authenticated, service_role;

-- Makes the caller the visitor of an open session. Joining again returns the row.
-- Errors: PT403 when the caller is not a visitor, PT404 for an unknown id, 23505 when another
-- visitor has joined.
create function public.join_session(session_id uuid)
  returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me public.profiles;
    joined public.sessions;
  begin
    select * into me from public.profiles p where p.user_id = auth.uid();
    if me.role is distinct from 'visitor' then
      raise exception using errcode = 'PT403',
        message = 'Only visitors can join chat sessions. Please create a visitor account.';
    end if;
    -- Row locks make concurrent visitors wait here; the others then find visitor_id taken.
    update public.sessions s set visitor_id = me.id, status = 'active'
      where s.id = join_session.session_id and s.visitor_id is null
      returning * into joined;
    if found then
      return joined;
    end if;
    select * into joined from public.sessions s where s.id = join_session.session_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'Session not found';
    end if;
    if joined.visitor_id = me.id then
      return joined;
    end if;
    raise exception using errcode = '23505',
      message = 'This session is already taken by another visitor';
  end
  $$;
revoke all on function public.join_session(uuid) from public, anon;
grant execute on function public.join_session(uuid) to authenticated, service_role;

-- A random code of 24 letters and digits with about 142 bits of entropy. No hyphens or underscores:
-- some chat apps leave them out of a link that ends with them.
create function private.new_booth_code() returns text
  language sql volatile set search_path = ''
  as $$
    select translate(
      encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 18), 'base64'), '+/', 'Qd')
  $$;
revoke all on function private.new_booth_code() from public;
grant execute on function private.new_booth_code() to authenticated, service_role;

-- True if `style` holds the colours of a code and nothing else. Without colours, a code is black on
-- white.
create function private.is_code_style(style jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(style) = 'object' and style - array['dark', 'light'] = '{}'
      and (not style ? 'dark' or coalesce(style ->> 'dark' ~ '^#[0-9a-f]{6}$', false))
      and (not style ? 'light' or coalesce(style ->> 'light' ~ '^#[0-9a-f]{6}$', false))
  $$;
revoke all on function private.is_code_style(jsonb) from public;
grant execute on function private.is_code_style(jsonb) to authenticated, service_role;

create table public.booth_codes (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.profiles (id) on delete cascade,
  -- The code of the link /b/{code}; only rotate_booth_code() replaces it.
  code text not null unique default private.new_booth_code(),
  -- The text that visitors read on the poster and the join page.
  label text not null constraint booth_codes_label_check check (char_length(label) <= 60 and label ~ '\S'),
  kind text not null default 'booth' constraint booth_codes_kind_check check (kind in ('booth', 'product', 'hall', 'staff')),
  style jsonb not null default '{}' constraint booth_codes_style_check check (private.is_code_style(style)),
  -- Name within the bucket booth-logos.
  logo_path text constraint booth_codes_logo_path_check
    check (logo_path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{32}\.(png|jpg|webp)$'),
  -- While it is set, no new visitor can join.
  paused_at timestamptz,
  rotated_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index booth_codes_vendor_id_created_at_idx on public.booth_codes (vendor_id, created_at);

-- Codes that were replaced by a newer one. Visitors still scan them on old posters.
create table public.replaced_booth_codes (
  code text primary key,
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  replaced_at timestamptz not null default clock_timestamp()
);
create index replaced_booth_codes_code_id_idx on public.replaced_booth_codes (code_id);

-- Scans of a code by the hour.
create table public.booth_code_scans (
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  hour timestamptz not null,
  scans integer not null default 0,
  primary key (code_id, hour)
);

-- Devices that recently opened a code: a reload is not a second scan, and a visitor who opened a
-- code before it was replaced may still join. A device identifies itself by a random number, which
-- is stored hashed with the code: rows of two codes cannot be linked to one device. Rows are
-- deleted after two days.
create table public.booth_code_devices (
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  device bytea not null,
  opened_at timestamptz not null default clock_timestamp(),
  counted_on date not null,
  primary key (code_id, device)
);
create index booth_code_devices_code_id_opened_at_idx on public.booth_code_devices (code_id, opened_at);

alter table public.sessions add foreign key (booth_code_id) references public.booth_codes (id) on delete set null;
-- One session for each code and visitor, for any number of taps, tabs and phones.
create unique index sessions_booth_code_id_visitor_id_idx
  on public.sessions (booth_code_id, visitor_id) where booth_code_id is not null;

-- Bounds the codes of a vendor.
create function private.limit_booth_codes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if (select count(*) from public.booth_codes c where c.vendor_id = new.vendor_id) >= 100 then
      raise exception using errcode = 'PT409', message = 'There are already 100 booth codes';
    end if;
    return new;
  end
  $$;
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
grant all on public.booth_codes, public.replaced_booth_codes, public.booth_code_scans, public.booth_code_devices
  to service_role;

create policy "Prove the second factor first" on public.booth_codes
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.replaced_booth_codes
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.booth_code_scans
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.booth_code_devices
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own booth codes" on public.booth_codes
  for select to authenticated using (vendor_id = (select private.my_booth()));

-- A logo must be in the folder of the same user.
create policy "Make a booth code" on public.booth_codes
  for insert to authenticated
  with check (
    vendor_id = (select private.my_booth())
    and (select private.my_role()) = 'vendor'
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text)
  );

-- True if a code has this logo already, which a colleague may have added. The function sees the row as
-- it was before the statement.
create function private.has_logo(booth_code uuid, logo text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.booth_codes c where c.id = booth_code and c.logo_path = logo) $$;
revoke all on function private.has_logo(uuid, text) from public;
grant execute on function private.has_logo(uuid, text) to authenticated, service_role;

create policy "Change one's own booth codes" on public.booth_codes
  for update to authenticated
  using (vendor_id = (select private.my_booth()))
  with check (
    vendor_id = (select private.my_booth())
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text or private.has_logo(id, logo_path))
  );

create policy "Delete one's own booth codes" on public.booth_codes
  for delete to authenticated using (vendor_id = (select private.my_booth()));

-- The policy of booth_codes limits the subquery to the caller's own codes.
create policy "Read the scans of one's own booth codes" on public.booth_code_scans
  for select to authenticated
  using (exists (select 1 from public.booth_codes c where c.id = booth_code_scans.code_id));

-- The stored form of a device's number; null for a malformed one.
create function private.device_of(code text, device text) returns bytea
  language sql immutable set search_path = ''
  as $$
    select case when device ~ '^[0-9a-f]{32}$' then sha256(convert_to(code || device, 'UTF8')) end
  $$;
revoke all on function private.device_of(text, text) from public;

-- The booth code behind a link, and its state: open, paused or replaced. A visitor who opened a
-- code within the last half hour may still use it after it was replaced, since they may be filling
-- in their profile. No row for an unknown code.
create function private.find_booth_code(wanted text, device text)
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
            -- Openings are recorded for codes in use only, so this one was before the replacement.
            and d.opened_at > now() - interval '30 minutes'
        ) then 'replaced'
        when c.paused_at is null then 'open'
        else 'paused'
      end
    from public.replaced_booth_codes r join public.booth_codes c on c.id = r.code_id where r.code = wanted
  $$;
revoke all on function private.find_booth_code(text, text) from public;

-- Shows anyone with the code the vendor's name, company and picture, and the label; none of them
-- for a replaced code. session_id: the session that the caller already has through this code or its
-- predecessors. Error: PT404 for an unknown code.
create function public.booth_invite(code text, device text default null)
  returns table (state text, label text, vendor jsonb, session_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select f.state,
        case when f.state <> 'replaced' then c.label end,
        case when f.state <> 'replaced' then
          jsonb_build_object(
            'id', v.id, 'name', v.name,
            'company', case when 'company' = any (private.withheld_from_me(v.id)) then null else v.company end,
            'avatar_url', v.avatar_url
          )
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

-- Counts that a device has opened a code: once for each device and day, once for each signed-in
-- visitor and day, and never for who works at the booth. Returns nothing, so that it reveals nothing about
-- codes. The server also limits scans by network (apps/server/src/web/scan-limit.ts).
create function public.scan_booth_code(code text, device text)
  returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    opened public.booth_codes;
    me constant uuid := private.my_profile_id();
    visited bytea := private.device_of(code, device);
    -- Stored like a device: hashed with the code, for two days.
    visitor bytea := private.device_of(code, replace(me::text, '-', ''));
    known boolean;
    today date := (now() at time zone 'UTC')::date;
  begin
    select * into opened from public.booth_codes c where c.code = scan_booth_code.code;
    if not found or visited is null or opened.vendor_id = private.my_booth() then
      return;
    end if;
    update public.booth_code_devices d set opened_at = clock_timestamp()
      where d.code_id = opened.id and d.device = visited and d.counted_on = today;
    if found then
      return;
    end if;
    -- More than any real booth has: the devices are invented.
    if exists (
      select 1 from public.booth_code_scans s
      where s.code_id = opened.id and s.hour = date_trunc('hour', now()) and s.scans >= 2000
    ) then
      return;
    end if;
    -- Two devices of one person wait for each other here.
    if visitor is not null then
      insert into public.booth_code_devices as kept (code_id, device, counted_on)
        values (opened.id, visitor, today)
        on conflict on constraint booth_code_devices_pkey do update
          set opened_at = excluded.opened_at, counted_on = excluded.counted_on
          where kept.counted_on < excluded.counted_on;
      known := not found;
    end if;
    -- In any case, since a device that opened a code before it was replaced may still join.
    insert into public.booth_code_devices as kept (code_id, device, counted_on)
      values (opened.id, visited, today)
      on conflict on constraint booth_code_devices_pkey do update
        set opened_at = excluded.opened_at, counted_on = excluded.counted_on
        where kept.counted_on < excluded.counted_on;
    -- Another tab of the device, or another device of the visitor, was faster.
    if not found or known then
      return;
    end if;
    insert into public.booth_code_scans as counted (code_id, hour, scans)
      values (opened.id, date_trunc('hour', now()), 1)
      on conflict on constraint booth_code_scans_pkey do update set scans = counted.scans + 1;
    delete from public.booth_code_devices d
      where d.code_id = opened.id and d.opened_at < now() - interval '2 days';
  end
  $$;
revoke all on function public.scan_booth_code(text, text) from public;
grant execute on function public.scan_booth_code(text, text) to anon, authenticated, service_role;

-- Gives the caller a session with the code's vendor: a new one, or the one that they already have.
-- Errors: PT403 when the caller is not a visitor, PT404 for an unknown code, PT410 for a replaced
-- one, PT423 while it is paused.
create function public.join_booth(code text, device text default null)
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
    -- The caller's own code, or one that was deleted meanwhile.
    raise exception using errcode = 'PT404', message = 'Code not found';
  end
  $$;
revoke all on function public.join_booth(text, text) from public, anon;
grant execute on function public.join_booth(text, text) to authenticated, service_role;

-- Gives the caller's booth code a new link. The previous link then says that it was replaced.
-- Errors: PT404; PT429 after 20 new links of a code in a day, since each leaves a row behind.
create function public.rotate_booth_code(code_id uuid)
  returns public.booth_codes
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    rotated public.booth_codes;
  begin
    select * into rotated from public.booth_codes c
      where c.id = rotate_booth_code.code_id and c.vendor_id = private.my_booth() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
    if (
      select count(*) from public.replaced_booth_codes r
      where r.code_id = rotated.id and r.replaced_at > now() - interval '1 day'
    ) >= 20 then
      raise exception using errcode = 'PT429', message = 'At most 20 new links of a code a day',
        hint = 'Try again tomorrow';
    end if;
    insert into public.replaced_booth_codes (code, code_id) values (rotated.code, rotated.id);
    update public.booth_codes c set code = private.new_booth_code(), rotated_at = clock_timestamp()
      where c.id = rotated.id returning * into rotated;
    return rotated;
  end
  $$;
revoke all on function public.rotate_booth_code(uuid) from public, anon;
grant execute on function public.rotate_booth_code(uuid) to authenticated, service_role;

-- The caller's booth codes with their scans and joins. Row-level security of the tables decides
-- which rows it has.
create view public.booth_code_summaries with (security_invoker = true) as
  select
    c.id, c.vendor_id, c.code, c.label, c.kind, c.style, c.logo_path, c.paused_at, c.rotated_at, c.created_at,
    (select coalesce(sum(s.scans), 0)::int from public.booth_code_scans s where s.code_id = c.id) as scans,
    (select count(*)::int from public.sessions s where s.booth_code_id = c.id) as joins
  from public.booth_codes c;
revoke all on public.booth_code_summaries from public, anon, authenticated, service_role;
grant select on public.booth_code_summaries to authenticated, service_role;
