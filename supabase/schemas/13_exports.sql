-- The record of exports (docs/adr/0032): the data that its owner exported, and when. Rows are
-- written once and never changed. A device without a network hands out the file at once and sends
-- the record later: created_at is the server's time, exported_at is the device's time.

-- The time that a device reports, if it is plausible: at most 30 days ago (an unused session has
-- ended by then) and at most 5 minutes ahead. Null otherwise; the export is recorded all the same.
create function private.believed_moment(told timestamptz, arrived timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$
    select case when told between arrived - interval '30 days' and arrived + interval '5 minutes' then least(told, arrived) end
  $$;
revoke all on function private.believed_moment(timestamptz, timestamptz) from public;
grant execute on function private.believed_moment(timestamptz, timestamptz) to authenticated, service_role;

-- Exports of leads. Each also has a row in data_exports, with the same id.
create table public.lead_exports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  format text not null constraint lead_exports_format_check check (format in ('csv', 'xlsx', 'vcard')),
  -- all: every lead. new: those that changed since the last export. found: the result of a search.
  scope text not null constraint lead_exports_scope_check check (scope in ('all', 'new', 'found')),
  people int not null constraint lead_exports_people_check check (people between 1 and 1000000),
  -- changed_at of the newest lead in it: what changes later is new for the next export.
  read_until timestamptz not null,
  -- Null after that person's account was deleted; forget_exporter() removes the name with it.
  exported_by uuid references auth.users (id) on delete set null,
  exported_by_name text,
  created_at timestamptz not null default clock_timestamp(),
  exported_at timestamptz
);
create index lead_exports_owner_id_created_at_idx
  on public.lead_exports (owner_id, created_at desc, id);
create index lead_exports_exported_by_idx
  on public.lead_exports (exported_by) where exported_by is not null;

create function private.stamp_lead_export() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    new.exported_at := private.believed_moment(new.exported_at, new.created_at);
    new.read_until := least(new.read_until, new.created_at);
    new.exported_by := coalesce((select auth.uid()), new.exported_by);
    new.exported_by_name := coalesce(
      (select name from public.profiles where user_id = (select auth.uid())),
      (select name from public.profiles where id = new.owner_id)
    );
    return new;
  end
  $$;
create trigger stamp_lead_export before insert on public.lead_exports
  for each row execute function private.stamp_lead_export();

-- The rows of a deleted account go in an order that PostgreSQL chooses: the name goes with the id.
create function private.forget_exporter() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.exported_by_name := null;
    return new;
  end
  $$;
create trigger forget_exporter before update on public.lead_exports
  for each row when (new.exported_by is null) execute function private.forget_exporter();

-- Exports of every kind, for the owner to read.
create table public.data_exports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null constraint data_exports_kind_check check (kind in ('leads', 'cards', 'analytics', 'account')),
  format text not null constraint data_exports_format_check check (format in ('csv', 'xlsx', 'vcard', 'zip')),
  -- People, cards or lines of figures; null where nothing was counted.
  items int constraint data_exports_items_check check (items between 0 and 100000000),
  user_agent text constraint data_exports_user_agent_length check (char_length(user_agent) <= 400),
  created_at timestamptz not null default clock_timestamp(),
  exported_at timestamptz
);
create index data_exports_owner_id_created_at_idx
  on public.data_exports (owner_id, created_at desc, id);

-- Sets the time and the browser from the request. Headers exist in requests of clients only.
create function private.stamp_data_export() returns trigger
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
create trigger stamp_data_export before insert or update on public.data_exports
  for each row execute function private.stamp_data_export();

create function private.record_lead_export() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.data_exports (id, owner_id, kind, format, items, exported_at)
      values (new.id, new.owner_id, 'leads', new.format, new.people, new.exported_at);
    return null;
  end
  $$;
revoke all on function private.forget_exporter(), private.stamp_data_export(), private.record_lead_export() from public;
create trigger record_lead_export after insert on public.lead_exports
  for each row execute function private.record_lead_export();

alter table public.lead_exports enable row level security;
alter table public.data_exports enable row level security;
revoke all on public.lead_exports, public.data_exports from public, anon, authenticated, service_role;
-- The client chooses the id: when an answer is lost, it repeats the request and makes no second
-- record.
grant select, insert (id, owner_id, format, scope, people, read_until, exported_at)
  on public.lead_exports to authenticated;
grant select, insert (id, owner_id, kind, format, items, exported_at) on public.data_exports to authenticated;
grant select on public.lead_exports, public.data_exports to service_role;

create policy "Prove the second factor first" on public.lead_exports
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.data_exports
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the record of one's exports" on public.lead_exports
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Record an export" on public.lead_exports
  for insert to authenticated with check (owner_id = (select private.my_booth()));

create policy "Read the record of what was exported" on public.data_exports
  for select to authenticated
  using (
    owner_id = (select private.my_profile_id())
    or (kind = 'leads' and owner_id = (select private.my_booth()))
  );

-- Exports of leads come from lead_exports; the server records exports of a whole account.
create policy "Record an export of cards or figures" on public.data_exports
  for insert to authenticated
  with check (owner_id = (select private.my_profile_id()) and kind in ('cards', 'analytics'));
