-- Access that ends, ends at once (docs/adr/0045): server processes remember for seconds that a
-- token's user and session are good, and are told here whose that may have changed. The payload is
-- the user's id. By statement: housekeeping removes thousands at a time, and equal payloads of one
-- transaction are told once.
create function auth.tell_access_ends() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('dragoman_access', ended.user_id::text) from (select distinct g.user_id from gone g) ended;
    return null;
  end
  $$;
create trigger tell_access_ends after delete on auth.sessions
  referencing old table as gone for each statement execute function auth.tell_access_ends();
-- A factor that goes gives back what it withheld.
create trigger tell_access_ends after delete on auth.mfa_factors
  referencing old table as gone for each statement execute function auth.tell_access_ends();

create function auth.tell_users_end() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('dragoman_access', g.id::text) from gone g;
    return null;
  end
  $$;
create trigger tell_users_end after delete on auth.users
  referencing old table as gone for each statement execute function auth.tell_users_end();

-- Rows that change one at a time: a ban, a user who is only hidden, a session that gets another
-- end, a factor that was proved.
create function auth.tell_access_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('dragoman_access', to_jsonb(new) ->> tg_argv[0]);
    return null;
  end
  $$;
create trigger tell_access_change after update of banned_until, deleted_at on auth.users
  for each row when (
    old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at
  )
  execute function auth.tell_access_change('id');
create trigger tell_access_change after update of not_after, user_id on auth.sessions
  for each row when (old.not_after is distinct from new.not_after or old.user_id is distinct from new.user_id)
  execute function auth.tell_access_change('user_id');
create trigger tell_access_change after insert or update of status on auth.mfa_factors
  for each row when (new.status = 'verified') execute function auth.tell_access_change('user_id');
revoke all on function auth.tell_access_ends(), auth.tell_users_end(), auth.tell_access_change() from public;
