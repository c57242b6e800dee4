-- Webhooks (docs/adr/0088): a booth's owner has new and changed leads sent to a server of theirs. The
-- product's server sends (apps/server/src/webhooks); a hosted Supabase has the tables and sends nothing.

-- One endpoint for each booth. Only the server writes the address, because it has to look up where it
-- leads.
create table public.webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null unique references public.profiles (id) on delete cascade,
  url text not null
    constraint webhook_endpoints_url_check check (char_length(url) <= 1000 and url ~ '^https://'),
  created_at timestamptz not null default clock_timestamp(),
  -- Since when every delivery fails; null: the last one arrived, or there was none.
  failing_since timestamptz,
  -- Set after a day of failures, or by the endpoint itself (410): nothing is sent until the owner resumes.
  paused_at timestamptz,
  -- After a failure nothing is sent for a moment, so that a dead endpoint holds up no other.
  rests_until timestamptz
);

-- The secret that signs deliveries, encrypted with the master key.
create table private.webhook_secrets (
  endpoint_id uuid primary key references public.webhook_endpoints (id) on delete cascade,
  secret text not null
);

-- Mails that tell owners of paused endpoints: one for each pause, written with the pause and removed
-- when it was sent or given up. The server writes them only if the installation sends mails.
create table private.webhook_pause_mails (
  endpoint_id uuid primary key references public.webhook_endpoints (id) on delete cascade,
  -- The pause that it tells of: after a later one, or none, it is not sent.
  paused_at timestamptz not null,
  -- When to try next. The server moves it forward while it tries, so that another process takes the
  -- row only if this one has died.
  due_at timestamptz not null default clock_timestamp(),
  tries smallint not null default 0
);
create index webhook_pause_mails_due_at_idx on private.webhook_pause_mails (due_at);

-- What is to be sent and what became of it. There is no body here: it is read when it is sent, as the
-- owner may see it then.
create table public.webhook_deliveries (
  -- The header webhook-id: the same at each try.
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references public.webhook_endpoints (id) on delete cascade,
  owner_id uuid not null references public.profiles (id) on delete cascade,
  event text not null
    constraint webhook_deliveries_event_check check (event in ('lead.created', 'lead.updated', 'ping')),
  -- The person of the lead; null for a ping.
  person_id uuid references public.profiles (id) on delete cascade,
  -- skipped: the owner may no longer see the person.
  state text not null default 'waiting'
    constraint webhook_deliveries_state_check check (state in ('waiting', 'sent', 'failed', 'skipped')),
  -- Whether a further change of the lead is sent with this delivery: until it is tried.
  merges boolean not null default true,
  tries smallint not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  tried_at timestamptz,
  -- The status of the last answer.
  answer smallint,
  -- Why the last try failed, where no status says it.
  failure text constraint webhook_deliveries_failure_check check (failure in ('timeout', 'connection', 'host', 'redirect')),
  constraint webhook_deliveries_person check ((event = 'ping') = (person_id is null))
);
create unique index webhook_deliveries_merging_idx on public.webhook_deliveries (endpoint_id, person_id)
  where state = 'waiting' and merges;
create index webhook_deliveries_due_at_idx on public.webhook_deliveries (endpoint_id, due_at) where state = 'waiting';
create index webhook_deliveries_owner_id_idx on public.webhook_deliveries (owner_id, created_at desc);
create index webhook_deliveries_person_id_idx on public.webhook_deliveries (person_id);

alter table public.webhook_endpoints enable row level security;
alter table private.webhook_secrets enable row level security;
alter table private.webhook_pause_mails enable row level security;
alter table public.webhook_deliveries enable row level security;
revoke all on public.webhook_endpoints, private.webhook_secrets, private.webhook_pause_mails, public.webhook_deliveries
  from public, anon, authenticated, service_role;
grant select, delete on public.webhook_endpoints to authenticated;
grant select on public.webhook_deliveries to authenticated;
grant select on public.webhook_endpoints, public.webhook_deliveries to service_role;

create policy "Prove the second factor first" on public.webhook_endpoints
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.webhook_secrets
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.webhook_pause_mails
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.webhook_deliveries
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own endpoint" on public.webhook_endpoints
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Remove one's own endpoint" on public.webhook_endpoints
  for delete to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Read one's own deliveries" on public.webhook_deliveries
  for select to authenticated using (owner_id = (select private.my_profile_id()));

