-- Scans of a booth code are harder to make up (docs/adr/0026): who is signed in counts once a day by their profile as well, whatever numbers
-- their devices give themselves. (What one network may add is the server's to say: apps/server/src/http/scan-limit.ts.) And a style
-- has colours or leaves them out: null is none. Safe to run twice.

create or replace function public.scan_booth_code(code text, device text)
  returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    opened public.booth_codes;
    me constant uuid := private.my_profile_id();
    visited bytea := private.device_of(code, device);
    -- Kept as a device is: hashed with the code, for two days.
    visitor bytea := private.device_of(code, replace(me::text, '-', ''));
    known boolean;
    today date := (now() at time zone 'UTC')::date;
  begin
    select * into opened from public.booth_codes c where c.code = scan_booth_code.code;
    if not found or visited is null or opened.vendor_id = me then
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
    -- Two devices of one person at a time wait for each other here.
    if visitor is not null then
      insert into public.booth_code_devices as kept (code_id, device, counted_on)
        values (opened.id, visitor, today)
        on conflict on constraint booth_code_devices_pkey do update
          set opened_at = excluded.opened_at, counted_on = excluded.counted_on
          where kept.counted_on < excluded.counted_on;
      known := not found;
    end if;
    -- In any case: who opened a code before it was replaced may go on joining, on this device.
    insert into public.booth_code_devices as kept (code_id, device, counted_on)
      values (opened.id, visited, today)
      on conflict on constraint booth_code_devices_pkey do update
        set opened_at = excluded.opened_at, counted_on = excluded.counted_on
        where kept.counted_on < excluded.counted_on;
    -- Another tab of the device was quicker, or another device of the visitor.
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

update public.booth_codes set style = jsonb_strip_nulls(style) where style <> jsonb_strip_nulls(style);
create or replace function private.is_code_style(style jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(style) = 'object' and style - array['dark', 'light'] = '{}'
      and (not style ? 'dark' or coalesce(style ->> 'dark' ~ '^#[0-9a-f]{6}$', false))
      and (not style ? 'light' or coalesce(style ->> 'light' ~ '^#[0-9a-f]{6}$', false))
  $$;
