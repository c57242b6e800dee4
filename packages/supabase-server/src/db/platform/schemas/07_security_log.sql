-- The security log (docs/adr/0033): what happened to accounts and to the installation, without
-- secrets and without texts of users.
create table dragoman.security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  outcome text not null check (outcome in ('success', 'failure')),
  -- Nothing of a deleted account remains, here included.
  user_id uuid references auth.users (id) on delete set null,
  -- The name of the administrator who acted.
  actor text check (char_length(actor) <= 80),
  -- An IPv4 address, or the /64 network of an IPv6 one.
  network text check (char_length(network) <= 64),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 2000),
  -- The number of equal events that the entry represents: a flood is counted, not listed.
  repeated integer not null default 1 check (repeated > 0)
);
create index security_events_kind_idx on dragoman.security_events (kind, id desc);
create index security_events_user_idx on dragoman.security_events (user_id) where user_id is not null;
create index security_events_at_idx on dragoman.security_events (at);
create index security_events_outcome_idx on dragoman.security_events (outcome, id desc);

-- The same under GoTrue's name, for SQL that reads it: what concerns accounts, as `payload`. The action
-- has GoTrue's word where it has one. A view: the log's own limits hold, and nothing is stored twice.
create view auth.audit_log_entries as
  select '00000000-0000-0000-0000-000000000000'::uuid as instance_id,
    lpad(to_hex(e.id), 32, '0')::uuid as id,
    json_build_object(
      'actor_id', e.user_id,
      'action', case e.kind
        when 'sign_in' then 'login'
        when 'session_ended' then 'logout'
        when 'account_deleted' then 'user_deleted'
        when 'password_changed' then 'user_updated_password'
        when 'factor_removed' then 'factor_unenrolled'
        when 'recovery_code_used' then 'verify_recovery_code'
        else e.kind end,
      'outcome', e.outcome,
      'repeated', e.repeated,
      'traits', e.details) as payload,
    e.at as created_at,
    coalesce(e.network, '') as ip_address
  from dragoman.security_events e
  where e.kind not in ('admin_sign_in', 'admin_sign_in_failed', 'admin_action');
