-- A message costs the database less (docs/adr/0092-what-a-message-costs.md).
create function private.message_extras_fit(
  type text, translated_content text, target_language text, translation_engine text, transcript text, duration_ms integer,
  file_name text, file_size integer, picture_width integer, picture_height integer, said_by text, product jsonb
) returns boolean
  language plpgsql immutable set search_path = ''
  as $$
  begin
    if num_nonnulls(translated_content, target_language, translation_engine, transcript, duration_ms, file_name, file_size,
      picture_width, picture_height, said_by, product) = 0
    then
      return true;
    end if;
    return coalesce(char_length(translated_content) <= 20000, true)
      and coalesce(target_language in ('en', 'zh', 'ar'), true)
      and coalesce(translation_engine ~ '^[a-z0-9][a-z0-9-]{0,39}$', true)
      and coalesce(char_length(transcript) <= 5000, true)
      and coalesce(duration_ms between 0 and 3600000, true)
      and coalesce(char_length(file_name) between 1 and 120, true)
      and coalesce(file_name !~ '[[:cntrl:]/\\\u202a-\u202e\u2066-\u2069]', true)
      and coalesce(file_size >= 0, true)
      and coalesce(picture_width between 1 and 20000, true)
      and coalesce(picture_height between 1 and 20000, true)
      and (said_by is null or (said_by in ('vendor', 'visitor') and type = 'text'))
      and (product is null or (
        jsonb_typeof(product) = 'object' and product - array['price', 'minimum_quantity'] = '{}'
        and jsonb_typeof(coalesce(product -> 'price', '""')) = 'string' and char_length(coalesce(product ->> 'price', '')) <= 60
        and jsonb_typeof(coalesce(product -> 'minimum_quantity', '""')) = 'string'
        and char_length(coalesce(product ->> 'minimum_quantity', '')) <= 60
      ));
  end
  $$;
revoke all on function private.message_extras_fit(
  text, text, text, text, text, integer, text, integer, integer, integer, text, jsonb
) from public;
grant execute on function private.message_extras_fit(
  text, text, text, text, text, integer, text, integer, integer, integer, text, jsonb
) to authenticated, service_role;

alter table public.messages
  drop constraint messages_translated_content_length, drop constraint messages_target_language_check,
  drop constraint messages_translation_engine_check, drop constraint messages_transcript_length,
  drop constraint messages_duration_range, drop constraint messages_file_name_check, drop constraint messages_file_size_range,
  drop constraint messages_picture_width_range, drop constraint messages_picture_height_range,
  drop constraint messages_said_by_check, drop constraint messages_product_check,
  add constraint messages_extras_check check (private.message_extras_fit(
    type, translated_content, target_language, translation_engine, transcript, duration_ms, file_name, file_size, picture_width,
    picture_height, said_by, product
  ));

create function private.is_chat_of_my_booth(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions s where s.id = chat and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
  $$;
revoke all on function private.is_chat_of_my_booth(uuid) from public;
grant execute on function private.is_chat_of_my_booth(uuid) to authenticated, service_role;

drop policy "Send a product of one's own booth" on public.messages;
create policy "Send a product of one's own booth" on public.messages
  as restrictive for insert to authenticated
  with check (product is null or private.is_chat_of_my_booth(session_id));

create or replace function private.address_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor uuid;
    visitor uuid;
    state text;
    has_team boolean;
    is_parted boolean;
    session public.sessions;
    -- The visitor, or the booth's owner in whose name its team writes: blocks are between these two.
    side uuid;
    -- Written by the booth's side, and answer_for_team() has to judge it.
    is_for_team boolean;
  begin
    select s.vendor_id, s.visitor_id, s.request_state,
        exists (select from public.booth_members m where m.owner_id = s.vendor_id),
        exists (select from public.blocks b where b.blocker_id = s.vendor_id and b.blocked_id = s.visitor_id)
          or exists (select from public.blocks b where b.blocker_id = s.visitor_id and b.blocked_id = s.vendor_id)
      into vendor, visitor, state, has_team, is_parted
      from public.sessions s where s.id = new.session_id;
    side := case when visitor = new.sender_id then visitor else vendor end;
    new.recipient_id := case when side = visitor then vendor else visitor end;
    if is_parted then
      perform private.refuse_between(side, new.recipient_id, 'PT403', 'This message cannot be delivered');
    end if;
    is_for_team := side = vendor and (has_team or side <> new.sender_id);
    if is_for_team or state in ('waiting', 'declined') then
      select * into session from public.sessions s where s.id = new.session_id;
      if is_for_team then
        perform private.answer_for_team(session, new.sender_id, new.id);
      end if;
      if state in ('waiting', 'declined') and new.sender_id = private.my_profile_id()
        and (new.sender_id = visitor or private.booth_of(new.sender_id) = vendor or new.sender_id = vendor)
      then
        perform private.ask_or_answer(session, new.sender_id);
      end if;
    end if;
    new.is_reply := new.reply_to is not null;
    if new.is_reply then
      if not exists (
        select 1 from public.messages m where m.id = new.reply_to and m.session_id = new.session_id
      ) then
        raise exception using errcode = '23503', message = 'A reply quotes a message of its own chat';
      end if;
    end if;
    return new;
  end
  $$;

create or replace function private.verify_translation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The server and the database owner are not checked.
    if new.translation_engine is null or auth.uid() is null then return new; end if;
    if tg_op = 'UPDATE'
      and (old.translated_content, old.target_language, old.translation_engine, old.transcript)
        is not distinct from (new.translated_content, new.target_language, new.translation_engine, new.transcript)
    then return new; end if;
    if not exists (
      select from private.made_translations m where m.digest = private.translation_digest(
        auth.uid(), case when new.type = 'text' then new.content else new.transcript end,
        new.target_language, new.translated_content, new.translation_engine)
    ) then new.translation_engine := null; end if;
    return new;
  end
  $$;

drop trigger keep_message_rate on public.messages;
create or replace function private.keep_message_rate() returns trigger
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

drop trigger note_missed_reply on public.messages;
create or replace function private.note_missed_reply() returns trigger
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

create or replace function private.settle_missed_reply() returns trigger
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

create or replace function private.readdress_missed_replies() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    since timestamptz;
  begin
    select min(m.first_at) into since from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id;
    if since is null then
      return null;
    end if;
    delete from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id
        and m.profile_id not in (select private.readers_of(new.id, new.vendor_id));
    insert into private.missed_replies (session_id, profile_id, first_at, push_due_at, email_due_at)
      select new.id, reader.id, since, private.missed_push_due(clock_timestamp()), private.missed_email_due(clock_timestamp())
      from private.readers_of(new.id, new.vendor_id) reader (id)
      -- Not the person who does it.
      where reader.id is distinct from private.my_profile_id()
      order by reader.id
      on conflict (session_id, profile_id) do nothing;
    return null;
  end
  $$;

alter table private.missed_replies drop column newest_at;
