-- Saved cards: scanned business cards. A card that a member of a booth's team keeps belongs to the booth
-- (docs/adr/0018), any other to the person who scanned it. No one else can see it: the person on it gave a
-- paper card and has no account.

create table public.scanned_cards (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default private.my_booth() references public.profiles (id) on delete cascade,
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
  -- Who of a booth's team scanned the card; null for a vendor without staff, and in a person's own box.
  scanned_by uuid references public.profiles (id) on delete set null,
  constraint scanned_cards_not_blank check (
    concat(name, company, designation, email, phone, website, linkedin, whatsapp, wechat, badge) ~ '\S'
  )
);
-- The box newest first; also serves the foreign key.
create index scanned_cards_owner_id_created_at_idx
  on public.scanned_cards (owner_id, created_at desc, id);
create index scanned_cards_scanned_by_idx on public.scanned_cards (scanned_by) where scanned_by is not null;

-- Who scanned a booth's card is a member of its team: the one who is named, as when a deleted card is put
-- back, else the one who keeps it.
-- Error: PT400 for a person who is not of the team.
create function private.note_who_scanned() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The server and the database owner are not checked.
    if auth.uid() is null then
      return new;
    end if;
    -- Row-level security refuses a card of another booth, and answers nothing about its team.
    if new.owner_id is distinct from private.my_booth()
      or not exists (select 1 from public.booth_members m where m.owner_id = new.owner_id)
    then
      new.scanned_by := null;
    elsif new.scanned_by is null then
      new.scanned_by := private.my_profile_id();
    elsif private.booth_of(new.scanned_by) <> new.owner_id then
      raise exception using errcode = 'PT400', message = 'This person does not work at the booth';
    end if;
    return new;
  end
  $$;
revoke all on function private.note_who_scanned() from public;
create trigger note_who_scanned before insert on public.scanned_cards
  for each row execute function private.note_who_scanned();

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
  id, owner_id, name, company, designation, email, phone, website, linkedin, whatsapp, wechat, badge, tags, note, created_at, scanned_by
) on public.scanned_cards to authenticated;
grant update (name, company, designation, email, phone, website, linkedin, whatsapp, wechat, badge, tags, note)
  on public.scanned_cards to authenticated;
grant all on public.scanned_cards to service_role;

create policy "Prove the second factor first" on public.scanned_cards
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own cards" on public.scanned_cards
  for select to authenticated using (owner_id = any ((select private.my_vendors())::uuid[]));

-- A card that a member names as their own stays theirs: one that was scanned before they joined.
create policy "Keep a card" on public.scanned_cards
  for insert to authenticated with check (owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Change one's own cards" on public.scanned_cards
  for update to authenticated
  using (owner_id = any ((select private.my_vendors())::uuid[]))
  with check (owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Delete one's own cards" on public.scanned_cards
  for delete to authenticated using (owner_id = any ((select private.my_vendors())::uuid[]));

-- Merges several cards of one owner, all or nothing: `kept` gets the values of `card`, `others`
-- are deleted. seen: updated_at of all of them as the caller has read them.
-- Errors: PT409 when one of them was changed or deleted since, PT400 for cards of the caller and of the booth.
create function public.merge_scanned_cards(kept uuid, others uuid[], seen timestamptz[], card jsonb)
  returns public.scanned_cards
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    wanted uuid[] := (select array_agg(distinct id) from unnest(others || kept) id);
    given public.scanned_cards := jsonb_populate_record(null::public.scanned_cards, card);
    merged public.scanned_cards;
    found_count int;
    owner_count int;
    newest timestamptz;
  begin
    -- Locked in a fixed order, so that two devices do not deadlock.
    select count(*), count(distinct locked.owner_id), max(locked.updated_at) into found_count, owner_count, newest
      from (select c.owner_id, c.updated_at from public.scanned_cards c where c.id = any (wanted) order by c.id for update) locked;
    if found_count < 2 or found_count <> cardinality(wanted)
      or newest is distinct from (select max(at) from unnest(seen) at)
    then
      raise sqlstate 'PT409' using message = 'These cards have changed since';
    end if;
    if owner_count > 1 then
      raise sqlstate 'PT400' using message = 'Cards of two owners cannot be merged';
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

-- A card that was added on one device appears on the others, and on those of colleagues.
alter publication supabase_realtime add table public.scanned_cards;
alter table public.scanned_cards replica identity full;
