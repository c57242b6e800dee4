-- The card box: scanned business cards of people whom somebody met, kept as contacts. A card belongs to whoever scanned it and
-- nobody else sees it: the person on it has given a paper card, not an account. Safe to run twice.

-- Whether every tag is a word or two that somebody wrote. A check cannot hold a subquery, so a function looks.
create or replace function private.are_tags(tags text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(array_ndims(tags), 1) = 1 and cardinality(tags) <= 20
      and not exists (select 1 from unnest(tags) tag where tag is null or tag !~ '\S' or char_length(tag) > 40)
  $$;
revoke all on function private.are_tags(text[]) from public;
grant execute on function private.are_tags(text[]) to authenticated, service_role;

create table if not exists public.scanned_cards (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- Lengths as in public.profiles.
  name text constraint scanned_cards_name_length check (char_length(name) <= 200),
  company text constraint scanned_cards_company_length check (char_length(company) <= 200),
  designation text constraint scanned_cards_designation_length check (char_length(designation) <= 200),
  email text constraint scanned_cards_email_length check (char_length(email) <= 320),
  phone text constraint scanned_cards_phone_length check (char_length(phone) <= 100),
  website text constraint scanned_cards_website_length check (char_length(website) <= 500),
  linkedin text constraint scanned_cards_linkedin_length check (char_length(linkedin) <= 500),
  whatsapp text constraint scanned_cards_whatsapp_length check (char_length(whatsapp) <= 100),
  wechat text constraint scanned_cards_wechat_length check (char_length(wechat) <= 100),
  tags text[] not null default '{}' constraint scanned_cards_tags_check check (private.are_tags(tags)),
  note text constraint scanned_cards_note_length check (char_length(note) <= 4000),
  -- When the card was scanned: without a network that is before the row can be written, so that clients may give it.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint scanned_cards_not_blank check (
    concat(name, company, designation, email, phone, website, linkedin, whatsapp, wechat) ~ '\S'
  )
);
-- The box newest first; it serves the foreign key as well.
create index if not exists scanned_cards_owner_id_created_at_idx
  on public.scanned_cards (owner_id, created_at desc, id);

create or replace function private.stamp_card() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    -- A device whose clock is ahead dates nothing into the future.
    if tg_op = 'INSERT' then
      new.created_at := least(new.created_at, new.updated_at);
    end if;
    return new;
  end
  $$;
drop trigger if exists stamp_card on public.scanned_cards;
create trigger stamp_card before insert or update on public.scanned_cards
  for each row execute function private.stamp_card();

alter table public.scanned_cards enable row level security;
revoke all on public.scanned_cards from public, anon, authenticated;
grant select, delete on public.scanned_cards to authenticated;
grant insert (
  id, owner_id, name, company, designation, email, phone, website, linkedin, whatsapp, wechat, tags, note, created_at
) on public.scanned_cards to authenticated;
grant update (name, company, designation, email, phone, website, linkedin, whatsapp, wechat, tags, note)
  on public.scanned_cards to authenticated;
grant all on public.scanned_cards to service_role;

drop policy if exists "Read one's own cards" on public.scanned_cards;
create policy "Read one's own cards" on public.scanned_cards
  for select to authenticated using (owner_id = (select private.my_profile_id()));

drop policy if exists "Keep a card" on public.scanned_cards;
create policy "Keep a card" on public.scanned_cards
  for insert to authenticated with check (owner_id = (select private.my_profile_id()));

drop policy if exists "Change one's own cards" on public.scanned_cards;
create policy "Change one's own cards" on public.scanned_cards
  for update to authenticated
  using (owner_id = (select private.my_profile_id()))
  with check (owner_id = (select private.my_profile_id()));

drop policy if exists "Delete one's own cards" on public.scanned_cards;
create policy "Delete one's own cards" on public.scanned_cards
  for delete to authenticated using (owner_id = (select private.my_profile_id()));

-- Makes several cards of the caller one: `kept` gets the values of `card`, `others` go. All or nothing.
-- seen: updated_at of all of them as the caller has seen them. A card that was changed on another device since is not overwritten:
-- the call ends with PT409, and so it does when one of them is gone.
create or replace function public.merge_scanned_cards(kept uuid, others uuid[], seen timestamptz[], card jsonb)
  returns public.scanned_cards
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    wanted uuid[] := (select array_agg(distinct id) from unnest(others || kept) id);
    given public.scanned_cards := jsonb_populate_record(null::public.scanned_cards, card);
    merged public.scanned_cards;
    found_count int;
    newest timestamptz;
  begin
    -- Locked in one order, so that two devices cannot wait for each other.
    select count(*), max(locked.updated_at) into found_count, newest
      from (select c.updated_at from public.scanned_cards c where c.id = any (wanted) order by c.id for update) locked;
    if found_count < 2 or found_count <> cardinality(wanted)
      or newest is distinct from (select max(at) from unnest(seen) at)
    then
      raise sqlstate 'PT409' using message = 'These cards have changed since';
    end if;
    delete from public.scanned_cards c where c.id = any (wanted) and c.id <> kept;
    update public.scanned_cards c
      set name = given.name, company = given.company, designation = given.designation, email = given.email,
        phone = given.phone, website = given.website, linkedin = given.linkedin, whatsapp = given.whatsapp,
        wechat = given.wechat, tags = coalesce(given.tags, '{}'), note = given.note
      where c.id = kept
      returning c.* into strict merged;
    return merged;
  end
  $$;
revoke all on function public.merge_scanned_cards(uuid, uuid[], timestamptz[], jsonb) from public, anon;
grant execute on function public.merge_scanned_cards(uuid, uuid[], timestamptz[], jsonb) to authenticated, service_role;

-- A card that was kept on one device appears on the others.
do $$
begin
  if not exists (
    select 1 from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'scanned_cards'
  ) then
    alter publication supabase_realtime add table public.scanned_cards;
  end if;
end
$$;
