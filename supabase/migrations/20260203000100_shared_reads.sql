-- What reads of others, reads what they share: lists, invitations and notes, as before but for what is withheld from the caller.
-- Safe to run twice.

-- What somebody withholds from the caller; null where nothing is. For functions that tell a stranger of one person.
create or replace function private.withheld_from_me(owner uuid) returns text[]
  language sql stable security definer set search_path = ''
  as $$
    select case when withheld_from_me.owner is distinct from me.id then
      coalesce(
        (select c.withheld from public.card_shares c where c.owner_id = withheld_from_me.owner and c.viewer_id = me.id),
        (select d.withheld from public.card_share_defaults d where d.owner_id = withheld_from_me.owner)
      )
    end
    from (select private.my_profile_id() as id) me
  $$;
revoke all on function private.withheld_from_me(uuid) from public;

-- What anyone who has the id may know: the vendor's face and whether somebody has joined. No row for an unknown id.
create or replace function public.session_invite(session_id uuid)
  returns table (id uuid, status text, taken boolean, vendor jsonb)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.status, s.visitor_id is not null,
      jsonb_build_object(
        'id', v.id, 'name', v.name,
        'company', case when 'company' = any (private.withheld_from_me(v.id)) then null else v.company end,
        'avatar_url', v.avatar_url
      )
    from public.sessions s join public.profiles v on v.id = s.vendor_id
    where s.id = session_invite.session_id
  $$;

