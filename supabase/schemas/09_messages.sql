-- Messages of a chat, and their translations.

-- True if the columns of a message that most messages leave null are within their bounds. One function,
-- because PostgreSQL reads and plans the expression of each check constraint again for each statement:
-- as eleven constraints they took a quarter of an insert.
--   file_name: without path separators, control characters and marks that change the direction of
--     reading ('gpj.exe').
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

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  sender_id uuid not null references public.profiles (id) on delete cascade,
  -- The text; for `file` and `audio`, the name of the file in the bucket chat-files.
  content text not null constraint messages_content_length
    check (char_length(content) <= 5000 and content ~ '\S'),
  translated_content text,
  type text not null default 'text' constraint messages_type_check check (type in ('text', 'file', 'audio')),
  source_language text not null default 'en'
    constraint messages_source_language_check check (source_language in ('en', 'zh', 'ar')),
  target_language text,
  -- The time of the statement, not of the transaction's start: messages of one sender keep their
  -- order.
  created_at timestamptz not null default clock_timestamp(),
  -- The other side, where the vendor is the booth's owner; null while no visitor has joined. Set by a trigger. It repeats what the
  -- session says because a live subscription filters by columns of the row itself: one subscription
  -- delivers new messages of all of a person's chats.
  recipient_id uuid,
  -- The words of a message whose content is a file: of a voice message what was said, which the sender
  -- attaches when speech recognition has finished; of a picture or file its caption.
  transcript text,
  duration_ms integer,
  -- The provider of translated_content; null when the sender wrote it or the provider is not
  -- proved.
  translation_engine text,
  -- Of a file, as its sender's device said: its name for people, and its size in bytes.
  file_name text,
  file_size integer,
  -- Of a picture, in pixels: its place in the chat has its height before the picture is loaded.
  picture_width integer,
  picture_height integer,
  -- The quoted message of the same chat; null without a quote, and after that message was deleted.
  reply_to uuid references public.messages (id) on delete set null,
  -- Set by a trigger. It tells a reply whose quoted message was deleted from a message without a
  -- quote.
  is_reply boolean not null default false,
  -- Of a line that was said face to face (docs/adr/0076): which of the two people said it. The
  -- sender is always of the vendor's booth, where a phone wrote it down. Null: the sender wrote a message.
  said_by text,
  -- Of a product of the booth's catalogue (docs/adr/0086): `{"price", "minimum_quantity"}`, as the booth
  -- wrote them. The words of the message are its name and, from the second line on, its description.
  product jsonb,
  constraint messages_extras_check check (private.message_extras_fit(
    type, translated_content, target_language, translation_engine, transcript, duration_ms, file_name, file_size, picture_width,
    picture_height, said_by, product
  ))
);
-- For the history of a chat; the id breaks ties, so that pages never overlap.
create index messages_session_id_created_at_idx on public.messages (session_id, created_at, id);
-- For a person's own messages in a chat from either end; also serves the foreign key.
create index messages_sender_id_session_id_created_at_idx
  on public.messages (sender_id, session_id, created_at);
-- For the limits on messages a minute.
create index messages_sender_id_created_at_idx on public.messages (sender_id, created_at);
-- Serves the foreign key.
create index messages_reply_to_idx on public.messages (reply_to) where reply_to is not null;
-- For the lines that were said face to face in a chat.
create index messages_said_session_id_created_at_idx
  on public.messages (session_id, created_at) where said_by is not null;

alter table public.messages enable row level security;
revoke all on public.messages from public, anon, authenticated;
grant select on public.messages to authenticated;
grant insert (
  id, session_id, sender_id, content, translated_content, type, source_language, target_language, transcript, duration_ms,
  translation_engine, file_name, file_size, picture_width, picture_height, reply_to, said_by, product
) on public.messages to authenticated;
grant update (translated_content, target_language, transcript, translation_engine)
  on public.messages to authenticated;
grant all on public.messages to service_role;

create policy "Prove the second factor first" on public.messages
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The policy of sessions limits these subqueries to the caller's own sessions.
create policy "Read the messages of one's sessions" on public.messages
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = messages.session_id));

create policy "Send a message in one's session" on public.messages
  for insert to authenticated
  with check (
    sender_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = messages.session_id)
  );

-- True if the caller may note in a session what was said face to face: it is of their booth, and no
-- visitor has joined, or one has within the last hour and the conversation began before that. So a
-- vendor cannot put words into the mouth of a visitor who came by another way. At most 500 lines.
create function private.may_note_speech(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions s
      where s.id = chat and s.vendor_id = any ((select private.my_vendors())::uuid[])
        and (
          s.visitor_id is null
          or (
            s.joined_at > now() - interval '1 hour'
            and exists (
              select 1 from public.messages m
              where m.session_id = chat and m.said_by is not null and m.created_at < s.joined_at
            )
          )
        )
    ) and (
      select count(*) from (
        select 1 from public.messages m where m.session_id = chat and m.said_by is not null limit 500
      ) noted
    ) < 500
  $$;
revoke all on function private.may_note_speech(uuid) from public;
grant execute on function private.may_note_speech(uuid) to authenticated, service_role;

create policy "Note what was said in one's own session" on public.messages
  as restrictive for insert to authenticated
  with check (said_by is null or private.may_note_speech(session_id));

