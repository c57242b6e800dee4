-- Exports that were made without a network (docs/adr/0032): the file is handed out at the fair, and its record follows when the server can be
-- reached. `created_at` stays the server's own moment; `exported_at` is when the device says that it was. Safe to run twice.

alter table public.data_exports add column if not exists exported_at timestamptz;
alter table public.lead_exports add column if not exists exported_at timestamptz;
grant insert (exported_at) on public.data_exports to authenticated;
grant insert (exported_at) on public.lead_exports to authenticated;

-- The moment that a device tells of an export, as far as it is believed: up to 30 days ago (a session that was never renewed is over by
-- then), and by no more than a clock's error in the future. Null else: the export is recorded all the same.
create or replace function private.believed_moment(told timestamptz, arrived timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$
    select case when told between arrived - interval '30 days' and arrived + interval '5 minutes' then least(told, arrived) end
  $$;
revoke all on function private.believed_moment(timestamptz, timestamptz) from public;
grant execute on function private.believed_moment(timestamptz, timestamptz) to authenticated, service_role;

create or replace function private.stamp_data_export() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  begin
    if tg_op = 'UPDATE' then
      raise exception using errcode = '42501', message = 'The record of exports cannot be changed';
    end if;
    new.created_at := clock_timestamp();
    new.exported_at := private.believed_moment(new.exported_at, new.created_at);
    new.user_agent := left(coalesce(headers ->> 'user-agent', new.user_agent), 400);
    return new;
  end
  $$;

create or replace function private.stamp_lead_export() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    new.exported_at := private.believed_moment(new.exported_at, new.created_at);
    new.read_until := least(new.read_until, new.created_at);
    new.exported_by := coalesce((select auth.uid()), new.exported_by);
    new.exported_by_name := (select name from public.profiles where id = new.owner_id);
    return new;
  end
  $$;

create or replace function private.record_lead_export() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.data_exports (id, owner_id, kind, format, items, exported_at)
      values (new.id, new.owner_id, 'leads', new.format, new.people, new.exported_at);
    return null;
  end
  $$;
