-- Missed replies (docs/adr/0080): the devices that get a push, what a person wants to be told and
-- when, and the chats in which a message waits for its reader. The server sends (apps/server/src/
-- missed-replies); a hosted Supabase has the tables and sends nothing.

-- The wishes of a person about notifications; a person without a row has the defaults.
create table public.notification_settings (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  email boolean not null default true,
  -- Whether a push and a mail show the words of a message.
  show_text boolean not null default true,
  -- Minutes since midnight in time_zone, or both null. A range may cross midnight.
  quiet_from smallint constraint notification_settings_quiet_from_range check (quiet_from between 0 and 1439),
  quiet_until smallint constraint notification_settings_quiet_until_range check (quiet_until between 0 and 1439),
  -- A name of the IANA database. An unknown one fails with 22023.
  time_zone text not null default 'UTC' constraint notification_settings_time_zone_check check (
    char_length(time_zone) <= 64 and time_zone ~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+){0,2}$'
    and (timestamptz '2026-01-01 00:00Z' at time zone time_zone) is not null),
  -- An address that a guest has left for missed replies alone, and when its owner confirmed it. Only
  -- the server writes the two.
  address text constraint notification_settings_address_length check (char_length(address) between 3 and 320),
  address_confirmed_at timestamptz,
  constraint notification_settings_quiet_pair
    check (num_nulls(quiet_from, quiet_until) <> 1 and coalesce(quiet_from <> quiet_until, true))
);

alter table public.notification_settings enable row level security;
revoke all on public.notification_settings from public, anon, authenticated, service_role;
grant select on public.notification_settings to authenticated;
grant insert (owner_id, email, show_text, quiet_from, quiet_until, time_zone) on public.notification_settings to authenticated;
grant update (owner_id, email, show_text, quiet_from, quiet_until, time_zone) on public.notification_settings to authenticated;
grant select on public.notification_settings to service_role;

create policy "Prove the second factor first" on public.notification_settings
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's notification settings" on public.notification_settings
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Make one's notification settings" on public.notification_settings
  for insert to authenticated with check (owner_id = (select private.my_profile_id()));

create policy "Change one's notification settings" on public.notification_settings
  for update to authenticated
  using (owner_id = (select private.my_profile_id()))
  with check (owner_id = (select private.my_profile_id()));

-- Browsers that get a push (RFC 8030). Only the server adds rows, because it has to look up where
-- the endpoint's host leads.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- The address of the browser's push service: a secret of the browser and the server.
  endpoint text not null unique
    constraint push_subscriptions_endpoint_check check (char_length(endpoint) <= 1000 and endpoint ~ '^https://'),
  -- The keys of the browser (RFC 8291), base64url.
  p256dh text not null constraint push_subscriptions_p256dh_check check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- The sign-in on that device: nothing is sent once it has ended.
  session_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);
create index push_subscriptions_owner_id_idx on public.push_subscriptions (owner_id, created_at);

alter table public.push_subscriptions enable row level security;
revoke all on public.push_subscriptions from public, anon, authenticated, service_role;
grant select, delete on public.push_subscriptions to authenticated;
grant select on public.push_subscriptions to service_role;

create policy "Prove the second factor first" on public.push_subscriptions
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's devices" on public.push_subscriptions
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Remove one's devices" on public.push_subscriptions
  for delete to authenticated using (owner_id = (select private.my_profile_id()));

