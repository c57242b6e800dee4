-- Reading in one's own language: translations that a reader has asked for, kept beside their message, and the engine that made each.
-- Uses nothing that a hosted Supabase lacks; safe to run twice.

-- Who made `translated_content`; null where the writer's app did not say.
alter table public.messages
  add column if not exists translation_engine text
    constraint messages_translation_engine_check check (translation_engine ~ '^[a-z0-9][a-z0-9-]{0,39}$');
grant insert (translation_engine) on public.messages to authenticated;
grant update (translation_engine) on public.messages to authenticated;

-- At most one a message and language; it goes with its message. No grant lets a client write: a translation that a reader is
-- shown as the server's was made by the server.
create table if not exists public.message_translations (
  message_id uuid not null references public.messages (id) on delete cascade,
  target_language text not null
    constraint message_translations_target_language_check check (target_language in ('en', 'zh', 'ar')),
  -- As in public.messages.
  translated_text text not null constraint message_translations_text_length
    check (char_length(translated_text) <= 20000 and translated_text ~ '\S'),
  -- `none`: the text needed no translation, and is what was written.
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

-- The subquery sees the messages of the caller's own sessions alone: that is the policy of public.messages.
drop policy if exists "Read translations of one's chats" on public.message_translations;
create policy "Read translations of one's chats" on public.message_translations
  for select to authenticated
  using (exists (select 1 from public.messages m where m.id = message_translations.message_id));

-- Words of a voice message that are written down anew: what was made of the old ones is none of theirs.
create or replace function private.drop_translations_of_old_words() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.message_translations where message_id = new.id;
    return null;
  end
  $$;
revoke all on function private.drop_translations_of_old_words() from public;
drop trigger if exists drop_translations_of_old_words on public.messages;
create trigger drop_translations_of_old_words after update of content, transcript, source_language on public.messages
  for each row
  when (
    (old.content, old.transcript, old.source_language) is distinct from (new.content, new.transcript, new.source_language)
  )
  execute function private.drop_translations_of_old_words();
