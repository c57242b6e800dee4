-- Signing in with accounts that other services keep.

-- What must be known again when a browser comes back from the other service; the id is the flow's `state`.
create table auth.external_flows (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  redirect_to text not null,
  -- The client's PKCE challenge; without one it gets tokens instead of a code.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Who wants the account joined to their own; null for a sign-in.
  linking_user_id uuid references auth.users (id) on delete cascade,
  -- What ties the other service's answer to this flow: its PKCE verifier and the nonce of its ID token.
  provider_verifier text,
  nonce text,
  -- SHA-256 of a cookie, where nothing else ties the flow to the browser that began it.
  browser_hash bytea,
  -- Kept for a while after its use, so that a second use can be told apart from an unknown state.
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index external_flows_created_at_idx on auth.external_flows (created_at);
create index external_flows_linking_user_id_idx on auth.external_flows (linking_user_id);

alter table auth.flow_states
  -- Which single sign-on the access token's amr names.
  add column provider text,
  -- The other service's tokens, encrypted under the code that only the client has.
  add column provider_tokens_sealed bytea;
