-- What was attached to a message stays (docs/adr/0031): the words of a recording and the writer's own translation are attached once, when
-- they have been made. Whoever could rewrite them later could make a report show what was never heard, or a price what was never read. The
-- first one stays, without an error, as a device repeats what it has no answer to; the server and the owner may write them anew. Safe to
-- run twice.
create or replace function private.keep_attached_words() returns trigger
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
drop trigger if exists keep_attached_words on public.messages;
create trigger keep_attached_words before update on public.messages
  for each row when (old.transcript is not null or old.translated_content is not null)
  execute function private.keep_attached_words();
