-- Acts on a message (docs/adr/0071): reactions, deleting it for oneself, and reports of a bad
-- translation. Quotes are columns of public.messages.

-- One sign of one person on one message. A person takes it back by setting it to null: a row that
-- goes would be told to live readers without its chat, so they could not be told of their own chat's
-- alone.
create table public.message_reactions (
  -- A key of message_id and profile_id would make PostgREST see a second way from messages to
  -- profiles, and refuse `sender:profiles(...)`.
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.messages (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The message's chat, set by a trigger: a live subscription filters by columns of the row itself.
  session_id uuid not null references public.sessions (id) on delete cascade,
  reaction text constraint message_reactions_reaction_check
    check (reaction in ('like', 'love', 'laugh', 'surprise', 'thanks', 'done')),
  changed_at timestamptz not null default clock_timestamp(),
  constraint message_reactions_once unique (message_id, profile_id)
);
create index message_reactions_profile_id_idx on public.message_reactions (profile_id);
create index message_reactions_session_id_changed_at_idx
  on public.message_reactions (session_id, changed_at desc);

create function private.place_reaction() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.session_id := (select m.session_id from public.messages m where m.id = new.message_id);
    new.changed_at := clock_timestamp();
    return new;
  end
  $$;
revoke all on function private.place_reaction() from public;
create trigger place_reaction before insert or update on public.message_reactions
  for each row execute function private.place_reaction();

alter table public.message_reactions enable row level security;
revoke all on public.message_reactions from public, anon, authenticated;
grant select on public.message_reactions to authenticated;
-- All columns are among those of the update because an upsert through the data API names them all.
grant insert (message_id, profile_id, reaction), update (message_id, profile_id, reaction)
  on public.message_reactions to authenticated;
grant all on public.message_reactions to service_role;

create policy "Prove the second factor first" on public.message_reactions
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The policy of sessions limits these subqueries to the caller's own sessions.
create policy "Read the reactions of one's chats" on public.message_reactions
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = message_reactions.session_id));

-- A block and an unanswered request stop reactions, as they stop read receipts.
create policy "React in one's chat" on public.message_reactions
  for insert to authenticated
  with check (
    profile_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = message_reactions.session_id and private.hears(s))
  );

create policy "Change one's reaction" on public.message_reactions
  for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (
    profile_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = message_reactions.session_id and private.hears(s))
  );

-- A person sees the other's reactions at once.
alter publication supabase_realtime add table public.message_reactions;
alter table public.message_reactions replica identity full;

-- Messages that a person has deleted for themselves. The other person keeps them.
create table public.hidden_messages (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  message_id uuid not null references public.messages (id) on delete cascade,
  hidden_at timestamptz not null default clock_timestamp(),
  constraint hidden_messages_once unique (profile_id, message_id)
);
create index hidden_messages_message_id_idx on public.hidden_messages (message_id);

alter table public.hidden_messages enable row level security;
revoke all on public.hidden_messages from public, anon, authenticated;
grant select, delete on public.hidden_messages to authenticated;
grant insert (profile_id, message_id) on public.hidden_messages to authenticated;
grant all on public.hidden_messages to service_role;

create policy "Prove the second factor first" on public.hidden_messages
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read what one has hidden" on public.hidden_messages
  for select to authenticated using (profile_id = (select private.my_profile_id()));

-- True if a message is in a chat of the caller's. A policy of hidden_messages cannot ask messages
-- itself: the policy of messages asks hidden_messages.
create function private.is_in_my_chat(message uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.messages m join public.sessions s on s.id = m.session_id
      where m.id = is_in_my_chat.message
        and (s.vendor_id = any ((select private.my_vendors())::uuid[]) or s.visitor_id = (select private.my_profile_id()))
    )
  $$;
revoke all on function private.is_in_my_chat(uuid) from public;
grant execute on function private.is_in_my_chat(uuid) to authenticated, service_role;

create policy "Hide a message of one's chat" on public.hidden_messages
  for insert to authenticated
  with check (
    profile_id = (select private.my_profile_id())
    and private.is_in_my_chat(message_id)
  );

