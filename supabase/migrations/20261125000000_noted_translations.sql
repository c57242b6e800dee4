-- The database notes a digest of each translation that the function `translate` makes. The key that
-- signed translations goes: with a copy of the database it could forge them.

create unlogged table private.made_translations (
  digest bytea primary key,
  made_at timestamptz not null default now()
);
create index made_translations_made_at_idx on private.made_translations (made_at);
revoke all on private.made_translations from public, anon, authenticated, service_role;

create function private.translation_digest(
  user_id uuid, words text, target text, translated text, engine text
) returns bytea
  language sql immutable strict set search_path = ''
  as $$
    select sha256(convert_to(
      jsonb_build_array(user_id, btrim(words, E' \t\n\r'), target, translated, engine)::text, 'UTF8'))
  $$;
revoke all on function private.translation_digest(uuid, text, text, text, text) from public, anon, authenticated;

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
        auth.uid(), case when new.type = 'audio' then new.transcript else new.content end,
        new.target_language, new.translated_content, new.translation_engine)
    ) then new.translation_engine := null; end if;
    return new;
  end
  $$;

alter table public.messages drop column translation_signature;
-- Repeated without the column: the initial statements fail when they run again, as they name it.
grant insert (
  id, session_id, sender_id, content, translated_content, type, source_language, target_language, transcript, duration_ms,
  translation_engine
) on public.messages to authenticated;
grant update (translated_content, target_language, transcript, translation_engine)
  on public.messages to authenticated;

drop function public.sign_translation(uuid, text, text, text, text);
drop function private.translation_signature(uuid, text, text, text, text);
drop table private.translation_key;
