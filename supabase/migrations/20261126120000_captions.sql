-- The words of a picture or file are its caption, in the column `transcript`
-- (docs/adr/0077-pictures-light-and-beside-the-queue.md): its translation is proved as that of a text is.
create or replace function private.verify_translation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The server and the database owner are not checked.
    if auth.uid() is null or new.translation_engine is null then return new; end if;
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
