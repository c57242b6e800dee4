-- Mails that tell owners of paused webhooks (docs/adr/0088): supabase/schemas/29_webhooks.sql.

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

alter table private.webhook_pause_mails enable row level security;
revoke all on private.webhook_pause_mails from public, anon, authenticated, service_role;
create policy "Prove the second factor first" on private.webhook_pause_mails
  as restrictive for all to authenticated using ((select private.second_factor_done()));
