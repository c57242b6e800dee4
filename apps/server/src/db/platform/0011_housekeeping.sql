-- Lets the housekeeping find what is old without reading whole tables.
create index refresh_tokens_revoked_at_idx on auth.refresh_tokens (revoked_at) where revoked_at is not null;
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);
