-- A vendor's knowledge base: pasted texts and files, split into passages, from which the assistant
-- answers questions. Only the vendor's booth can read it.

-- A text in the form that searches compare, with a space around each word. Runs of Chinese
-- characters count as words. Separators are listed, since locales disagree about them.
create function private.material_key(given text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select ' ' || btrim(regexp_replace(
      regexp_replace(
        private.search_key(given),
        '([\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+)', ' \1 ', 'g'
      ),
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u2bff\u3000-\u303f\u30fb\ue000-\uf8ff\ufe10-\ufe6f\uff00-\uff0f\ufffd\U0001f000-\U0001ffff]+',
      ' ', 'g'
    )) || ' '
  $$;

-- The patterns to look for in such keys to answer a question: every two neighbouring Chinese
-- characters; Arabic words without the article, anywhere in a word; the beginnings of longer words,
-- without a plural s; short words and numbers as they are.
create function private.material_patterns(question text) returns text[]
  language sql immutable parallel safe set search_path = ''
  as $$
    with words as (
      select word from unnest(string_to_array(btrim(private.material_key(question)), ' ')) word where word <> ''
    ),
    patterns as (
      select substr(word, at, 2) as pattern
        from words, generate_series(1, greatest(char_length(word) - 1, 1)) at
        where word ~ '^[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]'
      union
      select case
          when stem ~ '[0-9]' or char_length(stem) < 3 then ' ' || stem || ' '
          when stem ~ '[\u0600-\u06ff]' then stem
          when char_length(stem) > 3 then ' ' || stem
          else ' ' || stem || ' '
        end
        from (
          select case
              when word ~ '[\u0600-\u06ff]' then regexp_replace(word, '^([وفبك]?ال|لل)(?=.{3})', '')
              else regexp_replace(word, '^(.{3,}[^s0-9])s$', '\1')
            end as stem
          from words
          where word !~ '^[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]'
        ) stems
    )
    select coalesce(array_agg(pattern), '{}') from (select pattern from patterns limit 200) first_ones
  $$;
revoke all on function private.material_key(text), private.material_patterns(text) from public;
grant execute on function private.material_key(text), private.material_patterns(text) to authenticated, service_role;

create table public.material_documents (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  title text not null
    constraint material_documents_title_length check (title ~ '\S' and char_length(title) <= 120),
  pages int not null constraint material_documents_pages check (pages between 1 and 200),
  characters int not null constraint material_documents_characters check (characters between 1 and 300000),
  created_at timestamptz not null default clock_timestamp(),
  constraint material_documents_id_owner_id_key unique (id, owner_id)
);
create index material_documents_owner_id_idx on public.material_documents (owner_id, created_at);

create table public.material_passages (
  document_id uuid not null,
  -- Place in the document, from 1.
  ordinal int not null constraint material_passages_ordinal check (ordinal between 1 and 2000),
  -- The document's owner: searches start with it.
  owner_id uuid not null,
  page int not null constraint material_passages_page check (page between 1 and 200),
  content text not null
    constraint material_passages_content_length check (content ~ '\S' and char_length(content) <= 1000),
  key text not null generated always as (private.material_key(content)) stored,
  primary key (document_id, ordinal),
  constraint material_passages_document_fkey foreign key (document_id, owner_id)
    references public.material_documents (id, owner_id) on delete cascade
);
create index material_passages_owner_id_idx on public.material_passages (owner_id);

alter table public.material_documents enable row level security;
alter table public.material_passages enable row level security;
revoke all on public.material_documents, public.material_passages from public, anon, authenticated;
-- Only add_material() adds rows, and none is ever changed.
grant select, delete on public.material_documents to authenticated;
grant select on public.material_passages to authenticated;
grant all on public.material_documents, public.material_passages to service_role;

create policy "Prove the second factor first" on public.material_documents
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.material_passages
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own material" on public.material_documents
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Delete one's own material" on public.material_documents
  for delete to authenticated using (owner_id = (select private.my_booth()));

create policy "Read passages of one's own material" on public.material_passages
  for select to authenticated using (owner_id = (select private.my_booth()));