-- True if a chat is of the caller's booth. A function, so that messages without a product do not pay for
-- starting a subquery.
create function private.is_chat_of_my_booth(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions s where s.id = chat and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
  $$;
revoke all on function private.is_chat_of_my_booth(uuid) from public;
grant execute on function private.is_chat_of_my_booth(uuid) to authenticated, service_role;

create policy "Send a product of one's own booth" on public.messages
  as restrictive for insert to authenticated
  with check (product is null or private.is_chat_of_my_booth(session_id));

-- Senders attach a transcript and a translation to their own messages.
create policy "Attach a translation to one's own message" on public.messages
  for update to authenticated
  using (sender_id = (select private.my_profile_id()))
  with check (sender_id = (select private.my_profile_id()));

-- An attached translation or transcript is delivered too, so a block stops it as well.
create policy "Attach nothing for somebody one is parted from" on public.messages
  as restrictive for update to authenticated
  using (recipient_id is null or not exists (
    select 1 from public.sessions s where s.id = messages.session_id and private.are_parted(s.vendor_id, s.visitor_id)
  ));

-- Sets recipient_id and is_reply. Refuses messages that a block or an unanswered request does not
-- allow, and with 23503 a quote of another chat's message. An attempt in another person's name is
-- left to row-level security, which refuses it. Each message pays for this function, so it asks one
-- question, and the rarer cases ask their own.
create function private.address_message() returns trigger
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
create trigger address_message before insert on public.messages
  for each row execute function private.address_message();

-- An attached transcript or translation stays (docs/adr/0031): a sender who could rewrite it could
-- make a report show what was never said. Later values are ignored without an error, since a device
-- repeats a request that got no answer. The server and the database owner may replace them.
create function private.keep_attached_words() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if auth.uid() is not null then
      new.transcript := coalesce(old.transcript, new.transcript);
      if old.translated_content is not null then
        new.translated_content := old.translated_content;
        new.target_language := old.target_language;
        new.translation_engine := old.translation_engine;
      end if;
    end if;
    return new;
  end
  $$;
revoke all on function private.keep_attached_words() from public;
create trigger keep_attached_words before update on public.messages
  for each row when (old.transcript is not null or old.translated_content is not null)
  execute function private.keep_attached_words();

-- Proof of a translation's provider (docs/adr/0006-translation.md). A sender attaches the
-- translation to their own message; the name of the provider is kept only if the function
-- `translate` noted that this provider made this translation for this user. Otherwise the
-- translation counts as the sender's own words.
-- The table is unlogged, so that a note does not wait for the disk. A crash of the database deletes
-- the notes: translations that were made before it and are sent after it name no provider.
create unlogged table private.made_translations (
  -- Of the user, the words, the target language, the translation and the provider. No text is
  -- stored.
  digest bytea primary key,
  made_at timestamptz not null default now()
);
create index made_translations_made_at_idx on private.made_translations (made_at);
revoke all on private.made_translations from public, anon, authenticated, service_role;

-- The JSON array separates the fields unambiguously.
create function private.translation_digest(
  user_id uuid, words text, target text, translated text, engine text
) returns bytea
  language sql immutable strict set search_path = ''
  as $$
    select sha256(convert_to(
      jsonb_build_array(user_id, btrim(words, E' \t\n\r'), target, translated, engine)::text, 'UTF8'))
  $$;
revoke all on function private.translation_digest(uuid, text, text, text, text) from public, anon, authenticated;

-- For the function `translate` only.
create function public.note_translation(
  user_id uuid, words text, target text, translated text, engine text
) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.made_translations (digest)
    values (private.translation_digest(user_id, words, target, translated, engine))
    on conflict (digest) do update set made_at = now()
  $$;
revoke all on function public.note_translation(uuid, text, text, text, text) from public, anon, authenticated;
grant execute on function public.note_translation(uuid, text, text, text, text) to service_role;

create function private.verify_translation() returns trigger
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
revoke all on function private.verify_translation() from public;
-- Triggers run in the order of their names: this one after keep_attached_words, which restores
-- attached translations.
create trigger verify_translation before insert or update on public.messages
  for each row execute function private.verify_translation();

alter publication supabase_realtime add table public.messages;
alter table public.messages replica identity full;

-- Translations that a reader asked for, at most one for each message and language. No grant lets a
-- client write: the server made every translation that a reader sees here.
create table public.message_translations (
  message_id uuid not null references public.messages (id) on delete cascade,
  target_language text not null
    constraint message_translations_target_language_check check (target_language in ('en', 'zh', 'ar')),
  -- As in public.messages.
  translated_text text not null constraint message_translations_text_length
    check (char_length(translated_text) <= 20000 and translated_text ~ '\S'),
  -- `none`: the text needed no translation and is the original.
  engine text not null
    constraint message_translations_engine_check check (engine ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  is_machine boolean not null generated always as (engine <> 'none') stored,
  created_at timestamptz not null default clock_timestamp(),
  primary key (message_id, target_language)
);

alter table public.message_translations enable row level security;
revoke all on public.message_translations from public, anon, authenticated;
grant select on public.message_translations to authenticated;
grant all on public.message_translations to service_role;

create policy "Prove the second factor first" on public.message_translations
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The policy of messages limits the subquery to the caller's own sessions.
create policy "Read translations of one's chats" on public.message_translations
  for select to authenticated
  using (exists (select 1 from public.messages m where m.id = message_translations.message_id));

-- When the text of a message changes (a new transcript of a voice message), its translations go.
create function private.drop_translations_of_old_words() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.message_translations where message_id = new.id;
    return null;
  end
  $$;
revoke all on function private.drop_translations_of_old_words() from public;
create trigger drop_translations_of_old_words after update of content, transcript, source_language on public.messages
  for each row
  when (
    (old.content, old.transcript, old.source_language) is distinct from (new.content, new.transcript, new.source_language)
  )
  execute function private.drop_translations_of_old_words();
