-- Cards that a member of a booth's team keeps belong to the booth (docs/adr/0091).

alter table public.scanned_cards
  alter column owner_id set default private.my_booth(),
  add column scanned_by uuid references public.profiles (id) on delete set null;
create index scanned_cards_scanned_by_idx on public.scanned_cards (scanned_by) where scanned_by is not null;
grant insert (scanned_by) on public.scanned_cards to authenticated;

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

alter policy "Read one's own cards" on public.scanned_cards
  using (owner_id = any ((select private.my_vendors())::uuid[]));
alter policy "Keep a card" on public.scanned_cards
  with check (owner_id = any ((select private.my_vendors())::uuid[]));
alter policy "Change one's own cards" on public.scanned_cards
  using (owner_id = any ((select private.my_vendors())::uuid[]))
  with check (owner_id = any ((select private.my_vendors())::uuid[]));
alter policy "Delete one's own cards" on public.scanned_cards
  using (owner_id = any ((select private.my_vendors())::uuid[]));

create or replace function public.merge_scanned_cards(kept uuid, others uuid[], seen timestamptz[], card jsonb)
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

-- One statement may now keep cards of two owners: each is counted.
create or replace function private.keep_row_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    keepers constant uuid[] := array[private.my_profile_id(), private.my_booth()];
    keeper uuid;
    used bigint;
  begin
    -- One statement may keep cards of the caller and of the booth; the order is fixed, so that two do not deadlock.
    for keeper in select distinct a.owner_id from added a where a.owner_id = any (keepers) order by 1 loop
      perform private.require_installation_quota(tg_argv[0], tg_relid::regclass);
      perform private.lock_quota(tg_argv[0], keeper);
      execute format('select count(*) from %s t where t.owner_id = $1', tg_relid::regclass) into used using keeper;
      perform private.require_quota(tg_argv[0], used, tg_argv[1]);
    end loop;
    return null;
  end
  $$;

create or replace function public.match_badges() returns int
  language sql volatile security invoker set search_path = ''
  as $$
    with filled as (
      update public.scanned_cards c
        set name = a.name, company = coalesce(c.company, a.company),
          designation = coalesce(c.designation, a.designation), email = coalesce(c.email, a.email),
          phone = coalesce(c.phone, a.phone)
        from private.attendees_of(array(
          select mine.badge from public.scanned_cards mine
          where mine.owner_id = any ((select private.my_vendors())::uuid[]) and mine.badge is not null and mine.name is null
          order by mine.created_at desc
        )) a
        where c.owner_id = any ((select private.my_vendors())::uuid[]) and c.badge = a.badge and c.name is null
        returning c.id
    )
    select count(*)::int from filled
  $$;
