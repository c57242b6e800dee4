-- Tables of GoTrue that SQL written for Supabase reads, as views. The schema files explain each.

create view auth.mfa_amr_claims as
  select s.id as session_id,
    to_timestamp((entry ->> 'timestamp')::bigint) as created_at,
    to_timestamp((entry ->> 'timestamp')::bigint) as updated_at,
    entry ->> 'method' as authentication_method,
    md5(s.id::text || ' ' || (entry ->> 'method'))::uuid as id
  from auth.sessions s, jsonb_array_elements(s.amr) entry;

create view auth.saml_providers as
  select id, id as sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, created_at, updated_at,
    name_id_format
  from auth.sso_providers;

create view auth.saml_relay_states as
  select id, sso_provider_id, request_id, null::text as for_email, redirect_to, created_at, created_at as updated_at,
    null::uuid as flow_state_id
  from auth.sso_requests;

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