-- Adds a delivery in the transaction of the change. One that waits untried takes a further change with
-- it, ten seconds after the last and a minute after the first. The update locks the row, so that it is
-- not sent before the change is committed.
create function private.note_lead_event(booth uuid, person uuid, lead_event text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.webhook_deliveries as waiting (endpoint_id, owner_id, event, person_id, due_at)
      select e.id, e.owner_id, lead_event, person, clock_timestamp() + interval '10 seconds'
        from public.webhook_endpoints e where e.owner_id = booth
      on conflict (endpoint_id, person_id) where state = 'waiting' and merges do update
        set due_at = least(excluded.due_at, waiting.created_at + interval '1 minute')
  $$;
revoke all on function private.note_lead_event(uuid, uuid, text) from public;

-- A person whom a vendor has met is a lead with the first chat; see public.lead_list.
create function private.note_met_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (
      select 1 from public.sessions s
      where s.vendor_id = new.vendor_id and s.visitor_id = new.visitor_id and s.id <> new.id
    ) and not exists (
      select 1 from public.leads l where l.owner_id = new.vendor_id and l.person_id = new.visitor_id
    ) then
      perform private.note_lead_event(new.vendor_id, new.visitor_id, 'lead.created');
    end if;
    return null;
  end
  $$;
revoke all on function private.note_met_lead() from public;
create trigger note_met_lead_of_new_chat after insert on public.sessions
  for each row when (new.visitor_id is not null) execute function private.note_met_lead();
create trigger note_met_lead after update of visitor_id on public.sessions
  for each row when (new.visitor_id is not null and old.visitor_id is null) execute function private.note_met_lead();

create function private.note_changed_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.note_lead_event(new.owner_id, new.person_id, case
      when tg_op = 'INSERT' and not exists (
        select 1 from public.sessions s where s.vendor_id = new.owner_id and s.visitor_id = new.person_id
      ) then 'lead.created'
      else 'lead.updated'
    end);
    return null;
  end
  $$;
revoke all on function private.note_changed_lead() from public;
create trigger note_changed_lead after insert or update on public.leads
  for each row execute function private.note_changed_lead();

-- Sends a ping to the caller's endpoint; the log says what became of it.
-- Errors: PT404 without an endpoint; PT429 after ten in an hour.
create function public.test_webhook() returns public.webhook_deliveries
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    mine public.webhook_endpoints;
    added public.webhook_deliveries;
  begin
    perform private.require_second_factor();
    select * into mine from public.webhook_endpoints e where e.owner_id = private.my_profile_id() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'You have no webhook', detail = 'webhook: none';
    end if;
    if (
      select count(*) from public.webhook_deliveries d
      where d.endpoint_id = mine.id and d.event = 'ping' and d.created_at > clock_timestamp() - interval '1 hour'
    ) >= 10 then
      raise exception using errcode = 'PT429', message = 'Too many tests, try again in an hour', detail = 'webhook: tests';
    end if;
    insert into public.webhook_deliveries (endpoint_id, owner_id, event)
      values (mine.id, mine.owner_id, 'ping') returning * into added;
    return added;
  end
  $$;

-- Sends what has failed once more, with all tries. Error: PT404 where it is not the caller's, or has not
-- failed.
create function public.resend_webhook(delivery_id uuid) returns public.webhook_deliveries
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    changed public.webhook_deliveries;
  begin
    perform private.require_second_factor();
    update public.webhook_deliveries d
      set state = 'waiting', merges = false, tries = 0, due_at = clock_timestamp()
      where d.id = delivery_id and d.owner_id = private.my_profile_id() and d.state = 'failed'
      returning * into changed;
    if not found then
      raise exception using errcode = 'PT404', message = 'There is no such failed delivery', detail = 'webhook: delivery';
    end if;
    return changed;
  end
  $$;

-- Sends to the caller's paused endpoint again, what has waited included. Error: PT404 without one.
create function public.resume_webhook() returns public.webhook_endpoints
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    resumed public.webhook_endpoints;
  begin
    perform private.require_second_factor();
    update public.webhook_endpoints e set paused_at = null, failing_since = null, rests_until = null
      where e.owner_id = private.my_profile_id() returning * into resumed;
    if not found then
      raise exception using errcode = 'PT404', message = 'You have no webhook', detail = 'webhook: none';
    end if;
    return resumed;
  end
  $$;
revoke all on function public.test_webhook(), public.resend_webhook(uuid), public.resume_webhook() from public, anon;
grant execute on function public.test_webhook(), public.resend_webhook(uuid), public.resume_webhook()
  to authenticated, service_role;
