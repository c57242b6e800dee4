-- What was taken out of an account: each export of leads, cards, figures or of the whole account, for its owner to read. It is written
-- once and never altered. Safe to run twice.

create table if not exists public.data_exports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null constraint data_exports_kind_check check (kind in ('leads', 'cards', 'analytics', 'account')),
  format text not null constraint data_exports_format_check check (format in ('csv', 'xlsx', 'vcard', 'zip')),
  -- People, cards or lines of figures; null where nothing was counted.
  items int constraint data_exports_items_check check (items between 0 and 100000000),
  -- What the browser called itself.
  user_agent text constraint data_exports_user_agent_length check (char_length(user_agent) <= 400),
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists data_exports_owner_id_created_at_idx
  on public.data_exports (owner_id, created_at desc, id);

-- Exports of leads have a record of their own, which says what is new since then. Each stands in this one as well, under the same id;
-- those from before keep their moment, as nothing stamps them yet.
insert into public.data_exports (id, owner_id, kind, format, items, created_at)
  select id, owner_id, 'leads', format, people, created_at from public.lead_exports
  where not exists (select from public.data_exports d where d.id = lead_exports.id);

-- The moment and the browser are the server's to say. (Headers are there in requests of clients alone.)
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
    new.user_agent := left(coalesce(headers ->> 'user-agent', new.user_agent), 400);
    return new;
  end
  $$;
drop trigger if exists stamp_data_export on public.data_exports;
create trigger stamp_data_export before insert or update on public.data_exports
  for each row execute function private.stamp_data_export();

create or replace function private.record_lead_export() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.data_exports (id, owner_id, kind, format, items)
      values (new.id, new.owner_id, 'leads', new.format, new.people);
    return null;
  end
  $$;
revoke all on function private.stamp_data_export(), private.record_lead_export() from public;
drop trigger if exists record_lead_export on public.lead_exports;
create trigger record_lead_export after insert on public.lead_exports
  for each row execute function private.record_lead_export();

alter table public.data_exports enable row level security;
revoke all on public.data_exports from public, anon, authenticated, service_role;
grant select on public.data_exports to authenticated, service_role;
grant insert (id, owner_id, kind, format, items) on public.data_exports to authenticated;

drop policy if exists "Read the record of what was exported" on public.data_exports;
create policy "Read the record of what was exported" on public.data_exports
  for select to authenticated using (owner_id = (select private.my_profile_id()));

-- Those of leads come by their own record, those of an account from the server that makes them.
drop policy if exists "Record an export of cards or figures" on public.data_exports;
create policy "Record an export of cards or figures" on public.data_exports
  for insert to authenticated
  with check (owner_id = (select private.my_profile_id()) and kind in ('cards', 'analytics'));
