-- A vendor's glossary: terms that translations keep as they are (brands, models), or always translate
-- in one way (materials). Only the vendor's booth can read it; visitors read the translations.

-- A term without differences of case, width, white space and Arabic letter variants: terms with the
-- same key are one entry.
create function private.glossary_key(term text) returns text
  language sql immutable set search_path = ''
  as $$
    select translate(
      regexp_replace(
        regexp_replace(lower(normalize(btrim(term), NFKC)), '[\u064B-\u065F\u0670\u0640]', '', 'g'), '\s+', ' ', 'g'),
      'أإآٱىیکة', 'ااااييكه')
  $$;
revoke all on function private.glossary_key(text) from public;
grant execute on function private.glossary_key(text) to authenticated, service_role;

create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  term text not null
    constraint glossary_terms_term_length check (term ~ '\S' and char_length(term) <= 100),
  -- keep: the term stays as it is written. fixed: it is translated as given.
  mode text not null default 'keep' constraint glossary_terms_mode_check check (mode in ('keep', 'fixed')),
  en text constraint glossary_terms_en_length check (en ~ '\S' and char_length(en) <= 100),
  zh text constraint glossary_terms_zh_length check (zh ~ '\S' and char_length(zh) <= 100),
  ar text constraint glossary_terms_ar_length check (ar ~ '\S' and char_length(ar) <= 100),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint glossary_terms_translations check ((mode = 'fixed') = (coalesce(en, zh, ar) is not null))
);
create unique index glossary_terms_owner_id_key on public.glossary_terms (owner_id, private.glossary_key(term));

-- Bounds the glossary: every message of the vendor's chats is searched for every term.
create function private.stamp_glossary_term() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    if tg_op = 'INSERT' then
      -- Serialises devices that add at the same time.
      perform pg_advisory_xact_lock(hashtextextended('glossary_terms:' || new.owner_id, 0));
      if (select count(*) from public.glossary_terms t where t.owner_id = new.owner_id) >= 500 then
        raise exception 'A glossary holds 500 terms at most' using errcode = 'PT409', hint = 'Delete terms that are not needed';
      end if;
    end if;
    return new;
  end
  $$;
create trigger stamp_glossary_term before insert or update on public.glossary_terms
  for each row execute function private.stamp_glossary_term();

-- A changed glossary removes the translations that readers asked for, which are then made again. The
-- translation that was attached when a message was sent stays, since both people have read it.
create function private.drop_translations_of_old_terms() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.message_translations kept
      using public.messages m, public.sessions s
      where kept.message_id = m.id and s.id = m.session_id
        and s.vendor_id in (select distinct changed.owner_id from changed_terms changed);
    return null;
  end
  $$;
revoke all on function private.drop_translations_of_old_terms() from public;
create trigger drop_translations_of_new_terms after insert on public.glossary_terms
  referencing new table as changed_terms
  for each statement execute function private.drop_translations_of_old_terms();
create trigger drop_translations_of_changed_terms after update on public.glossary_terms
  referencing old table as changed_terms
  for each statement execute function private.drop_translations_of_old_terms();
create trigger drop_translations_of_deleted_terms after delete on public.glossary_terms
  referencing old table as changed_terms
  for each statement execute function private.drop_translations_of_old_terms();

alter table public.glossary_terms enable row level security;
revoke all on public.glossary_terms from public, anon, authenticated;
grant select, delete on public.glossary_terms to authenticated;
grant insert (id, owner_id, term, mode, en, zh, ar) on public.glossary_terms to authenticated;
grant update (term, mode, en, zh, ar) on public.glossary_terms to authenticated;
grant all on public.glossary_terms to service_role;

create policy "Prove the second factor first" on public.glossary_terms
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own terms" on public.glossary_terms
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Add a term" on public.glossary_terms
  for insert to authenticated with check (
    owner_id = (select private.my_booth())
    -- Not by the caller's view of profiles: an owner may withhold something from their team.
    and private.is_vendor(owner_id)
  );

create policy "Change one's own terms" on public.glossary_terms
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

create policy "Delete one's own terms" on public.glossary_terms
  for delete to authenticated using (owner_id = (select private.my_booth()));

-- The terms that apply to a translation for `user_id`: in a chat those of its vendor, provided that
-- the user belongs to the chat; without a chat those of the user's booth. For the function `translate` only.
create function public.glossary_for(user_id uuid, session_id uuid default null)
  returns table (term text, mode text, en text, zh text, ar text)
  language sql stable security invoker set search_path = ''
  as $$
    select t.term, t.mode, t.en, t.zh, t.ar
    from public.profiles me
    left join public.sessions s on s.id = glossary_for.session_id 
      and (me.id in (s.vendor_id, s.visitor_id) or private.booth_of(me.id) = s.vendor_id)
    join public.glossary_terms t
      on t.owner_id = case when glossary_for.session_id is null then private.booth_of(me.id) else s.vendor_id end
    where me.user_id = glossary_for.user_id
    order by t.created_at, t.id
  $$;
revoke all on function public.glossary_for(uuid, uuid) from public, anon, authenticated;
grant execute on function public.glossary_for(uuid, uuid) to service_role;

-- Imports a list into the glossary of the caller's booth, all or nothing: existing terms are changed, new ones
-- are added, none is deleted. When a term occurs more than once, the last line counts.
create function public.import_glossary_terms(terms jsonb)
  returns table (added int, changed int)
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    mine uuid := private.my_booth();
    given jsonb;
  begin
    select jsonb_agg(line) into given from (
      select distinct on (private.glossary_key(item ->> 'term')) item as line
      from jsonb_array_elements(import_glossary_terms.terms) with ordinality listed (item, place)
      order by private.glossary_key(item ->> 'term'), place desc
    ) last_lines;
    update public.glossary_terms known
      set term = line.term, mode = line.mode, en = line.en, zh = line.zh, ar = line.ar
      from jsonb_to_recordset(given) line (term text, mode text, en text, zh text, ar text)
      where known.owner_id = mine and private.glossary_key(known.term) = private.glossary_key(line.term)
        and (known.term, known.mode, known.en, known.zh, known.ar)
          is distinct from (line.term, line.mode, line.en, line.zh, line.ar);
    get diagnostics changed = row_count;
    insert into public.glossary_terms (owner_id, term, mode, en, zh, ar)
      select mine, line.term, line.mode, line.en, line.zh, line.ar
      from jsonb_to_recordset(given) line (term text, mode text, en text, zh text, ar text)
      where not exists (
        select 1 from public.glossary_terms known
        where known.owner_id = mine and private.glossary_key(known.term) = private.glossary_key(line.term)
      );
    get diagnostics added = row_count;
    return next;
  end
  $$;
revoke all on function public.import_glossary_terms(jsonb) from public, anon;
grant execute on function public.import_glossary_terms(jsonb) to authenticated, service_role;