-- Adds a document of the caller's with all its passages, or nothing.
-- passages: [{page, content}] in the order of the document.
-- document_id: chosen by the caller, the same for each attempt; a document that is there already stays.
-- Errors: 42501 when the caller is no vendor, PT409 beyond 20 documents, 23514 for a bad page.
create function public.add_material(title text, pages int, passages jsonb, document_id uuid default gen_random_uuid())
  returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    mine uuid := private.my_booth();
  begin
    if not exists (select from public.profiles p where p.id = mine and p.role = 'vendor') then
      raise exception 'Only vendors have material' using errcode = '42501';
    end if;
    -- Serialises devices that add at the same time.
    perform pg_advisory_xact_lock(hashtextextended('material_documents:' || mine, 0));
    if exists (
      select from public.material_documents d where d.id = add_material.document_id and d.owner_id = mine
    ) then
      return add_material.document_id;
    end if;
    if (select count(*) from public.material_documents d where d.owner_id = mine) >= 20 then
      raise exception 'There may be 20 documents at most'
        using errcode = 'PT409', hint = 'Delete a document that is not needed';
    end if;
    if exists (
      select from jsonb_array_elements(add_material.passages) given
      where (given ->> 'page')::int > add_material.pages
    ) then
      raise exception 'A passage stands on a page that the document does not have' using errcode = '23514';
    end if;
    insert into public.material_documents (id, owner_id, title, pages, characters)
      select add_material.document_id, mine, btrim(add_material.title), add_material.pages,
        coalesce(sum(char_length(given ->> 'content')), 0)
      from jsonb_array_elements(add_material.passages) given;
    insert into public.material_passages (document_id, ordinal, owner_id, page, content)
      select add_material.document_id, place, mine, (given ->> 'page')::int, given ->> 'content'
      from jsonb_array_elements(add_material.passages) with ordinality listed (given, place);
    return add_material.document_id;
  end
  $$;
revoke all on function public.add_material(text, int, jsonb, uuid) from public, anon, service_role;
grant execute on function public.add_material(text, int, jsonb, uuid) to authenticated;

-- The passages of the caller's own knowledge base that may answer a question. A base of up to
-- `whole_up_to` characters is returned as a whole, since the question may be in another language;
-- else the `most` passages with the highest score, where rare patterns weigh more.
create function public.search_material(question text, whole_up_to int default 20000, most int default 12)
  returns table (title text, pages int, page int, content text)
  language sql stable security invoker set search_path = ''
  as $$
    with asked as materialized (select private.material_patterns(left(search_material.question, 2000)) as patterns),
    mine as materialized (
      select p.document_id, p.ordinal, p.characters,
        array(select pattern from unnest(asked.patterns) pattern where position(pattern in p.key) > 0) as hits
      from asked, (
        -- The concatenation decompresses a long key once, and not for each pattern.
        select document_id, ordinal, char_length(content) as characters, key || '' as key
        from public.material_passages
        where owner_id = (select private.my_booth())
        offset 0
      ) p
    ),
    size as (
      select count(*) as passages,
        -- Each passage also needs room for its title and page.
        coalesce(sum(m.characters + 100), 0) <= search_material.whole_up_to as is_short
      from mine m
    ),
    weights as (
      select found.hit, ln(1 + (size.passages - count(*) + 0.5) / (count(*) + 0.5)) as weight
      from size, mine m, unnest(m.hits) found (hit)
      group by found.hit, size.passages
    ),
    scores as (
      select m.document_id, m.ordinal, sum(w.weight) as score
      from mine m, unnest(m.hits) found (hit) join weights w on w.hit = found.hit
      group by m.document_id, m.ordinal
    ),
    chosen as (
      (select m.document_id, m.ordinal, 0::numeric as score from mine m, size where size.is_short)
      union all
      (select s.document_id, s.ordinal, s.score::numeric from scores s, size where not size.is_short
        order by s.score desc, s.document_id, s.ordinal limit search_material.most)
    )
    select d.title, d.pages, p.page, p.content
    from chosen c
    join public.material_documents d on d.id = c.document_id
    join public.material_passages p on p.document_id = c.document_id and p.ordinal = c.ordinal
    order by c.score desc, d.created_at, c.document_id, c.ordinal
  $$;
revoke all on function public.search_material(text, int, int) from public, anon, service_role;
grant execute on function public.search_material(text, int, int) to authenticated;
