-- The opaque id in a badge's code, kept with the card (docs/adr/0084).

alter table public.scanned_cards
  add column badge text constraint scanned_cards_badge_length check (char_length(badge) <= 300),
  drop constraint scanned_cards_not_blank,
  add constraint scanned_cards_not_blank check (
    concat(name, company, designation, email, phone, website, linkedin, whatsapp, wechat, badge) ~ '\S'
  );
grant insert (badge), update (badge) on public.scanned_cards to authenticated;

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
