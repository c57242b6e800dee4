-- Quotas (docs/adr/0007): how much one person, and the whole installation, may keep and send.

-- An operator changes a number here; it applies from the next statement on.
create table private.quotas (
  name text primary key,
  -- For full users and for guests; null: no limit.
  members integer check (members >= 0),
  guests integer check (guests >= 0),
  -- Rows of all people together, as the planner estimates them; null: no limit.
  installation bigint check (installation >= 0)
);
revoke all on private.quotas from public, anon, authenticated, service_role;
insert into private.quotas (name, members, guests, installation) values
  ('scanned_cards', 20000, 2000, 5000000),
  ('leads', 5000, 500, 5000000),
  -- Chats of a person as the visitor.
  ('chats', 2000, 200, 5000000),
  -- Chats that a vendor has opened and no visitor has joined.
  ('open_invitations', 2000, 0, null),
  -- Chats that a vendor opens with the same visitor.
  ('chats_with_one_person', 50, 0, null),
  ('messages_per_minute', 60, 30, 50000000),
  ('messages_per_10_seconds', 30, 15, null),
  -- In a day.
  ('data_exports', 200, 50, null),
  -- Ids of badges that a vendor asks the list of attendees for, in a day.
  ('badge_lookups', 500, 0, null);

-- What belongs to a booth counts for its owner, also what colleagues add.

-- Raises PT413 when the caller has more than a quota allows: the quota in `message`, its name in
-- `detail`.
create function private.require_quota(quota text, used bigint, refusal text) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    most integer;
  begin
    select case when private.am_guest() then q.guests else q.members end into most
      from private.quotas q where q.name = require_quota.quota;
    if used > most then
      raise exception using errcode = 'PT413', message = format(refusal, most), detail = 'quota: ' || quota,
        hint = 'The operator of the installation sets this quota';
    end if;
  end
  $$;

-- Raises PT507 when a table has more rows than the installation may hold. The caller can do nothing
-- about it; trying again later may help.
create function private.require_installation_quota(quota text, of_table regclass) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if exists (
      select 1 from private.quotas q, pg_catalog.pg_class c
      where q.name = quota and c.oid = of_table and c.reltuples > q.installation
    ) then
      raise exception using errcode = 'PT507', message = 'This installation is full',
        detail = 'quota: ' || quota, hint = 'Tell the organiser';
    end if;
  end
  $$;

-- Makes statements of one person count one after the other, so that a quota is exact. The lock comes
-- after the rows are written and ends with the transaction, so that it is held briefly.
create function private.lock_quota(quota text, person uuid) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('quota:' || quota || ':' || person, 0)) $$;
revoke all on function private.require_quota(text, bigint, text), private.require_installation_quota(text, regclass),
  private.lock_quota(text, uuid) from public;

-- The triggers below run after the statement: a repeated row, which its key refuses, is not counted, and
-- except for messages many rows are counted once. They count what people write; the server and the database owner
-- are not limited.

-- tg_argv: name of the quota, message of the error.
create function private.keep_row_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    keepers constant uuid[] := array[private.my_profile_id(), private.my_booth()];
    keeper uuid;
    used bigint;
  begin
    -- One statement may keep cards of the caller and of the booth; the order is fixed, so that two do not deadlock.
    for keeper in select distinct a.owner_id from added a where a.owner_id = any (keepers) order by 1 loop
      perform private.require_installation_quota(tg_argv[0], tg_relid::regclass);
      perform private.lock_quota(tg_argv[0], keeper);
      execute format('select count(*) from %s t where t.owner_id = $1', tg_relid::regclass) into used using keeper;
      perform private.require_quota(tg_argv[0], used, tg_argv[1]);
    end loop;
    return null;
  end
  $$;
create trigger keep_row_quota after insert on public.scanned_cards referencing new table as added
  for each statement execute function private.keep_row_quota('scanned_cards', 'Quota reached: %s cards');
create trigger keep_row_quota after insert on public.leads referencing new table as added
  for each statement execute function private.keep_row_quota('leads', 'Quota reached: %s leads');

create function private.keep_export_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
  begin
    if me is not null and not exists (select 1 from added a where a.owner_id = me) then
      me := private.my_booth();
    end if;
    if me is null or not exists (select 1 from added a where a.owner_id = me) then
      return null;
    end if;
    perform private.lock_quota('data_exports', me);
    perform private.require_quota('data_exports', (
      select count(*) from public.data_exports d
      where d.owner_id = me and d.created_at > clock_timestamp() - interval '1 day'
    ), 'Quota reached: %s exports a day');
    return null;
  end
  $$;
