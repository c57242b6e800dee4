-- Saved cards: scanned business cards. A card belongs to the person who scanned it, and only they
-- can see it: the person on it gave a paper card and has no account.

create table public.scanned_cards (
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
  -- When the card was scanned. Clients may set it, since a scan without a network is stored later.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The opaque id in a badge's code, exactly as it was read.
  badge text constraint scanned_cards_badge_length check (char_length(badge) <= 300),
  constraint scanned_cards_not_blank check (
    concat(name, company, designation, email, phone, website, linkedin, whatsapp, wechat, badge) ~ '\S'
  )
);
-- The box newest first; also serves the foreign key.
create index scanned_cards_owner_id_created_at_idx
  on public.scanned_cards (owner_id, created_at desc, id);

create function private.stamp_card() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    -- A device whose clock is ahead cannot set a time in the future.
    if tg_op = 'INSERT' then
      new.created_at := least(new.created_at, new.updated_at);
    end if;
    return new;
  end
  $$;
create trigger stamp_card before insert or update on public.scanned_cards
  for each row execute function private.stamp_card();

alter table public.scanned_cards enable row level security;
revoke all on public.scanned_cards from public, anon, authenticated;
grant select, delete on public.scanned_cards to authenticated;
grant insert (
  id, owner_id, name, company, designation, email, phone, website, linkedin, whatsapp, wechat, badge, tags, note, created_at
) on public.scanned_cards to authenticated;
grant update (name, company, designation, email, phone, website, linkedin, whatsapp, wechat, badge, tags, note)
  on public.scanned_cards to authenticated;
grant all on public.scanned_cards to service_role;

create policy "Prove the second factor first" on public.scanned_cards
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own cards" on public.scanned_cards
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Keep a card" on public.scanned_cards
  for insert to authenticated with check (owner_id = (select private.my_profile_id()));

create policy "Change one's own cards" on public.scanned_cards
  for update to authenticated
  using (owner_id = (select private.my_profile_id()))
  with check (owner_id = (select private.my_profile_id()));

create policy "Delete one's own cards" on public.scanned_cards
  for delete to authenticated using (owner_id = (select private.my_profile_id()));

-- Merges several cards of the caller, all or nothing: `kept` gets the values of `card`, `others`
-- are deleted. seen: updated_at of all of them as the caller has read them.
-- Error: PT409 when one of them was changed or deleted since.
create function public.merge_scanned_cards(kept uuid, others uuid[], seen timestamptz[], card jsonb)
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
    -- Locked in a fixed order, so that two devices do not deadlock.
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
        wechat = given.wechat, badge = given.badge, tags = coalesce(given.tags, '{}'), note = given.note
      where c.id = kept
      returning c.* into strict merged;
    return merged;
  end
  $$;
revoke all on function public.merge_scanned_cards(uuid, uuid[], timestamptz[], jsonb) from public, anon;
grant execute on function public.merge_scanned_cards(uuid, uuid[], timestamptz[], jsonb) to authenticated, service_role;

-- A card that was added on one device appears on the others.
alter publication supabase_realtime add table public.scanned_cards;
alter table public.scanned_cards replica identity full;
