-- What one shares, with everybody at once, and the record of what comes to a card later (docs/adr/0037). Safe to run twice.

-- everyone: the owner's default replaced what was chosen for each person who has the card; one line, whoever they are. filled: fields that
-- were empty have a value, which goes to those from whom they are not withheld; `withheld` says nothing then. Both without a viewer.
alter table public.card_share_history drop constraint if exists card_share_history_reason_check;
alter table public.card_share_history add constraint card_share_history_reason_check
  check (reason in ('exchange', 'choice', 'everyone', 'filled'));

create or replace function private.record_filled_fields() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    had constant text[] := private.fields_shared(old, '{}');
    filled text[];
  begin
    select array_agg(field) into filled from unnest(private.fields_shared(new, '{}')) field where field <> all (had);
    -- While nobody has the card, nothing is shared.
    if filled is not null and exists (select 1 from public.card_shares c where c.owner_id = new.id) then
      insert into public.card_share_history (owner_id, reason, shared, withheld) values (new.id, 'filled', filled, '{}');
    end if;
    return null;
  end
  $$;
revoke all on function private.record_filled_fields() from public;
drop trigger if exists record_filled_fields on public.profiles;
create trigger record_filled_fields after update on public.profiles
  for each row when (
    (old.company, old.designation, old.email, old.linkedin, old.phone, old.website, old.wechat, old.whatsapp)
    is distinct from
    (new.company, new.designation, new.email, new.linkedin, new.phone, new.website, new.wechat, new.whatsapp)
  )
  execute function private.record_filled_fields();

-- Makes the caller's default hold for everybody who has the card, in place of what was chosen for each of them. Returns for how many
-- something changed. Errors: PT403 for a caller without a profile, PT429 after 20 times in a day that gave something to somebody; nothing
-- keeps anybody from withdrawing.
create or replace function public.share_card_with_all() returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    standard text[];
    changed integer;
  begin
    if me is null then
      raise exception using errcode = 'PT403', message = 'Only who has a profile shares a card';
    end if;
    -- As share_card() does: choices of one person wait for each other.
    perform pg_advisory_xact_lock(hashtextextended('card_shares:' || me, 0));
    standard := coalesce((select d.withheld from public.card_share_defaults d where d.owner_id = me), '{}');
    if (
      select count(*) from public.card_share_history h
      where h.owner_id = me and h.reason = 'everyone' and h.created_at > now() - interval '1 day'
    ) >= 20 and exists (select 1 from public.card_shares c where c.owner_id = me and not c.withheld <@ standard) then
      raise exception using errcode = 'PT429', message = 'Too many changes', hint = 'Withdrawing is possible at any time';
    end if;
    update public.card_shares c set withheld = standard, changed_at = clock_timestamp()
      where c.owner_id = me and not (c.withheld <@ standard and c.withheld @> standard);
    get diagnostics changed = row_count;
    if changed > 0 then
      insert into public.card_share_history (owner_id, reason, shared, withheld)
        select me, 'everyone', private.fields_shared(p, standard), standard from public.profiles p where p.id = me;
      perform private.tell_profile_change(me);
    end if;
    return changed;
  end
  $$;
revoke all on function public.share_card_with_all() from public, anon;
grant execute on function public.share_card_with_all() to authenticated, service_role;
