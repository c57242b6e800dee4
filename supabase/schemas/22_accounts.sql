-- Export and deletion of an account (docs/adr/0032): what the functions `export-account` and
-- `delete-account` ask the database for. They run with all rights: the function has verified the
-- user, and only service_role may call these.

-- Folders of the product's buckets are named by a user, a profile or a session. Names compare by bytes, so `/`
-- and `0` are neighbours: the files of a folder are a range of names.

-- The sessions of a user, joined or not.
create function private.sessions_of(user_id uuid) returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
    select s.id from public.sessions s join public.profiles p on p.id = s.vendor_id
      where p.user_id = sessions_of.user_id
    union
    select s.id from public.sessions s join public.profiles p on p.id = s.visitor_id
      where p.user_id = sessions_of.user_id
  $$;
revoke all on function private.sessions_of(uuid) from public, anon, authenticated, service_role;

-- The numbers of records that delete_account removes: {chats, messages, files}.
create function public.account_size(user_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with mine as materialized (select private.sessions_of(account_size.user_id) as id),
    folders as (
      select array['chat-files'] as buckets, m.id::text as name from mine m
      union all
      select array['avatars', 'booth-logos'], account_size.user_id::text
      union all
      select array['catalogue'], p.id::text from public.profiles p where p.user_id = account_size.user_id
    )
    select jsonb_build_object(
      'chats', (select count(*) from public.sessions s join mine using (id) where s.visitor_id is not null),
      'messages', (select count(*) from public.messages m join mine on mine.id = m.session_id),
      'files', (
        select count(*) from folders f join storage.objects o on o.bucket_id = any (f.buckets)
          and o.name collate "C" >= f.name || '/' and o.name collate "C" < f.name || '0'))
  $$;

-- Whether a user signs in with a password. Users with a code, a link or another service have none.
create function public.account_has_password(user_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select u.encrypted_password <> '' from auth.users u where u.id = account_has_password.user_id), false)
  $$;

-- Where a user is signed in, newest first.
create function public.account_devices(user_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (
      select s.created_at, s.refreshed_at, s.not_after, s.aal, s.user_agent, s.ip from auth.sessions s
        where s.user_id = account_devices.user_id order by s.created_at desc limit 1000) d
  $$;

-- Records the export of an account. A user without a profile has no record.
create function public.record_account_export(user_id uuid, user_agent text default null) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.data_exports (owner_id, kind, format, user_agent)
      select p.id, 'account', 'zip', record_account_export.user_agent from public.profiles p
        where p.user_id = record_account_export.user_id
  $$;

-- Deletes a user with all data that is theirs or about them, in one transaction; a missing user is
-- no error. Bytes of files are not here: on a hosted Supabase the function removes what
-- orphaned_files lists. PostgREST applies the time limit: it allows for a million messages.
create function public.delete_account(user_id uuid) returns void
  language plpgsql security definer set search_path = '' set statement_timeout = '300s'
  as $$
  declare
    sessions uuid[];
  begin
    -- From here on no transaction refers to these rows: one that writes to a chat waits, and finds it
    -- gone.
    perform from auth.users u where u.id = delete_account.user_id for update;
    perform from public.profiles p where p.user_id = delete_account.user_id for update;
    sessions := array(select s.id from public.sessions s
      where s.id in (select private.sessions_of(delete_account.user_id)) order by s.id for update);
    delete from realtime.messages m where m.topic in (select 'session:' || id from unnest(sessions) id);
    -- Everything else refers to the user, or to what does: profile, chats, messages, notes by and
    -- about them, cards, codes, factors, identities, devices and their tokens.
    delete from auth.users u where u.id = delete_account.user_id;
  end
  $$;

-- Files whose user, profile or session is gone, the oldest first, 1000 at most. Folders that are no ids are
-- an operator's own.
create function public.orphaned_files() returns table (bucket text, name text)
  language sql stable security definer set search_path = ''
  as $$
    select o.bucket_id, o.name from storage.objects o,
      lateral (select split_part(o.name, '/', 1) as name) folder,
      -- A folder that is no id is null here.
      lateral (select case when folder.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then folder.name::uuid end as id) owner
    where owner.id is not null and (
      (o.bucket_id = 'chat-files' and not exists (select from public.sessions s where s.id = owner.id))
      or (o.bucket_id in ('avatars', 'booth-logos') and not exists (select from auth.users u where u.id = owner.id))
      or (o.bucket_id = 'catalogue' and not exists (select from public.profiles p where p.id = owner.id)))
    order by o.created_at limit 1000
  $$;

revoke all on function public.account_size(uuid), public.account_has_password(uuid), public.account_devices(uuid),
  public.record_account_export(uuid, text), public.delete_account(uuid), public.orphaned_files()
  from public, anon, authenticated;
grant execute on function public.account_size(uuid), public.account_has_password(uuid), public.account_devices(uuid),
  public.record_account_export(uuid, text), public.delete_account(uuid), public.orphaned_files() to service_role;
