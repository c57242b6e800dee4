-- Web Push (docs/adr/0080).

-- The key pair by which push services know this installation (VAPID, RFC 8292), made at the first
-- start. The public key is base64url of the point, the private key is encrypted with the master key.
create table dragoman.push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);
