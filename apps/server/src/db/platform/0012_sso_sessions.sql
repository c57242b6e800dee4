-- An identity provider may say when the session that it vouched for must end; kept until the client exchanges its code.
alter table auth.flow_states add column session_not_after timestamptz;