create policy "Show a hidden message again" on public.hidden_messages
  for delete to authenticated using (profile_id = (select private.my_profile_id()));

-- Takes a hidden message out of all that its person reads: history, lists and counts, live changes,
-- the assistant, and the export.
create policy "See no message that one has hidden" on public.messages
  as restrictive for select to authenticated
  using (not exists (
    select 1 from public.hidden_messages h
    where h.message_id = messages.id and h.profile_id = (select private.my_profile_id())
  ));

-- The person's other devices hide it at once. They learn with their next read that it is shown again.
alter publication supabase_realtime add table public.hidden_messages;
alter table public.hidden_messages replica identity full;

-- Reports of a bad translation, for the administrators. A report names its message by id and does
-- not copy the text, as reports of people do.
create table public.translation_reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  message_id uuid not null references public.messages (id) on delete cascade,
  -- The language of the message, set by a trigger.
  source_language text not null
    constraint translation_reports_source_language_check check (source_language in ('en', 'zh', 'ar')),
  target_language text not null
    constraint translation_reports_target_language_check check (target_language in ('en', 'zh', 'ar')),
  -- The provider, as the reporter's device names it; null when it is not known.
  engine text constraint translation_reports_engine_check check (engine ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  reason text constraint translation_reports_reason_check
    check (reason in ('meaning', 'numbers', 'names', 'unreadable')),
  created_at timestamptz not null default clock_timestamp(),
  constraint translation_reports_once unique (reporter_id, message_id, target_language),
  constraint translation_reports_between_languages check (source_language <> target_language)
);
create index translation_reports_reporter_id_created_at_idx on public.translation_reports (reporter_id, created_at);
create index translation_reports_message_id_idx on public.translation_reports (message_id);
create index translation_reports_created_at_idx on public.translation_reports (created_at desc, id);

-- Error: PT429.
create function private.check_translation_report() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    new.source_language := (select m.source_language from public.messages m where m.id = new.message_id);
    -- Serialises devices that report at the same time.
    perform pg_advisory_xact_lock(hashtextextended('translation reports:' || new.reporter_id, 0));
    if (
      select count(*) from public.translation_reports r
      where r.reporter_id = new.reporter_id and r.created_at > new.created_at - interval '1 day'
    ) >= 20 then
      raise exception using errcode = 'PT429', message = 'At most 20 reports of translations a day',
        hint = 'Try again tomorrow';
    end if;
    return new;
  end
  $$;
revoke all on function private.check_translation_report() from public;
create trigger check_translation_report before insert on public.translation_reports
  for each row execute function private.check_translation_report();

alter table public.translation_reports enable row level security;
revoke all on public.translation_reports from public, anon, authenticated;
grant select on public.translation_reports to authenticated;
grant insert (id, reporter_id, message_id, target_language, engine, reason) on public.translation_reports to authenticated;
grant all on public.translation_reports to service_role;

create policy "Prove the second factor first" on public.translation_reports
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own reports of translations" on public.translation_reports
  for select to authenticated using (reporter_id = (select private.my_profile_id()));

-- The policies of messages limit the subquery to the messages that the caller sees.
create policy "Report a translation in one's chat" on public.translation_reports
  for insert to authenticated
  with check (
    reporter_id = (select private.my_profile_id())
    and exists (select 1 from public.messages m where m.id = translation_reports.message_id)
  );

-- Reports with the message and the translation that is kept of it, which is null where only the
-- reporter's device had one. For the server only.
create view public.translation_report_list with (security_invoker = true) as
  select
    r.id, r.created_at, r.source_language, r.target_language, r.engine, r.reason,
    case when m.type = 'text' then m.content else m.transcript end as words,
    case when m.target_language = r.target_language then m.translated_content else k.translated_text end as translation
  from public.translation_reports r
  join public.messages m on m.id = r.message_id
  left join public.message_translations k
    on k.message_id = r.message_id and k.target_language = r.target_language;
revoke all on public.translation_report_list from public, anon, authenticated, service_role;
grant select on public.translation_report_list to service_role;
