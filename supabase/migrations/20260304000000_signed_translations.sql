-- Proof of who translated a message (docs/adr/0047-signed-translations.md). A sender attaches the translation to their own message, so
-- the name of an engine is only kept with a signature that the server made when it translated. A translation without one stays, as the
-- sender's own words: `translation_engine` is null. Uses nothing that a hosted Supabase lacks; safe to run twice.

create table if not exists private.translation_key (
  only_row boolean primary key default true check (only_row),
  -- 244 random bits; gen_random_uuid is the only strong source that needs no extension.
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
revoke all on private.translation_key from public, anon, authenticated, service_role;
insert into private.translation_key default values on conflict do nothing;

-- HMAC by nesting, as a hosted Supabase keeps pgcrypto in a schema that varies. The array keeps fields from running into each other.
create or replace function private.translation_signature(
  user_id uuid, words text, target text, translated text, engine text
) returns text
  language sql stable strict security definer set search_path = ''
  as $$
    select encode(
      sha256(convert_to(k.key, 'UTF8') || sha256(convert_to(
        k.key || jsonb_build_array(user_id, btrim(words, E' \t\n\r'), target, translated, engine)::text, 'UTF8'))),
      'hex')
    from private.translation_key k
  $$;
revoke all on function private.translation_signature(uuid, text, text, text, text) from public, anon, authenticated;

-- For the function `translate` alone.
create or replace function public.sign_translation(
  user_id uuid, words text, target text, translated text, engine text
) returns text
  language sql stable strict security definer set search_path = ''
  as $$ select private.translation_signature(user_id, words, target, translated, engine) $$;
revoke all on function public.sign_translation(uuid, text, text, text, text) from public, anon, authenticated;
grant execute on function public.sign_translation(uuid, text, text, text, text) to service_role;

-- Only travels: the trigger below reads it and stores null.
alter table public.messages add column if not exists translation_signature text
  constraint messages_translation_signature_is_not_stored check (translation_signature is null);
grant insert (translation_signature), update (translation_signature) on public.messages to authenticated;

create or replace function private.verify_translation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    signature text := new.translation_signature;
    verified boolean := false;
  begin
    new.translation_signature := null;
    -- The server and the owner write as they like.
    if auth.uid() is null or new.translation_engine is null then return new; end if;
    if tg_op = 'UPDATE' then
      verified := (old.translated_content, old.target_language, old.translation_engine, old.transcript)
        is not distinct from (new.translated_content, new.target_language, new.translation_engine, new.transcript);
    end if;
    if not verified then
      verified := signature is not distinct from private.translation_signature(
        auth.uid(), case when new.type = 'audio' then new.transcript else new.content end,
        new.target_language, new.translated_content, new.translation_engine
      ) and signature is not null;
    end if;
    if not verified then new.translation_engine := null; end if;
    return new;
  end
  $$;
revoke all on function private.verify_translation() from public;
drop trigger if exists verify_translation on public.messages;
-- Triggers run in the order of their names: after `keep_attached_words`, which puts attached translations back.
create trigger verify_translation before insert or update on public.messages
  for each row execute function private.verify_translation();

-- Reports show the translation that the reader saw, and who made it.
drop view if exists public.report_desk;
drop view if exists public.report_list;
create view public.report_list with (security_invoker = true) as
  select
    r.id, r.created_at, r.status, r.closed_at, r.reason, r.details, r.session_id,
    jsonb_build_object('id', by.id, 'name', by.name, 'company', by.company, 'role', by.role) as reporter,
    case when about.id is not null then
      jsonb_build_object('id', about.id, 'name', about.name, 'company', about.company, 'role', about.role)
    end as reported,
    (select count(*)::int from public.reports o where o.reported_id = r.reported_id and o.id <> r.id) as other_reports,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', m.id, 'sender_id', m.sender_id, 'type', m.type, 'content', m.content, 'transcript', m.transcript,
        'source_language', m.source_language, 'translated_content', m.translated_content,
        'target_language', m.target_language, 'translation_engine', m.translation_engine, 'created_at', m.created_at
      ) order by m.created_at, m.id)
      from public.messages m where m.id = any (r.message_ids)
    ), '[]') as messages
  from public.reports r
  join public.profiles by on by.id = r.reporter_id
  left join public.profiles about on about.id = r.reported_id;
revoke all on public.report_list from public, anon, authenticated;
grant select on public.report_list to service_role;
create view public.report_desk with (security_invoker = true) as
  select l.*,
    jsonb_build_object('text', coalesce(n.note, ''), 'revision', coalesce(n.revision, 0), 'updated_at', n.updated_at) as note
  from public.report_list l left join public.report_notes n on n.report_id = l.id;
revoke all on public.report_desk from public, anon, authenticated;
grant select on public.report_desk to service_role;