create trigger keep_export_quota after insert on public.data_exports referencing new table as added
  for each statement execute function private.keep_export_quota();

-- A visitor's chats count for the visitor, however they began. What a visitor opens never counts for
-- the vendor: visitors could use up a vendor's quota. Vendors have limits on what they open.
create function private.keep_chat_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
    visitors uuid[];
  begin
    if me is not null and not exists (select 1 from added a where me in (a.vendor_id, a.visitor_id)) then
      me := private.my_booth();
    end if;
    if me is null or not exists (select 1 from added a where me in (a.vendor_id, a.visitor_id)) then
      return null;
    end if;
    perform private.require_installation_quota('chats', tg_relid::regclass);
    perform private.lock_quota('chats', me);
    if exists (select 1 from added a where a.visitor_id = me) then
      perform private.require_quota('chats', (select count(*) from public.sessions s where s.visitor_id = me),
        'Quota reached: %s chats');
    end if;
    if exists (select 1 from added a where a.vendor_id = me and a.visitor_id is null) then
      perform private.require_quota('open_invitations', (
        select count(*) from public.sessions s where s.vendor_id = me and s.visitor_id is null
      ), 'Quota reached: %s chats that nobody has joined');
    end if;
    select array_agg(distinct a.visitor_id) into visitors from added a where a.vendor_id = me and a.visitor_id is not null;
    if visitors is not null then
      perform private.require_quota('chats_with_one_person', (
        select max(n) from (
          select count(*) as n from public.sessions s
          where s.visitor_id = any (visitors) and s.vendor_id = me group by s.visitor_id
        ) counted
      ), 'Quota reached: %s chats with one person');
    end if;
    return null;
  end
  $$;
create trigger keep_chat_quota after insert on public.sessions referencing new table as added
  for each statement execute function private.keep_chat_quota();

-- Raises PT429 for a person who writes too fast; the app sends the message a little later. For each row,
-- since nearly all statements add one message, and the checks are written out: every message pays for them.
-- Row-level security has ensured that the row is the caller's own.
create function private.keep_message_rate() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
    guest boolean := coalesce((claims ->> 'is_anonymous')::boolean, false);
    moment timestamptz;
    in_a_minute bigint;
    in_10_seconds bigint;
    most_in_a_minute integer;
    most_in_10_seconds integer;
    is_full boolean;
  begin
    if claims is null or claims ->> 'role' is distinct from 'authenticated' then
      return null;
    end if;
    select case when guest then minute.guests else minute.members end, case when guest then short.guests else short.members end,
        c.reltuples > minute.installation
      into most_in_a_minute, most_in_10_seconds, is_full
      from pg_catalog.pg_class c
      left join private.quotas minute on minute.name = 'messages_per_minute'
      left join private.quotas short on short.name = 'messages_per_10_seconds'
      where c.oid = tg_relid;
    if is_full then
      perform private.require_installation_quota('messages_per_minute', tg_relid::regclass);
    end if;
    if most_in_a_minute is null and most_in_10_seconds is null then
      return null;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('quota:messages:' || new.sender_id, 0));
    moment := clock_timestamp();
    select count(*), count(*) filter (where m.created_at > moment - interval '10 seconds')
      into in_a_minute, in_10_seconds
      from public.messages m where m.sender_id = new.sender_id and m.created_at > moment - interval '1 minute';
    if in_a_minute > most_in_a_minute then
      raise exception using errcode = 'PT429', message = format('At most %s messages a minute', most_in_a_minute),
        detail = 'quota: messages_per_minute', hint = 'Try again in a minute';
    end if;
    if in_10_seconds > most_in_10_seconds then
      raise exception using errcode = 'PT429', message = format('At most %s messages in 10 seconds', most_in_10_seconds),
        detail = 'quota: messages_per_10_seconds', hint = 'Try again in a few seconds';
    end if;
    return null;
  end
  $$;
create trigger keep_message_rate after insert on public.messages
  for each row execute function private.keep_message_rate();
revoke all on function private.keep_row_quota(), private.keep_export_quota(), private.keep_chat_quota(),
  private.keep_message_rate() from public;