-- What anyone who has the code may know: the vendor's face and what the code is for; of a replaced one nothing but that. session_id:
-- the caller's own session through this code, also through its former codes. Error: PT404 for an unknown code.
create or replace function public.booth_invite(code text, device text default null)
  returns table (state text, label text, vendor jsonb, session_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select f.state,
        case when f.state <> 'replaced' then c.label end,
        case when f.state <> 'replaced' then
          jsonb_build_object(
            'id', v.id, 'name', v.name,
            'company', case when 'company' = any (private.withheld_from_me(v.id)) then null else v.company end,
            'avatar_url', v.avatar_url
          )
        end,
        (
          select s.id from public.sessions s
          where s.booth_code_id = c.id and s.visitor_id = private.my_profile_id()
        )
      from private.find_booth_code(booth_invite.code, booth_invite.device) f
      join public.booth_codes c on c.id = f.code_id
      join public.profiles v on v.id = c.vendor_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
  end
  $$;

-- The caller's chats as a list shows them. Both people are read for the rows of a page alone: after these have been sorted and cut.
create or replace view public.session_summaries with (security_invoker = true) as
  select
    s.id, s.vendor_id, s.visitor_id, s.status, s.created_at, s.joined_at,
    (
      select jsonb_build_object('id', v.id, 'name', v.name, 'company', v.company, 'avatar_url', v.avatar_url)
      from private.seen_profiles v where v.id = s.vendor_id
    ) as vendor,
    (
      select jsonb_build_object('id', p.id, 'name', p.name, 'company', p.company, 'avatar_url', p.avatar_url)
      from private.seen_profiles p where p.id = s.visitor_id
    ) as visitor,
    case when newest.id is not null then
      jsonb_build_object(
        'id', newest.id, 'sender_id', newest.sender_id, 'type', newest.type, 'created_at', newest.created_at,
        'content', left(newest.content, 160), 'translated_content', left(newest.translated_content, 160),
        'source_language', newest.source_language, 'target_language', newest.target_language
      )
    end as last_message,
    -- Counted up to 100: whoever is that far behind reads '99+'.
    unread.count as unread_count,
    due.since as waiting_since,
    mine.last_read_at, mine.seen_at,
    greatest(s.created_at, s.joined_at, newest.created_at) as last_activity
  from (select private.my_profile_id() as id offset 0) me
  cross join public.sessions s
  left join public.session_reads mine
    on mine.session_id = s.id and mine.profile_id = me.id
  left join lateral (
    select m.* from public.messages m
    where m.session_id = s.id
    order by m.created_at desc, m.id desc limit 1
  ) newest on true
  cross join lateral (
    select count(*)::int as count from (
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id = case when s.vendor_id = me.id then s.visitor_id else s.vendor_id end
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      limit 100
    ) counted
  ) unread
  -- The first message of the other side after the caller's last one.
  left join lateral (
    select own.created_at from public.messages own
    where own.session_id = s.id and own.sender_id = me.id and newest.sender_id <> me.id
    order by own.created_at desc limit 1
  ) answered on true
  left join lateral (
    select m.created_at as since from public.messages m
    where newest.sender_id <> me.id
      and m.session_id = s.id
      and m.sender_id = newest.sender_id
      and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
    order by m.created_at limit 1
  ) due on true;

-- What a search compares of a profile, also field by field: where something is withheld, the rest is put together. Making it from the
-- fields themselves would take seconds for a list of thousands.
alter table private.profile_search_keys
  add column if not exists name text,
  add column if not exists company text,
  add column if not exists email text,
  add column if not exists designation text;

create or replace function private.keep_profile_search_key() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.profile_search_keys as known (profile_id, key, name, company, email, designation)
      values (
        new.id, private.search_key(concat_ws(E'\n', new.name, new.company, new.email, new.designation)),
        private.search_key(new.name), private.search_key(new.company), private.search_key(new.email),
        private.search_key(new.designation)
      )
      on conflict (profile_id) do update set
        key = excluded.key, name = excluded.name, company = excluded.company, email = excluded.email,
        designation = excluded.designation;
    return null;
  end
  $$;
update private.profile_search_keys k
  set name = private.search_key(p.name), company = private.search_key(p.company), email = private.search_key(p.email),
    designation = private.search_key(p.designation)
  from public.profiles p where p.id = k.profile_id and k.name is null;

-- Everybody whom the caller has met or noted something about, with what is noted. Who withholds something is no row of `profiles` to the
-- caller and is read one by one (q); the many others are found as fast as ever.
create or replace view public.lead_list with (security_invoker = true) as
  select
    met.person_id,
    coalesce(p.role, q.role) as role, coalesce(p.name, q.name) as name, coalesce(p.company, q.company) as company,
    coalesce(p.designation, q.designation) as designation, coalesce(p.email, q.email) as email,
    coalesce(p.phone, q.phone) as phone, coalesce(p.website, q.website) as website, coalesce(p.linkedin, q.linkedin) as linkedin,
    coalesce(p.whatsapp, q.whatsapp) as whatsapp, coalesce(p.wechat, q.wechat) as wechat,
    coalesce(p.language, q.language) as language, coalesce(p.avatar_url, q.avatar_url) as avatar_url,
    met.met_at,
    coalesce(l.status, 'new') as status, l.rating, coalesce(l.tags, '{}') as tags, l.note, coalesce(l.answers, '{}') as answers,
    l.follow_up_on, coalesce(l.version, 0) as version, l.updated_at,
    greatest(met.met_at, l.updated_at) as changed_at,
    concat_ws(E'\n',
      case when met.person_id in (select w.owner_id from private.withholders w) then (
        select concat_ws(
          ' ', k.name,
          case when 'company' = any (w.withheld) then null else k.company end,
          case when 'email' = any (w.withheld) then null else k.email end,
          case when 'designation' = any (w.withheld) then null else k.designation end
        )
        from private.withholders w where w.owner_id = met.person_id
      ) else k.key end,
      l.search
    ) as search
  from (
    select person_id, min(at) as met_at from (
      select s.visitor_id as person_id, coalesce(s.joined_at, s.created_at) as at
        from public.sessions s
        where s.vendor_id = (select private.my_profile_id()) and s.visitor_id is not null
      union all
      select s.vendor_id, coalesce(s.joined_at, s.created_at)
        from public.sessions s
        where s.visitor_id = (select private.my_profile_id())
      union all
      select noted.person_id, noted.created_at
        from public.leads noted
        where noted.owner_id = (select private.my_profile_id())
    ) seen
    group by person_id
  ) met
  left join public.profiles p on p.id = met.person_id
  left join lateral (
    select * from private.seen_profiles seen where p.id is null and seen.id = met.person_id limit 1
  ) q on true
  left join private.profile_search_keys k on k.profile_id = met.person_id
  left join public.leads l on l.owner_id = (select private.my_profile_id()) and l.person_id = met.person_id
  where p.id is not null or q.id is not null;