-- A chat with a message that its reader has not read yet: one row for any number of messages, so a
-- burst is one push and one mail. A read mark removes it.
create table private.missed_replies (
  session_id uuid not null references public.sessions (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- created_at of the oldest unread message.
  first_at timestamptz not null,
  -- When to try next; null: sent, given up, or not wanted. The server moves it forward while it
  -- tries, so that another process takes the row only if this one has died.
  push_due_at timestamptz,
  email_due_at timestamptz,
  push_tries smallint not null default 0,
  email_tries smallint not null default 0,
  -- The devices that have the push already.
  pushed_to uuid[] not null default '{}',
  emailed_at timestamptz,
  primary key (session_id, profile_id)
);
create index missed_replies_push_due_at_idx on private.missed_replies (push_due_at) where push_due_at is not null;
create index missed_replies_email_due_at_idx on private.missed_replies (email_due_at) where email_due_at is not null;
create index missed_replies_profile_id_idx on private.missed_replies (profile_id);
revoke all on private.missed_replies from public, anon, authenticated, service_role;

-- A push waits until the reader's open page can have marked the message as read.
create function private.missed_push_due(since timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select since + interval '10 seconds' $$;

create function private.missed_email_due(since timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select since + interval '10 minutes' $$;

-- Who is told of a message to a person: the person alone, unless it is the owner of a team. There it is
-- who answers the chat, or everyone who is not away while no one does; all of them if all are away.
create function private.readers_of(chat uuid, recipient uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    answers uuid;
  begin
    if not exists (select 1 from public.booth_members m where m.owner_id = recipient) then
      return next recipient;
      return;
    end if;
    select private.who_answers(s) into answers from public.sessions s where s.id = chat and s.vendor_id = recipient;
    if not found then
      -- The owner is the visitor of this chat.
      return next recipient;
    elsif answers is not null then
      return next answers;
    else
      return query
        select m.profile_id from public.booth_members m
        where m.owner_id = recipient and (m.away_since is null or not exists (
          select 1 from public.booth_members other where other.owner_id = recipient and other.away_since is null
        ));
    end if;
  end
  $$;
revoke all on function private.readers_of(uuid, uuid) from public, anon, authenticated, service_role;

-- A message finds its row there already, except the first that its reader has not read. It locks the row
-- so that a read mark waits for it; messages do not wait for each other.
create function private.note_missed_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.recipient_id is null then
      return null;
    end if;
    perform from private.missed_replies m
      where m.session_id = new.session_id and m.profile_id = new.recipient_id
        and not exists (select from public.booth_members b where b.owner_id = new.recipient_id)
      for key share of m;
    if found then
      return null;
    end if;
    insert into private.missed_replies as known (session_id, profile_id, first_at, push_due_at, email_due_at)
      select new.session_id, reader.id, new.created_at,
        private.missed_push_due(new.created_at), private.missed_email_due(new.created_at)
      from private.readers_of(new.session_id, new.recipient_id) reader (id)
      -- In a fixed order, so that two messages of a chat do not deadlock.
      order by reader.id
      -- Locks a row that is there: one of a team's readers, or that another message has just added.
      on conflict (session_id, profile_id) do update set first_at = least(known.first_at, excluded.first_at);
    return null;
  end
  $$;
create trigger note_missed_reply after insert on public.messages
  for each row execute function private.note_missed_reply();

-- A chat that is read in part begins again with its first unread message.
create function private.settle_missed_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    since timestamptz;
  begin
    -- Waits for messages that are being written. The next statement sees them.
    perform from private.missed_replies m
      where m.session_id = new.session_id and m.profile_id = new.profile_id and m.first_at <= new.last_read_at
      for update;
    if not found then
      return null;
    end if;
    -- Of the other side: colleagues of a booth's team do not write to each other.
    select msg.created_at into since from public.messages msg join public.sessions s on s.id = msg.session_id
      where msg.session_id = new.session_id and msg.created_at > new.last_read_at
        and (msg.sender_id = s.visitor_id) = (s.visitor_id <> new.profile_id)
      order by msg.created_at limit 1;
    if since is null then
      delete from private.missed_replies m where m.session_id = new.session_id and m.profile_id = new.profile_id;
    else
      update private.missed_replies m set
          first_at = since, push_due_at = private.missed_push_due(since), email_due_at = private.missed_email_due(since),
          push_tries = 0, email_tries = 0, pushed_to = '{}', emailed_at = null
        where m.session_id = new.session_id and m.profile_id = new.profile_id;
    end if;
    return null;
  end
  $$;
create trigger settle_missed_reply after insert or update on public.session_reads
  for each row when (new.last_read_at is not null) execute function private.settle_missed_reply();
revoke all on function private.note_missed_reply(), private.settle_missed_reply(), private.missed_push_due(timestamptz),
  private.missed_email_due(timestamptz) from public, anon, authenticated, service_role;
