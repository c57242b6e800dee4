-- The schema of version 1.0.0. supabase/schemas explains it. Released: change it with a new migration.

-- 01_helpers.sql
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create function private.am_guest() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(((select auth.jwt()) ->> 'is_anonymous')::boolean, false) $$;
revoke all on function private.am_guest() from public;
grant execute on function private.am_guest() to authenticated, service_role;

create function private.are_tags(tags text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(array_ndims(tags), 1) = 1 and cardinality(tags) <= 20
      and not exists (select 1 from unnest(tags) tag where tag is null or tag !~ '\S' or char_length(tag) > 40)
  $$;
revoke all on function private.are_tags(text[]) from public;
grant execute on function private.are_tags(text[]) to authenticated, service_role;

create function private.search_key(given text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select case when octet_length(given) = char_length(given)
      then btrim(regexp_replace(lower(given), '\s+', ' ', 'g'))
      else btrim(regexp_replace(
        replace(replace(replace(replace(
          -- Letters without a counterpart in the second list are removed: the stand-alone hamza, the tatweel.
          translate(
            lower(regexp_replace(
              normalize(given, nfkd),
              '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0600-\u0605\u0610-\u061c\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u093c\u093e-\u094f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
              '', 'g'
            )),
            'øđðłħıٱىیةہک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ءـ',
            'oddlhiاييههك01234567890123456789'
          ),
          'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
        '\s+', ' ', 'g'
      ))
    end
  $$;
revoke all on function private.search_key(text) from public;
grant execute on function private.search_key(text) to authenticated, service_role;

create function private.stamp_version() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    if tg_op = 'INSERT' then
      new.version := 1;
      new.created_at := new.updated_at;
    else
      new.version := old.version + 1;
    end if;
    return new;
  end
  $$;

-- 02_second_factor.sql
create function private.second_factor_done() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce(nullif(current_setting('request.jwt.claim.aal', true), ''), auth.jwt() ->> 'aal', '') = 'aal2'
      or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified');
  end
  $$;

create function private.require_second_factor() returns void
  language plpgsql stable set search_path = ''
  as $$
  begin
    if not private.second_factor_done() then
      raise sqlstate 'PGRST' using
        message = '{"code": "insufficient_aal", "message": "This account has a second factor: prove it to go on"}',
        detail = '{"status": 403, "headers": {}}';
    end if;
  end
  $$;
revoke all on function private.second_factor_done(), private.require_second_factor() from public;
grant execute on function private.second_factor_done(), private.require_second_factor()
  to anon, authenticated, service_role;

-- 03_profiles.sql
create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  role text not null constraint profiles_role_check check (role in ('vendor', 'visitor')),
  email text constraint profiles_email_length check (char_length(email) <= 320),
  name text not null constraint profiles_name_length check (char_length(name) between 1 and 200),
  language text not null default 'en' constraint profiles_language_check check (language in ('en', 'zh', 'ar')),
  designation text constraint profiles_designation_length check (char_length(designation) <= 200),
  linkedin text constraint profiles_linkedin_length check (char_length(linkedin) <= 500),
  whatsapp text constraint profiles_whatsapp_length check (char_length(whatsapp) <= 100),
  wechat text constraint profiles_wechat_length check (char_length(wechat) <= 100),
  company text constraint profiles_company_length check (char_length(company) <= 200),
  phone text constraint profiles_phone_length check (char_length(phone) <= 100),
  website text constraint profiles_website_length check (char_length(website) <= 500),
  avatar_url text constraint profiles_avatar_url_length check (char_length(avatar_url) <= 2000),
  updated_at timestamptz not null default now()
);
create index profiles_role_idx on public.profiles (role);

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated;
grant select on public.profiles to authenticated;
grant insert (
  id, user_id, role, email, name, language, designation, linkedin, whatsapp, wechat, company, phone, website, avatar_url,
  updated_at
) on public.profiles to authenticated;
grant update (
  role, email, name, language, designation, linkedin, whatsapp, wechat, company, phone, website, avatar_url, updated_at
) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create function private.my_profile_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$ select id from public.profiles where user_id = (select auth.uid()) $$;

create function private.my_role() returns text
  language sql stable security definer set search_path = ''
  as $$ select role from public.profiles where user_id = (select auth.uid()) $$;

create function private.is_vendor(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.profiles where id = profile_id and role = 'vendor') $$;
revoke all on function private.my_profile_id(), private.my_role(), private.is_vendor(uuid) from public;
grant execute on function private.my_profile_id(), private.my_role(), private.is_vendor(uuid)
  to authenticated, service_role;

create policy "Prove the second factor first" on public.profiles
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Create one's own profile" on public.profiles
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "Change one's own profile" on public.profiles
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "Guests are visitors" on public.profiles
  as restrictive for insert to authenticated
  with check (role = 'visitor' or not (select private.am_guest()));

create policy "Guests stay visitors" on public.profiles
  as restrictive for update to authenticated
  with check (role = 'visitor' or not (select private.am_guest()));

create function private.keep_guest() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.profiles p set email = new.email, updated_at = now()
      where p.user_id = new.id and coalesce(p.email, '') = '';
    return null;
  end
  $$;
revoke all on function private.keep_guest() from public;
create trigger keep_guest after update on auth.users
  for each row
  when (old.is_anonymous and not new.is_anonymous and coalesce(new.email, '') <> '')
  execute function private.keep_guest();

alter publication supabase_realtime add table public.profiles;
alter table public.profiles replica identity full;

-- 03_staff.sql
create table public.booth_members (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- A person works at one booth only, and the owner of a team at their own.
  profile_id uuid not null unique references public.profiles (id) on delete cascade,
  joined_at timestamptz not null default clock_timestamp(),
  -- Since when the person is away; null: on duty.
  away_since timestamptz
);
create index booth_members_owner_id_joined_at_idx on public.booth_members (owner_id, joined_at);

alter table public.booth_members enable row level security;
revoke all on public.booth_members from public, anon, authenticated;
grant select on public.booth_members to authenticated;
grant all on public.booth_members to service_role;

create function private.booth_of(profile uuid) returns uuid
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select m.owner_id from public.booth_members m where m.profile_id = booth_of.profile), booth_of.profile) $$;

create function private.acts_alone() returns boolean
  language sql stable set search_path = ''
  as $$
    select case
      -- Nearly all requests: their headers need not be parsed.
      when current_setting('request.headers', true) like '%x-dragoman-own-records%'
        then coalesce(current_setting('request.headers', true)::jsonb ->> 'x-dragoman-own-records' = '1', false)
      else false
    end
  $$;

create function private.my_booth() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select coalesce(m.owner_id, p.id)
      from public.profiles p left join public.booth_members m on m.profile_id = p.id and not private.acts_alone()
      where p.user_id = auth.uid()
    );
  end
  $$;

create function private.my_workplace() returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select coalesce(m.owner_id, p.id)
      from public.profiles p left join public.booth_members m on m.profile_id = p.id
      where p.user_id = auth.uid()
    );
  end
  $$;

create function private.my_vendors() returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select case when m.owner_id is null or m.owner_id = p.id then array[p.id] else array[p.id, m.owner_id] end
      from public.profiles p left join public.booth_members m on m.profile_id = p.id and not private.acts_alone()
      where p.user_id = auth.uid()
    );
  end
  $$;
revoke all on function private.booth_of(uuid), private.acts_alone(), private.my_booth(),
  private.my_workplace(), private.my_vendors() from public;
grant execute on function private.booth_of(uuid), private.acts_alone(), private.my_booth(),
  private.my_workplace(), private.my_vendors() to authenticated, service_role;

create policy "Prove the second factor first" on public.booth_members
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "See who works at one's booth" on public.booth_members
  for select to authenticated
  using (owner_id = (select private.my_booth()) or profile_id = (select private.my_profile_id()));

alter publication supabase_realtime add table public.booth_members;
alter table public.booth_members replica identity full;

-- 04_sessions.sql
create table public.sessions (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.profiles (id) on delete cascade,
  visitor_id uuid references public.profiles (id) on delete cascade,
  status text not null default 'active' constraint sessions_status_check check (status in ('active')),
  created_at timestamptz not null default now(),
  -- When the visitor joined. A code may be on display for hours before a visitor scans it.
  joined_at timestamptz,
  -- The booth code through which the visitor came; null for other sessions, and after the code is
  -- deleted. 08_joining.sql adds the foreign key.
  booth_code_id uuid,
  -- Set while a visitor who found the vendor in the list has to be accepted; see 06_requests.sql.
  -- Null: an ordinary chat.
  request_state text
    constraint sessions_request_state_check check (request_state in ('waiting', 'accepted', 'declined')),
  -- When the first message of the request arrived. Before that, there is nothing to answer.
  requested_at timestamptz,
  -- Who of the booth's team answers this chat; null: anyone. Always null for a vendor
  -- without staff. And when the chat was last given to a person, which stays when it returns.
  assigned_to uuid references public.profiles (id) on delete set null,
  assigned_at timestamptz,
  constraint sessions_two_people check (vendor_id <> visitor_id)
);
create index sessions_vendor_id_created_at_idx on public.sessions (vendor_id, created_at desc);
create index sessions_visitor_id_created_at_idx on public.sessions (visitor_id, created_at desc);
create index sessions_open_invitations_idx on public.sessions (vendor_id) where visitor_id is null;
create index sessions_unanswered_requests_idx
  on public.sessions (visitor_id, vendor_id) where request_state in ('waiting', 'declined');

create index sessions_assigned_to_idx on public.sessions (assigned_to) where assigned_to is not null;

alter table public.sessions enable row level security;
revoke all on public.sessions from public, anon, authenticated;
grant select, delete on public.sessions to authenticated;
grant insert (id, vendor_id, visitor_id, status) on public.sessions to authenticated;
grant all on public.sessions to service_role;

create function private.has_joined_me(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions where vendor_id = (select private.my_booth()) and visitor_id = profile_id
    )
  $$;
revoke all on function private.has_joined_me(uuid) from public;
grant execute on function private.has_joined_me(uuid) to authenticated, service_role;

create policy "Prove the second factor first" on public.sessions
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own sessions" on public.sessions
  for select to authenticated
  using ((select private.my_profile_id()) in (vendor_id, visitor_id) or vendor_id = (select private.my_booth()));

create policy "Open a session" on public.sessions
  for insert to authenticated
  with check (
    (
      -- A vendor opens a session for the visitor who scans its code.
      vendor_id = (select private.my_booth())
      and visitor_id is null
      and (select private.my_role()) = 'vendor'
    )
    or (
      -- A visitor starts a chat from the list of vendors.
      visitor_id = (select private.my_profile_id())
      and (select private.my_role()) = 'visitor'
      and private.is_vendor(vendor_id)
    )
    or (
      -- A vendor starts another chat from the contacts, with a visitor who has joined one before.
      vendor_id = (select private.my_booth())
      and (select private.my_role()) = 'vendor'
      and private.has_joined_me(visitor_id)
    )
  );

create policy "Delete a session that no visitor has joined" on public.sessions
  for delete to authenticated
  using (vendor_id = any ((select private.my_vendors())::uuid[]) and visitor_id is null);

create function private.stamp_joining() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.visitor_id is null then
      new.joined_at := null;
    elsif tg_op = 'INSERT' or new.visitor_id is distinct from old.visitor_id then
      new.joined_at := clock_timestamp();
    end if;
    return new;
  end
  $$;
create trigger stamp_joining before insert or update of visitor_id on public.sessions
  for each row execute function private.stamp_joining();

create function private.who_answers(session public.sessions) returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select m.profile_id from public.booth_members m
    where m.profile_id = session.assigned_to and m.owner_id = session.vendor_id
  $$;
revoke all on function private.who_answers(public.sessions) from public;

create function private.assign_opened_chat() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    select m.profile_id, clock_timestamp() into new.assigned_to, new.assigned_at
      from public.booth_members m
      where m.owner_id = new.vendor_id and m.profile_id = private.my_profile_id() and m.profile_id is distinct from new.visitor_id;
    return new;
  end
  $$;
revoke all on function private.assign_opened_chat() from public;
create trigger assign_opened_chat before insert on public.sessions
  for each row when (new.assigned_to is null) execute function private.assign_opened_chat();

alter publication supabase_realtime add table public.sessions;
alter table public.sessions replica identity full;

-- 05_blocks.sql
create table public.blocks (
  blocker_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (blocker_id, blocked_id),
  constraint blocks_of_others check (blocker_id <> blocked_id)
);
create index blocks_blocked_id_idx on public.blocks (blocked_id, blocker_id);

alter table public.blocks enable row level security;
revoke all on public.blocks from public, anon, authenticated;
grant select, delete on public.blocks to authenticated;
grant insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant all on public.blocks to service_role;

create function private.knows(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select private.is_vendor(person) or exists (
      select 1 from public.sessions s where s.visitor_id = person and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
  $$;

create function private.are_parted(one uuid, other uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select 1 from public.blocks b where b.blocker_id = one and b.blocked_id = other)
      or exists (select 1 from public.blocks b where b.blocker_id = other and b.blocked_id = one)
  $$;
revoke all on function private.knows(uuid), private.are_parted(uuid, uuid) from public;
grant execute on function private.knows(uuid), private.are_parted(uuid, uuid) to authenticated, service_role;

create policy "Prove the second factor first" on public.blocks
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read whom one has blocked" on public.blocks
  for select to authenticated using (blocker_id = any ((select private.my_vendors())::uuid[]));

create policy "Block somebody one knows" on public.blocks
  for insert to authenticated
  with check (blocker_id = any ((select private.my_vendors())::uuid[]) and private.knows(blocked_id));

create policy "Unblock" on public.blocks
  for delete to authenticated using (blocker_id = any ((select private.my_vendors())::uuid[]));

create function private.refuse_between(sender uuid, other uuid, code text, refusal text) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.are_parted(sender, other) and sender = any (private.my_vendors()) then
      if exists (select 1 from public.blocks b where b.blocker_id = sender and b.blocked_id = other) then
        raise exception using errcode = code, message = 'You have blocked this person', hint = 'Unblock them first';
      end if;
      raise exception using errcode = code, message = refusal;
    end if;
  end
  $$;
revoke all on function private.refuse_between(uuid, uuid, text, text) from public;

create function private.refuse_parted_session() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.visitor_id = private.my_profile_id() then
      perform private.refuse_between(new.visitor_id, new.vendor_id, 'PT409', 'This chat cannot be opened');
    elsif new.vendor_id = any (private.my_vendors()) then
      perform private.refuse_between(new.vendor_id, new.visitor_id, 'PT409', 'This chat cannot be opened');
    end if;
    return new;
  end
  $$;
revoke all on function private.refuse_parted_session() from public;
create trigger refuse_parted before insert or update of visitor_id on public.sessions
  for each row when (new.visitor_id is not null) execute function private.refuse_parted_session();

alter publication supabase_realtime add table public.blocks;
alter table public.blocks replica identity full;

-- 06_requests.sql
create function private.hears(session public.sessions) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(session.request_state, 'accepted') = 'accepted'
      and not private.are_parted(session.vendor_id, session.visitor_id)
  $$;
revoke all on function private.hears(public.sessions) from public;
grant execute on function private.hears(public.sessions) to authenticated, service_role;

create function private.mark_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The database owner and the server set request_state themselves.
    if new.booth_code_id is null and new.visitor_id = private.my_profile_id() and not exists (
      select 1 from public.sessions s
      where s.visitor_id = new.visitor_id and s.vendor_id = new.vendor_id
        and coalesce(s.request_state, 'accepted') = 'accepted'
    ) then
      new.request_state := case when exists (
        select 1 from public.sessions s
        where s.visitor_id = new.visitor_id and s.vendor_id = new.vendor_id and s.request_state = 'declined'
      ) then 'declined' else 'waiting' end;
    end if;
    return new;
  end
  $$;
revoke all on function private.mark_request() from public;
create trigger mark_request before insert on public.sessions
  for each row when (new.visitor_id is not null) execute function private.mark_request();

create function private.settle_requests(vendor uuid, visitor uuid, answer text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update public.sessions s set request_state = answer
      where s.visitor_id = visitor and s.vendor_id = vendor
        and s.request_state in ('waiting', 'declined') and s.request_state <> answer
  $$;
revoke all on function private.settle_requests(uuid, uuid, text) from public;

create function private.accept_by_meeting() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.settle_requests(new.vendor_id, new.visitor_id, 'accepted');
    return null;
  end
  $$;
revoke all on function private.accept_by_meeting() from public;
create trigger accept_by_meeting after insert or update of visitor_id on public.sessions
  for each row when (new.visitor_id is not null and new.request_state is null) execute function private.accept_by_meeting();

create function private.decline_blocked() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.settle_requests(new.blocker_id, new.blocked_id, 'declined');
    return null;
  end
  $$;
revoke all on function private.decline_blocked() from public;
create trigger decline_blocked after insert on public.blocks
  for each row execute function private.decline_blocked();

create function private.ask_or_answer(session public.sessions, sender uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    if sender is distinct from session.visitor_id then
      perform private.settle_requests(session.vendor_id, session.visitor_id, 'accepted');
      return;
    end if;
    if session.request_state = 'declined' then
      raise exception using errcode = 'PT423', message = 'This request was not accepted';
    end if;
    -- Serialises devices that write at the same time.
    perform pg_advisory_xact_lock(hashtextextended('requests:' || sender, 0));
    if (
      select count(*) from public.messages m join public.sessions s on s.id = m.session_id
      where s.visitor_id = sender and s.vendor_id = session.vendor_id and s.request_state = 'waiting' and m.sender_id = sender
    ) >= 3 then
      raise exception using errcode = 'PT423', message = 'This request waits for an answer';
    end if;
    if (
      select count(*) from public.sessions s
      where s.visitor_id = sender and s.request_state = 'waiting' and s.requested_at is not null and s.id <> session.id
    ) >= 20 and not exists (
      select 1 from public.sessions s where s.id = session.id and s.requested_at is not null
    ) then
      raise exception using errcode = 'PT409', message = 'At most 20 requests may stand unanswered',
        hint = 'Wait for an answer to one of them';
    end if;
    update public.sessions s set requested_at = clock_timestamp() where s.id = session.id and s.requested_at is null;
  end
  $$;
revoke all on function private.ask_or_answer(public.sessions, uuid) from public;

create function public.answer_request(session_id uuid, accept boolean) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    answered public.sessions;
  begin
    select * into answered from public.sessions s
      where s.id = answer_request.session_id and s.vendor_id = any (private.my_vendors()) and s.request_state is not null;
    if not found then
      raise exception using errcode = 'PT404', message = 'Request not found';
    end if;
    perform private.settle_requests(answered.vendor_id, answered.visitor_id, case when accept then 'accepted' else 'declined' end);
    select * into answered from public.sessions s where s.id = answered.id;
    return answered;
  end
  $$;
revoke all on function public.answer_request(uuid, boolean) from public, anon;
grant execute on function public.answer_request(uuid, boolean) to authenticated, service_role;

-- 07_sharing.sql
create function private.card_fields() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['company', 'designation', 'email', 'phone', 'whatsapp', 'wechat', 'linkedin', 'website'] $$;
revoke all on function private.card_fields() from public;
grant execute on function private.card_fields() to authenticated, service_role;

create function private.are_card_fields(fields text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select fields <@ array['company', 'designation', 'email', 'phone', 'whatsapp', 'wechat', 'linkedin', 'website']
      and coalesce(array_ndims(fields), 1) = 1 and cardinality(fields) <= 8
  $$;
revoke all on function private.are_card_fields(text[]) from public;
grant execute on function private.are_card_fields(text[]) to authenticated, service_role;

create table public.card_shares (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  viewer_id uuid not null references public.profiles (id) on delete cascade,
  withheld text[] not null default '{}' constraint card_shares_withheld_check check (private.are_card_fields(withheld)),
  -- When they met; null when the owner chose before that.
  exchanged_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (owner_id, viewer_id),
  constraint card_shares_two_people check (owner_id <> viewer_id)
);
create index card_shares_viewer_id_idx on public.card_shares (viewer_id, owner_id) include (withheld);
create index card_shares_withheld_idx on public.card_shares (viewer_id, owner_id) include (withheld)
  where withheld <> '{}';
create index card_shares_owner_id_changed_at_idx on public.card_shares (owner_id, changed_at desc, viewer_id);

create table public.card_share_defaults (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  withheld text[] not null default '{}'
    constraint card_share_defaults_withheld_check check (private.are_card_fields(withheld)),
  changed_at timestamptz not null default clock_timestamp()
);

create table public.card_share_history (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- Null when the row concerns the default or everyone.
  viewer_id uuid references public.profiles (id) on delete cascade,
  -- exchange: the two met. choice: the owner chose for this viewer, or a default. everyone: the
  -- owner's default replaced the choice for each person who has the card. filled: fields that were
  -- empty got a value, which those see from whom they are not withheld; `withheld` is empty then.
  reason text not null constraint card_share_history_reason_check
    check (reason in ('exchange', 'choice', 'everyone', 'filled')),
  -- Fields that had a value and were visible from then on.
  shared text[] not null,
  withheld text[] not null,
  created_at timestamptz not null default clock_timestamp()
);
create index card_share_history_owner_id_created_at_idx
  on public.card_share_history (owner_id, created_at desc, id);
create index card_share_history_viewer_id_idx on public.card_share_history (viewer_id, owner_id);

create function private.refuse_change_of_history() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception using errcode = '42501', message = 'The record of what was shared cannot be changed';
  end
  $$;
revoke all on function private.refuse_change_of_history() from public;
create trigger refuse_change before update on public.card_share_history
  for each row execute function private.refuse_change_of_history();

create table public.profile_changes (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp()
);

alter table public.card_shares enable row level security;
alter table public.card_share_defaults enable row level security;
alter table public.card_share_history enable row level security;
alter table public.profile_changes enable row level security;
revoke all on public.card_shares, public.card_share_defaults, public.card_share_history, public.profile_changes
  from public, anon, authenticated, service_role;
grant select on public.card_shares, public.card_share_defaults, public.card_share_history, public.profile_changes
  to authenticated, service_role;

create policy "Prove the second factor first" on public.card_shares
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.card_share_defaults
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.card_share_history
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.profile_changes
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read what one shares" on public.card_shares
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Read what one shares by default" on public.card_share_defaults
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Read the record of what one shared" on public.card_share_history
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create view private.blockers as
  select distinct b.blocker_id as owner_id from public.blocks b
  where b.blocked_id in ((select private.my_profile_id()), (select private.my_workplace()));

create view private.withholders as
  select b.owner_id, private.card_fields() as withheld from private.blockers b
  union all
  select c.owner_id, c.withheld from public.card_shares c
  where c.viewer_id = (select private.my_workplace()) and c.withheld <> '{}'
    and c.owner_id not in (select b.owner_id from private.blockers b)
  union all
  select d.owner_id, d.withheld from public.card_share_defaults d
  where d.withheld <> '{}' and d.owner_id is distinct from (select private.my_profile_id())
    -- One index look-up for each of these few rows; NOT EXISTS read everyone whom the caller has met.
    and (
      select c.owner_id from public.card_shares c
      where c.owner_id = d.owner_id and c.viewer_id = (select private.my_workplace())
    ) is null
    and d.owner_id not in (select b.owner_id from private.blockers b);

create view private.seen_profiles as
  select
    p.id, p.user_id, p.role,
    case when 'email' = any (w.withheld) then null else p.email end as email,
    p.name, p.language,
    case when 'designation' = any (w.withheld) then null else p.designation end as designation,
    case when 'linkedin' = any (w.withheld) then null else p.linkedin end as linkedin,
    case when 'whatsapp' = any (w.withheld) then null else p.whatsapp end as whatsapp,
    case when 'wechat' = any (w.withheld) then null else p.wechat end as wechat,
    case when 'company' = any (w.withheld) then null else p.company end as company,
    case when 'phone' = any (w.withheld) then null else p.phone end as phone,
    case when 'website' = any (w.withheld) then null else p.website end as website,
    p.avatar_url, p.updated_at, w.withheld
  from public.profiles p
  -- One index look-up for each row, whatever the planner estimates; OFFSET keeps the planner from
  -- changing that.
  cross join lateral (
    select case
      when p.user_id is not distinct from (select auth.uid()) then null
      -- A signed-in user without a profile has shared no card themselves.
      when (select auth.uid()) is not null and (select private.my_profile_id()) is null then
        array['email', 'phone', 'whatsapp', 'wechat']
          || coalesce((select d.withheld from public.card_share_defaults d where d.owner_id = p.id), '{}')
      when p.id in (select b.owner_id from private.blockers b) then private.card_fields()
      else nullif(
        coalesce(
          (
            select c.withheld from public.card_shares c
            where c.owner_id = p.id and c.viewer_id = (select private.my_workplace())
          ),
          (select d.withheld from public.card_share_defaults d where d.owner_id = p.id)
        ),
        '{}'
      )
    end as withheld
    offset 0
  ) w
  where p.user_id = (select auth.uid())
    or p.role = 'vendor'
    or exists (
      select 1 from public.sessions s where s.visitor_id = p.id and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
    or exists (
      select 1 from public.sessions s where s.vendor_id = p.id and s.visitor_id = (select private.my_profile_id())
    );
revoke all on private.blockers, private.withholders, private.seen_profiles
  from public, anon, authenticated, service_role;
grant select on private.withholders, private.seen_profiles to authenticated, service_role;

create view public.shared_profiles with (security_barrier = true) as
  select
    b.id, p.user_id, p.role, p.email, p.name, p.language, p.designation, p.linkedin, p.whatsapp, p.wechat, p.company, p.phone,
    p.website, p.avatar_url, p.updated_at
  from private.seen_profiles p
  join public.profiles b on b.id = p.id
  where (select private.second_factor_done());
revoke all on public.shared_profiles from public, anon, authenticated, service_role;
grant select on public.shared_profiles to authenticated, service_role;

create policy "Read one's own profile, vendors, and people met" on public.profiles
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (
      (select private.my_profile_id()) is not null
      and (
        role = 'vendor'
        -- The policy of sessions limits these subqueries to the caller's own sessions.
        or exists (select 1 from public.sessions s where s.visitor_id = profiles.id)
        or exists (select 1 from public.sessions s where s.vendor_id = profiles.id)
      )
      -- Evaluated once for each statement.
      and id not in (select w.owner_id from private.withholders w)
    )
  );

create policy "Hear that a profile one sees has changed" on public.profile_changes
  for select to authenticated
  using (exists (select 1 from private.seen_profiles p where p.id = profile_changes.profile_id));

create function private.withheld_from_me(owner uuid) returns text[]
  language sql stable security definer set search_path = ''
  as $$
    select case
      when withheld_from_me.owner is not distinct from private.my_profile_id() then null
      when withheld_from_me.owner in (select b.owner_id from private.blockers b)
        then private.card_fields()
      else coalesce(
        (
          select c.withheld from public.card_shares c
          where c.owner_id = withheld_from_me.owner
            and c.viewer_id = (select private.my_workplace())
        ),
        (select d.withheld from public.card_share_defaults d where d.owner_id = withheld_from_me.owner)
      )
    end
  $$;
revoke all on function private.withheld_from_me(uuid) from public;

create function private.tell_profile_change(profile uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.profile_changes as known (profile_id, changed_at) values (profile, clock_timestamp())
      on conflict (profile_id) do update set changed_at = greatest(known.changed_at, excluded.changed_at)
  $$;
revoke all on function private.tell_profile_change(uuid) from public;

create function private.follow_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.tell_profile_change(new.id);
    return null;
  end
  $$;
revoke all on function private.follow_profile() from public;
create trigger follow_profile after update on public.profiles
  for each row when (old.* is distinct from new.*) execute function private.follow_profile();

create function private.tell_block() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    blocker constant uuid := case tg_op when 'DELETE' then old.blocker_id else new.blocker_id end;
  begin
    -- The profile is gone when its deletion deletes the block.
    if exists (select 1 from public.profiles p where p.id = blocker) then
      perform private.tell_profile_change(blocker);
    end if;
    return null;
  end
  $$;
revoke all on function private.tell_block() from public;
create trigger tell_block after insert or delete on public.blocks for each row execute function private.tell_block();

create function private.fields_shared(p public.profiles, withheld text[]) returns text[]
  language sql immutable
  as $$
    select array_remove(array[
      case when p.company <> '' and 'company' <> all (withheld) then 'company' end,
      case when p.designation <> '' and 'designation' <> all (withheld) then 'designation' end,
      case when p.email <> '' and 'email' <> all (withheld) then 'email' end,
      case when p.linkedin <> '' and 'linkedin' <> all (withheld) then 'linkedin' end,
      case when p.phone <> '' and 'phone' <> all (withheld) then 'phone' end,
      case when p.website <> '' and 'website' <> all (withheld) then 'website' end,
      case when p.wechat <> '' and 'wechat' <> all (withheld) then 'wechat' end,
      case when p.whatsapp <> '' and 'whatsapp' <> all (withheld) then 'whatsapp' end
    ], null)
  $$;
revoke all on function private.fields_shared(public.profiles, text[]) from public;

create function private.exchange_cards() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    with pairs as (
      select vendor_id as owner_id, visitor_id as viewer_id from met where visitor_id is not null
      union
      select visitor_id, vendor_id from met where visitor_id is not null
    ),
    given as (
      insert into public.card_shares as known (owner_id, viewer_id, withheld, exchanged_at)
        select pairs.owner_id, pairs.viewer_id, coalesce(d.withheld, '{}'), clock_timestamp()
        from pairs left join public.card_share_defaults d on d.owner_id = pairs.owner_id
        -- In a fixed order, so that two statements do not deadlock.
        order by pairs.owner_id, pairs.viewer_id
        on conflict (owner_id, viewer_id) do update set exchanged_at = excluded.exchanged_at
          where known.exchanged_at is null
        returning owner_id, viewer_id, withheld
    )
    insert into public.card_share_history (owner_id, viewer_id, reason, shared, withheld)
      select given.owner_id, given.viewer_id, 'exchange', private.fields_shared(p, given.withheld), given.withheld
      from given join public.profiles p on p.id = given.owner_id;
    return null;
  end
  $$;
revoke all on function private.exchange_cards() from public;
create trigger exchange_cards after insert on public.sessions
  referencing new table as met for each statement execute function private.exchange_cards();
create trigger exchange_cards_on_joining after update on public.sessions
  referencing new table as met for each statement execute function private.exchange_cards();

create function private.record_filled_fields() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    had constant text[] := private.fields_shared(old, '{}');
    filled text[];
  begin
    select array_agg(field) into filled from unnest(private.fields_shared(new, '{}')) field where field <> all (had);
    -- While no person has the card, nothing is shared.
    if filled is not null
      and exists (select 1 from public.card_shares c where c.owner_id = new.id)
      and (
        select count(*) from public.card_share_history h
        where h.owner_id = new.id and h.reason = 'filled' and h.created_at > now() - interval '1 day'
      ) < 50
    then
      insert into public.card_share_history (owner_id, reason, shared, withheld)
        values (new.id, 'filled', filled, '{}');
    end if;
    return null;
  end
  $$;
revoke all on function private.record_filled_fields() from public;
create trigger record_filled_fields after update on public.profiles
  for each row when (
    (old.company, old.designation, old.email, old.linkedin, old.phone, old.website, old.wechat, old.whatsapp)
    is distinct from
    (new.company, new.designation, new.email, new.linkedin, new.phone, new.website, new.wechat, new.whatsapp)
  )
  execute function private.record_filled_fields();

create function private.change_share(owner uuid, viewer uuid, share text[], withhold text[])
  returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    before text[];
    after text[];
  begin
    select d.withheld into before from public.card_share_defaults d where d.owner_id = owner;
    before := coalesce(before, '{}');
    if viewer is not null then
      insert into public.card_shares (owner_id, viewer_id, withheld) values (owner, viewer, before)
        on conflict do nothing;
      -- Also waits for an exchange in progress.
      select c.withheld into before from public.card_shares c
        where c.owner_id = owner and c.viewer_id = viewer for update;
    end if;
    select coalesce(array_agg(distinct field order by field), '{}') into after
      from unnest(before || withhold) field where field <> all (share);
    if after = before then
      return after;
    end if;
    if viewer is null then
      insert into public.card_share_defaults (owner_id, withheld) values (owner, after)
        on conflict (owner_id) do update
          set withheld = excluded.withheld, changed_at = excluded.changed_at;
    else
      update public.card_shares c set withheld = after, changed_at = clock_timestamp()
        where c.owner_id = owner and c.viewer_id = viewer;
    end if;
    insert into public.card_share_history (owner_id, viewer_id, reason, shared, withheld)
      select owner, viewer, 'choice', private.fields_shared(p, after), after
      from public.profiles p where p.id = owner;
    perform private.tell_profile_change(owner);
    return after;
  end
  $$;
revoke all on function private.change_share(uuid, uuid, text[], text[]) from public;

create function public.share_card(
    person uuid default null, share text[] default '{}', withhold text[] default '{}'
  )
  returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    member uuid;
  begin
    if me is null then
      raise exception using errcode = 'PT403', message = 'Only who has a profile shares a card';
    end if;
    if private.are_card_fields(share || withhold) is not true or share && withhold then
      raise exception using errcode = 'PT400', message = 'Name each field of the card once',
        hint = 'company, designation, email, phone, whatsapp, wechat, linkedin, website';
    end if;
    -- What a person chooses for a member of a booth's team holds for the booth, and for the member
    -- after they have left it.
    if private.booth_of(person) <> private.my_booth() then
      member := nullif(person, private.booth_of(person));
      person := private.booth_of(person);
    end if;
    if person = me or person is not null and not exists (select 1 from private.seen_profiles p where p.id = person) then
      raise exception using errcode = 'PT404', message = 'Person not found';
    end if;
    -- Serialises the choices of one person: each adds to the one before.
    perform pg_advisory_xact_lock(hashtextextended('card_shares:' || me, 0));
    if cardinality(share) > 0 and (
      select count(*) from public.card_share_history h
      where h.owner_id = me and h.reason = 'choice' and h.created_at > now() - interval '1 day'
    ) >= 300 then
      raise exception using errcode = 'PT429', message = 'Too many changes', hint = 'Withdrawing is possible at any time';
    end if;
    if member is not null then
      perform private.change_share(me, member, share, withhold);
    end if;
    return private.change_share(me, person, share, withhold);
  end
  $$;
revoke all on function public.share_card(uuid, text[], text[]) from public, anon;
grant execute on function public.share_card(uuid, text[], text[]) to authenticated, service_role;

create function public.share_card_with_all() returns integer
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
    -- Serialises the choices of one person, as share_card() does.
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

alter publication supabase_realtime add table public.profile_changes;
alter table public.profile_changes replica identity full;

-- 08_joining.sql
create function public.session_invite(session_id uuid)
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
revoke all on function public.session_invite(uuid) from public;
grant execute on function public.session_invite(uuid) to anon, authenticated, service_role;

create function public.join_session(session_id uuid)
  returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me public.profiles;
    joined public.sessions;
  begin
    select * into me from public.profiles p where p.user_id = auth.uid();
    if me.role is distinct from 'visitor' then
      raise exception using errcode = 'PT403',
        message = 'Only visitors can join chat sessions. Please create a visitor account.';
    end if;
    -- Row locks make concurrent visitors wait here; the others then find visitor_id taken.
    update public.sessions s set visitor_id = me.id, status = 'active'
      where s.id = join_session.session_id and s.visitor_id is null
      returning * into joined;
    if found then
      return joined;
    end if;
    select * into joined from public.sessions s where s.id = join_session.session_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'Session not found';
    end if;
    if joined.visitor_id = me.id then
      return joined;
    end if;
    raise exception using errcode = '23505',
      message = 'This session is already taken by another visitor';
  end
  $$;
revoke all on function public.join_session(uuid) from public, anon;
grant execute on function public.join_session(uuid) to authenticated, service_role;

create function private.new_booth_code() returns text
  language sql volatile set search_path = ''
  as $$
    select translate(
      encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 18), 'base64'), '+/', 'Qd')
  $$;
revoke all on function private.new_booth_code() from public;
grant execute on function private.new_booth_code() to authenticated, service_role;

create function private.is_code_style(style jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(style) = 'object' and style - array['dark', 'light'] = '{}'
      and (not style ? 'dark' or coalesce(style ->> 'dark' ~ '^#[0-9a-f]{6}$', false))
      and (not style ? 'light' or coalesce(style ->> 'light' ~ '^#[0-9a-f]{6}$', false))
  $$;
revoke all on function private.is_code_style(jsonb) from public;
grant execute on function private.is_code_style(jsonb) to authenticated, service_role;

create table public.booth_codes (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.profiles (id) on delete cascade,
  -- The code of the link /b/{code}; only rotate_booth_code() replaces it.
  code text not null unique default private.new_booth_code(),
  -- The text that visitors read on the poster and the join page.
  label text not null constraint booth_codes_label_check check (char_length(label) <= 60 and label ~ '\S'),
  kind text not null default 'booth' constraint booth_codes_kind_check check (kind in ('booth', 'product', 'hall', 'staff')),
  style jsonb not null default '{}' constraint booth_codes_style_check check (private.is_code_style(style)),
  -- Name within the bucket booth-logos.
  logo_path text constraint booth_codes_logo_path_check
    check (logo_path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{32}\.(png|jpg|webp)$'),
  -- While it is set, no new visitor can join.
  paused_at timestamptz,
  rotated_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index booth_codes_vendor_id_created_at_idx on public.booth_codes (vendor_id, created_at);

create table public.replaced_booth_codes (
  code text primary key,
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  replaced_at timestamptz not null default clock_timestamp()
);
create index replaced_booth_codes_code_id_idx on public.replaced_booth_codes (code_id);

create table public.booth_code_scans (
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  hour timestamptz not null,
  scans integer not null default 0,
  primary key (code_id, hour)
);

create table public.booth_code_devices (
  code_id uuid not null references public.booth_codes (id) on delete cascade,
  device bytea not null,
  opened_at timestamptz not null default clock_timestamp(),
  counted_on date not null,
  primary key (code_id, device)
);
create index booth_code_devices_code_id_opened_at_idx on public.booth_code_devices (code_id, opened_at);

alter table public.sessions add foreign key (booth_code_id) references public.booth_codes (id) on delete set null;
create unique index sessions_booth_code_id_visitor_id_idx
  on public.sessions (booth_code_id, visitor_id) where booth_code_id is not null;

create function private.limit_booth_codes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if (select count(*) from public.booth_codes c where c.vendor_id = new.vendor_id) >= 100 then
      raise exception using errcode = 'PT409', message = 'There are already 100 booth codes';
    end if;
    return new;
  end
  $$;
create trigger limit_booth_codes before insert on public.booth_codes
  for each row execute function private.limit_booth_codes();

alter table public.booth_codes enable row level security;
alter table public.replaced_booth_codes enable row level security;
alter table public.booth_code_scans enable row level security;
alter table public.booth_code_devices enable row level security;
revoke all on public.booth_codes, public.replaced_booth_codes, public.booth_code_scans, public.booth_code_devices
  from public, anon, authenticated;
grant select, delete on public.booth_codes to authenticated;
grant insert (id, vendor_id, label, kind, style, logo_path) on public.booth_codes to authenticated;
grant update (label, kind, style, logo_path, paused_at) on public.booth_codes to authenticated;
grant select on public.booth_code_scans to authenticated;
grant all on public.booth_codes, public.replaced_booth_codes, public.booth_code_scans, public.booth_code_devices
  to service_role;

create policy "Prove the second factor first" on public.booth_codes
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.replaced_booth_codes
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.booth_code_scans
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.booth_code_devices
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own booth codes" on public.booth_codes
  for select to authenticated using (vendor_id = (select private.my_booth()));

create policy "Make a booth code" on public.booth_codes
  for insert to authenticated
  with check (
    vendor_id = (select private.my_booth())
    and (select private.my_role()) = 'vendor'
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text)
  );

create function private.has_logo(booth_code uuid, logo text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select 1 from public.booth_codes c where c.id = booth_code and c.logo_path = logo) $$;
revoke all on function private.has_logo(uuid, text) from public;
grant execute on function private.has_logo(uuid, text) to authenticated, service_role;

create policy "Change one's own booth codes" on public.booth_codes
  for update to authenticated
  using (vendor_id = (select private.my_booth()))
  with check (
    vendor_id = (select private.my_booth())
    and (logo_path is null or split_part(logo_path, '/', 1) = (select auth.uid())::text or private.has_logo(id, logo_path))
  );

create policy "Delete one's own booth codes" on public.booth_codes
  for delete to authenticated using (vendor_id = (select private.my_booth()));

create policy "Read the scans of one's own booth codes" on public.booth_code_scans
  for select to authenticated
  using (exists (select 1 from public.booth_codes c where c.id = booth_code_scans.code_id));

create function private.device_of(code text, device text) returns bytea
  language sql immutable set search_path = ''
  as $$
    select case when device ~ '^[0-9a-f]{32}$' then sha256(convert_to(code || device, 'UTF8')) end
  $$;
revoke all on function private.device_of(text, text) from public;

create function private.find_booth_code(wanted text, device text)
  returns table (code_id uuid, state text)
  language sql stable security definer set search_path = ''
  as $$
    select c.id, case when c.paused_at is null then 'open' else 'paused' end
    from public.booth_codes c where c.code = wanted
    union all
    select c.id,
      case
        when not exists (
          select 1 from public.booth_code_devices d
          where d.code_id = c.id and d.device = private.device_of(wanted, find_booth_code.device)
            -- Openings are recorded for codes in use only, so this one was before the replacement.
            and d.opened_at > now() - interval '30 minutes'
        ) then 'replaced'
        when c.paused_at is null then 'open'
        else 'paused'
      end
    from public.replaced_booth_codes r join public.booth_codes c on c.id = r.code_id where r.code = wanted
  $$;
revoke all on function private.find_booth_code(text, text) from public;

create function public.booth_invite(code text, device text default null)
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
revoke all on function public.booth_invite(text, text) from public;
grant execute on function public.booth_invite(text, text) to anon, authenticated, service_role;

create function public.scan_booth_code(code text, device text)
  returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    opened public.booth_codes;
    me constant uuid := private.my_profile_id();
    visited bytea := private.device_of(code, device);
    -- Stored like a device: hashed with the code, for two days.
    visitor bytea := private.device_of(code, replace(me::text, '-', ''));
    known boolean;
    today date := (now() at time zone 'UTC')::date;
  begin
    select * into opened from public.booth_codes c where c.code = scan_booth_code.code;
    if not found or visited is null or opened.vendor_id = private.my_booth() then
      return;
    end if;
    update public.booth_code_devices d set opened_at = clock_timestamp()
      where d.code_id = opened.id and d.device = visited and d.counted_on = today;
    if found then
      return;
    end if;
    -- More than any real booth has: the devices are invented.
    if exists (
      select 1 from public.booth_code_scans s
      where s.code_id = opened.id and s.hour = date_trunc('hour', now()) and s.scans >= 2000
    ) then
      return;
    end if;
    -- Two devices of one person wait for each other here.
    if visitor is not null then
      insert into public.booth_code_devices as kept (code_id, device, counted_on)
        values (opened.id, visitor, today)
        on conflict on constraint booth_code_devices_pkey do update
          set opened_at = excluded.opened_at, counted_on = excluded.counted_on
          where kept.counted_on < excluded.counted_on;
      known := not found;
    end if;
    -- In any case, since a device that opened a code before it was replaced may still join.
    insert into public.booth_code_devices as kept (code_id, device, counted_on)
      values (opened.id, visited, today)
      on conflict on constraint booth_code_devices_pkey do update
        set opened_at = excluded.opened_at, counted_on = excluded.counted_on
        where kept.counted_on < excluded.counted_on;
    -- Another tab of the device, or another device of the visitor, was faster.
    if not found or known then
      return;
    end if;
    insert into public.booth_code_scans as counted (code_id, hour, scans)
      values (opened.id, date_trunc('hour', now()), 1)
      on conflict on constraint booth_code_scans_pkey do update set scans = counted.scans + 1;
    delete from public.booth_code_devices d
      where d.code_id = opened.id and d.opened_at < now() - interval '2 days';
  end
  $$;
revoke all on function public.scan_booth_code(text, text) from public;
grant execute on function public.scan_booth_code(text, text) to anon, authenticated, service_role;

create function public.join_booth(code text, device text default null)
  returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me public.profiles;
    booth_code uuid;
    code_state text;
    joined public.sessions;
  begin
    select * into me from public.profiles p where p.user_id = auth.uid();
    if me.role is distinct from 'visitor' then
      raise exception using errcode = 'PT403',
        message = 'Only visitors can join chat sessions. Please create a visitor account.';
    end if;
    select f.code_id, f.state into booth_code, code_state
      from private.find_booth_code(join_booth.code, join_booth.device) f;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
    select * into joined from public.sessions s where s.booth_code_id = booth_code and s.visitor_id = me.id;
    if found then
      return joined;
    end if;
    if code_state = 'replaced' then
      raise exception using errcode = 'PT410', message = 'This code was replaced by a new one';
    end if;
    if code_state = 'paused' then
      raise exception using errcode = 'PT423', message = 'This code is paused';
    end if;
    -- A second tap waits here for the first, and then finds its session.
    insert into public.sessions (vendor_id, visitor_id, booth_code_id)
      select c.vendor_id, me.id, c.id from public.booth_codes c where c.id = booth_code and c.vendor_id <> me.id
      on conflict (booth_code_id, visitor_id) where booth_code_id is not null do nothing
      returning * into joined;
    if found then
      return joined;
    end if;
    select * into joined from public.sessions s where s.booth_code_id = booth_code and s.visitor_id = me.id;
    if found then
      return joined;
    end if;
    -- The caller's own code, or one that was deleted meanwhile.
    raise exception using errcode = 'PT404', message = 'Code not found';
  end
  $$;
revoke all on function public.join_booth(text, text) from public, anon;
grant execute on function public.join_booth(text, text) to authenticated, service_role;

create function public.rotate_booth_code(code_id uuid)
  returns public.booth_codes
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    rotated public.booth_codes;
  begin
    select * into rotated from public.booth_codes c
      where c.id = rotate_booth_code.code_id and c.vendor_id = private.my_booth() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Code not found';
    end if;
    if (
      select count(*) from public.replaced_booth_codes r
      where r.code_id = rotated.id and r.replaced_at > now() - interval '1 day'
    ) >= 20 then
      raise exception using errcode = 'PT429', message = 'At most 20 new links of a code a day',
        hint = 'Try again tomorrow';
    end if;
    insert into public.replaced_booth_codes (code, code_id) values (rotated.code, rotated.id);
    update public.booth_codes c set code = private.new_booth_code(), rotated_at = clock_timestamp()
      where c.id = rotated.id returning * into rotated;
    return rotated;
  end
  $$;
revoke all on function public.rotate_booth_code(uuid) from public, anon;
grant execute on function public.rotate_booth_code(uuid) to authenticated, service_role;

create view public.booth_code_summaries with (security_invoker = true) as
  select
    c.id, c.vendor_id, c.code, c.label, c.kind, c.style, c.logo_path, c.paused_at, c.rotated_at, c.created_at,
    (select coalesce(sum(s.scans), 0)::int from public.booth_code_scans s where s.code_id = c.id) as scans,
    (select count(*)::int from public.sessions s where s.booth_code_id = c.id) as joins
  from public.booth_codes c;
revoke all on public.booth_code_summaries from public, anon, authenticated, service_role;
grant select on public.booth_code_summaries to authenticated, service_role;

-- 09_messages.sql
create function private.message_extras_fit(
  type text, translated_content text, target_language text, translation_engine text, transcript text, duration_ms integer,
  file_name text, file_size integer, picture_width integer, picture_height integer, said_by text, product jsonb
) returns boolean
  language plpgsql immutable set search_path = ''
  as $$
  begin
    if num_nonnulls(translated_content, target_language, translation_engine, transcript, duration_ms, file_name, file_size,
      picture_width, picture_height, said_by, product) = 0
    then
      return true;
    end if;
    return coalesce(char_length(translated_content) <= 20000, true)
      and coalesce(target_language in ('en', 'zh', 'ar'), true)
      and coalesce(translation_engine ~ '^[a-z0-9][a-z0-9-]{0,39}$', true)
      and coalesce(char_length(transcript) <= 5000, true)
      and coalesce(duration_ms between 0 and 3600000, true)
      and coalesce(char_length(file_name) between 1 and 120, true)
      and coalesce(file_name !~ '[[:cntrl:]/\\\u202a-\u202e\u2066-\u2069]', true)
      and coalesce(file_size >= 0, true)
      and coalesce(picture_width between 1 and 20000, true)
      and coalesce(picture_height between 1 and 20000, true)
      and (said_by is null or (said_by in ('vendor', 'visitor') and type = 'text'))
      and (product is null or (
        jsonb_typeof(product) = 'object' and product - array['price', 'minimum_quantity'] = '{}'
        and jsonb_typeof(coalesce(product -> 'price', '""')) = 'string' and char_length(coalesce(product ->> 'price', '')) <= 60
        and jsonb_typeof(coalesce(product -> 'minimum_quantity', '""')) = 'string'
        and char_length(coalesce(product ->> 'minimum_quantity', '')) <= 60
      ));
  end
  $$;
revoke all on function private.message_extras_fit(
  text, text, text, text, text, integer, text, integer, integer, integer, text, jsonb
) from public;
grant execute on function private.message_extras_fit(
  text, text, text, text, text, integer, text, integer, integer, integer, text, jsonb
) to authenticated, service_role;

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  sender_id uuid not null references public.profiles (id) on delete cascade,
  -- The text; for `file` and `audio`, the name of the file in the bucket chat-files.
  content text not null constraint messages_content_length
    check (char_length(content) <= 5000 and content ~ '\S'),
  translated_content text,
  type text not null default 'text' constraint messages_type_check check (type in ('text', 'file', 'audio')),
  source_language text not null default 'en'
    constraint messages_source_language_check check (source_language in ('en', 'zh', 'ar')),
  target_language text,
  -- The time of the statement, not of the transaction's start: messages of one sender keep their
  -- order.
  created_at timestamptz not null default clock_timestamp(),
  -- The other side, where the vendor is the booth's owner; null while no visitor has joined. Set by a trigger. It repeats what the
  -- session says because a live subscription filters by columns of the row itself: one subscription
  -- delivers new messages of all of a person's chats.
  recipient_id uuid,
  -- The words of a message whose content is a file: of a voice message what was said, which the sender
  -- attaches when speech recognition has finished; of a picture or file its caption.
  transcript text,
  duration_ms integer,
  -- The provider of translated_content; null when the sender wrote it or the provider is not
  -- proved.
  translation_engine text,
  -- Of a file, as its sender's device said: its name for people, and its size in bytes.
  file_name text,
  file_size integer,
  -- Of a picture, in pixels: its place in the chat has its height before the picture is loaded.
  picture_width integer,
  picture_height integer,
  -- The quoted message of the same chat; null without a quote, and after that message was deleted.
  reply_to uuid references public.messages (id) on delete set null,
  -- Set by a trigger. It tells a reply whose quoted message was deleted from a message without a
  -- quote.
  is_reply boolean not null default false,
  -- Of a line that was said face to face: which of the two people said it. The
  -- sender is always of the vendor's booth, where a phone wrote it down. Null: the sender wrote a message.
  said_by text,
  -- Of a product of the booth's catalogue: `{"price", "minimum_quantity"}`, as the booth
  -- wrote them. The words of the message are its name and, from the second line on, its description.
  product jsonb,
  constraint messages_extras_check check (private.message_extras_fit(
    type, translated_content, target_language, translation_engine, transcript, duration_ms, file_name, file_size, picture_width,
    picture_height, said_by, product
  ))
);
create index messages_session_id_created_at_idx on public.messages (session_id, created_at, id);
create index messages_sender_id_session_id_created_at_idx
  on public.messages (sender_id, session_id, created_at);
create index messages_sender_id_created_at_idx on public.messages (sender_id, created_at);
create index messages_reply_to_idx on public.messages (reply_to) where reply_to is not null;
create index messages_said_session_id_created_at_idx
  on public.messages (session_id, created_at) where said_by is not null;

alter table public.messages enable row level security;
revoke all on public.messages from public, anon, authenticated;
grant select on public.messages to authenticated;
grant insert (
  id, session_id, sender_id, content, translated_content, type, source_language, target_language, transcript, duration_ms,
  translation_engine, file_name, file_size, picture_width, picture_height, reply_to, said_by, product
) on public.messages to authenticated;
grant update (translated_content, target_language, transcript, translation_engine)
  on public.messages to authenticated;
grant all on public.messages to service_role;

create policy "Prove the second factor first" on public.messages
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the messages of one's sessions" on public.messages
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = messages.session_id));

create policy "Send a message in one's session" on public.messages
  for insert to authenticated
  with check (
    sender_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = messages.session_id)
  );

create function private.may_note_speech(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions s
      where s.id = chat and s.vendor_id = any ((select private.my_vendors())::uuid[])
        and (
          s.visitor_id is null
          or (
            s.joined_at > now() - interval '1 hour'
            and exists (
              select 1 from public.messages m
              where m.session_id = chat and m.said_by is not null and m.created_at < s.joined_at
            )
          )
        )
    ) and (
      select count(*) from (
        select 1 from public.messages m where m.session_id = chat and m.said_by is not null limit 500
      ) noted
    ) < 500
  $$;
revoke all on function private.may_note_speech(uuid) from public;
grant execute on function private.may_note_speech(uuid) to authenticated, service_role;

create policy "Note what was said in one's own session" on public.messages
  as restrictive for insert to authenticated
  with check (said_by is null or private.may_note_speech(session_id));

create function private.is_chat_of_my_booth(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.sessions s where s.id = chat and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
  $$;
revoke all on function private.is_chat_of_my_booth(uuid) from public;
grant execute on function private.is_chat_of_my_booth(uuid) to authenticated, service_role;

create policy "Send a product of one's own booth" on public.messages
  as restrictive for insert to authenticated
  with check (product is null or private.is_chat_of_my_booth(session_id));

create policy "Attach a translation to one's own message" on public.messages
  for update to authenticated
  using (sender_id = (select private.my_profile_id()))
  with check (sender_id = (select private.my_profile_id()));

create policy "Attach nothing for somebody one is parted from" on public.messages
  as restrictive for update to authenticated
  using (recipient_id is null or not exists (
    select 1 from public.sessions s where s.id = messages.session_id and private.are_parted(s.vendor_id, s.visitor_id)
  ));

create function private.address_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor uuid;
    visitor uuid;
    state text;
    has_team boolean;
    is_parted boolean;
    session public.sessions;
    -- The visitor, or the booth's owner in whose name its team writes: blocks are between these two.
    side uuid;
    -- Written by the booth's side, and answer_for_team() has to judge it.
    is_for_team boolean;
  begin
    select s.vendor_id, s.visitor_id, s.request_state,
        exists (select from public.booth_members m where m.owner_id = s.vendor_id),
        exists (select from public.blocks b where b.blocker_id = s.vendor_id and b.blocked_id = s.visitor_id)
          or exists (select from public.blocks b where b.blocker_id = s.visitor_id and b.blocked_id = s.vendor_id)
      into vendor, visitor, state, has_team, is_parted
      from public.sessions s where s.id = new.session_id;
    side := case when visitor = new.sender_id then visitor else vendor end;
    new.recipient_id := case when side = visitor then vendor else visitor end;
    if is_parted then
      perform private.refuse_between(side, new.recipient_id, 'PT403', 'This message cannot be delivered');
    end if;
    is_for_team := side = vendor and (has_team or side <> new.sender_id);
    if is_for_team or state in ('waiting', 'declined') then
      select * into session from public.sessions s where s.id = new.session_id;
      if is_for_team then
        perform private.answer_for_team(session, new.sender_id, new.id);
      end if;
      if state in ('waiting', 'declined') and new.sender_id = private.my_profile_id()
        and (new.sender_id = visitor or private.booth_of(new.sender_id) = vendor or new.sender_id = vendor)
      then
        perform private.ask_or_answer(session, new.sender_id);
      end if;
    end if;
    new.is_reply := new.reply_to is not null;
    if new.is_reply then
      if not exists (
        select 1 from public.messages m where m.id = new.reply_to and m.session_id = new.session_id
      ) then
        raise exception using errcode = '23503', message = 'A reply quotes a message of its own chat';
      end if;
    end if;
    return new;
  end
  $$;
create trigger address_message before insert on public.messages
  for each row execute function private.address_message();

create function private.keep_attached_words() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if auth.uid() is not null then
      new.transcript := coalesce(old.transcript, new.transcript);
      if old.translated_content is not null then
        new.translated_content := old.translated_content;
        new.target_language := old.target_language;
        new.translation_engine := old.translation_engine;
      end if;
    end if;
    return new;
  end
  $$;
revoke all on function private.keep_attached_words() from public;
create trigger keep_attached_words before update on public.messages
  for each row when (old.transcript is not null or old.translated_content is not null)
  execute function private.keep_attached_words();

create unlogged table private.made_translations (
  -- Of the user, the words, the target language, the translation and the provider. No text is
  -- stored.
  digest bytea primary key,
  made_at timestamptz not null default now()
);
create index made_translations_made_at_idx on private.made_translations (made_at);
revoke all on private.made_translations from public, anon, authenticated, service_role;

create function private.translation_digest(
  user_id uuid, words text, target text, translated text, engine text
) returns bytea
  language sql immutable strict set search_path = ''
  as $$
    select sha256(convert_to(
      jsonb_build_array(user_id, btrim(words, E' \t\n\r'), target, translated, engine)::text, 'UTF8'))
  $$;
revoke all on function private.translation_digest(uuid, text, text, text, text) from public, anon, authenticated;

create function public.note_translation(
  user_id uuid, words text, target text, translated text, engine text
) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.made_translations (digest)
    values (private.translation_digest(user_id, words, target, translated, engine))
    on conflict (digest) do update set made_at = now()
  $$;
revoke all on function public.note_translation(uuid, text, text, text, text) from public, anon, authenticated;
grant execute on function public.note_translation(uuid, text, text, text, text) to service_role;

create function private.verify_translation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The server and the database owner are not checked.
    if new.translation_engine is null or auth.uid() is null then return new; end if;
    if tg_op = 'UPDATE'
      and (old.translated_content, old.target_language, old.translation_engine, old.transcript)
        is not distinct from (new.translated_content, new.target_language, new.translation_engine, new.transcript)
    then return new; end if;
    if not exists (
      select from private.made_translations m where m.digest = private.translation_digest(
        auth.uid(), case when new.type = 'text' then new.content else new.transcript end,
        new.target_language, new.translated_content, new.translation_engine)
    ) then new.translation_engine := null; end if;
    return new;
  end
  $$;
revoke all on function private.verify_translation() from public;
create trigger verify_translation before insert or update on public.messages
  for each row execute function private.verify_translation();

alter publication supabase_realtime add table public.messages;
alter table public.messages replica identity full;

create table public.message_translations (
  message_id uuid not null references public.messages (id) on delete cascade,
  target_language text not null
    constraint message_translations_target_language_check check (target_language in ('en', 'zh', 'ar')),
  -- As in public.messages.
  translated_text text not null constraint message_translations_text_length
    check (char_length(translated_text) <= 20000 and translated_text ~ '\S'),
  -- `none`: the text needed no translation and is the original.
  engine text not null
    constraint message_translations_engine_check check (engine ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  is_machine boolean not null generated always as (engine <> 'none') stored,
  created_at timestamptz not null default clock_timestamp(),
  primary key (message_id, target_language)
);

alter table public.message_translations enable row level security;
revoke all on public.message_translations from public, anon, authenticated;
grant select on public.message_translations to authenticated;
grant all on public.message_translations to service_role;

create policy "Prove the second factor first" on public.message_translations
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read translations of one's chats" on public.message_translations
  for select to authenticated
  using (exists (select 1 from public.messages m where m.id = message_translations.message_id));

create function private.drop_translations_of_old_words() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from public.message_translations where message_id = new.id;
    return null;
  end
  $$;
revoke all on function private.drop_translations_of_old_words() from public;
create trigger drop_translations_of_old_words after update of content, transcript, source_language on public.messages
  for each row
  when (
    (old.content, old.transcript, old.source_language) is distinct from (new.content, new.transcript, new.source_language)
  )
  execute function private.drop_translations_of_old_words();

-- 10_chat_lists.sql
create table public.session_reads (
  session_id uuid not null references public.sessions (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- created_at of the newest message read, by the database's clock; null when there was none.
  last_read_at timestamptz,
  -- When this person last looked at the chat.
  seen_at timestamptz not null default clock_timestamp(),
  primary key (session_id, profile_id)
);
create index session_reads_profile_id_idx on public.session_reads (profile_id);

alter table public.session_reads enable row level security;
revoke all on public.session_reads from public, anon, authenticated;
grant select on public.session_reads to authenticated;
grant insert (session_id, profile_id, last_read_at, seen_at) on public.session_reads to authenticated;
grant update (last_read_at, seen_at) on public.session_reads to authenticated;
grant all on public.session_reads to service_role;

create policy "Prove the second factor first" on public.session_reads
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "See how far one's chats are read" on public.session_reads
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = session_reads.session_id));

create policy "See no marks of somebody one is parted from" on public.session_reads
  as restrictive for select to authenticated
  using (
    profile_id = (select private.my_profile_id())
    or exists (select 1 from public.sessions s where s.id = session_reads.session_id and private.hears(s))
  );

create policy "Begin to read one's chat" on public.session_reads
  for insert to authenticated
  with check (
    profile_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = session_reads.session_id)
    -- A message cannot be read before it is written.
    and (last_read_at is null or last_read_at <= clock_timestamp())
    and seen_at <= clock_timestamp()
  );

create policy "Read on in one's chat" on public.session_reads
  for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (
    profile_id = (select private.my_profile_id())
    and (last_read_at is null or last_read_at <= clock_timestamp())
    and seen_at <= clock_timestamp()
  );

create function public.mark_session_read(session_id uuid, up_to timestamptz default null)
  returns public.session_reads
  language sql volatile security invoker set search_path = ''
  as $$
    insert into public.session_reads as known (session_id, profile_id, last_read_at, seen_at)
    values (
      mark_session_read.session_id,
      private.my_profile_id(),
      -- least() ignores null and would return the present.
      case when mark_session_read.up_to is not null then least(mark_session_read.up_to, clock_timestamp()) end,
      clock_timestamp()
    )
    on conflict on constraint session_reads_pkey do update
      set last_read_at = greatest(known.last_read_at, excluded.last_read_at), seen_at = excluded.seen_at
    returning known.*
  $$;
revoke all on function public.mark_session_read(uuid, timestamptz) from public, anon;
grant execute on function public.mark_session_read(uuid, timestamptz) to authenticated, service_role;

alter publication supabase_realtime add table public.session_reads;
alter table public.session_reads replica identity full;

create view public.session_summaries with (security_invoker = true) as
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
        'content', left(newest.content, 160), 'transcript', left(newest.transcript, 160),
        'translated_content', left(newest.translated_content, 160),
        'source_language', newest.source_language, 'target_language', newest.target_language, 'said_by', newest.said_by
      )
    end as last_message,
    -- Counted up to 100: the list shows '99+' beyond 99.
    unread.count as unread_count,
    due.since as waiting_since,
    mine.last_read_at, mine.seen_at,
    greatest(s.created_at, s.joined_at, newest.created_at) as last_activity
  from (select private.my_profile_id() as id offset 0) me
  cross join public.sessions s
  left join public.session_reads mine
    on mine.session_id = s.id and mine.profile_id = me.id
  left join lateral (
    select m.id, m.sender_id, m.type, m.created_at, m.content, m.transcript, m.translated_content,
      m.source_language, m.target_language, m.said_by
    from public.messages m
    where m.session_id = s.id
    order by m.created_at desc, m.id desc limit 1
  ) newest on true
  cross join lateral (
    select count(*)::int as count from (
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id = s.visitor_id
        and s.visitor_id <> me.id
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      union all
      -- Each of a booth's team may have written to the visitor.
      select 1 from public.messages m
      where m.session_id = s.id
        and m.sender_id <> s.visitor_id
        and s.visitor_id = me.id
        and m.created_at > case when mine.last_read_at is null then '-infinity' else mine.last_read_at end
      limit 100
    ) counted
  ) unread
  -- The other side's first message after the last one of the caller's side, whoever of a booth's team
  -- wrote it. What was said face to face waits for no answer.
  left join lateral (
    -- One person wrote for this side: an index has their last message.
    (
      select own.created_at from public.messages own
      where own.session_id = s.id
        and own.sender_id = case when s.visitor_id = me.id then s.visitor_id else s.vendor_id end
        and (s.visitor_id = me.id or s.assigned_at is null)
        and (newest.sender_id = s.visitor_id) <> (s.visitor_id = me.id)
      order by own.created_at desc limit 1
    )
    union all
    (
      select own.created_at from public.messages own
      where own.session_id = s.id
        and own.sender_id <> s.visitor_id
        and s.visitor_id <> me.id and s.assigned_at is not null
        and newest.sender_id = s.visitor_id
      order by own.created_at desc limit 1
    )
  ) answered on true
  left join lateral (
    (
      select m.created_at as since from public.messages m
      where newest.sender_id = s.visitor_id and s.visitor_id <> me.id
        and m.said_by is null
        and m.session_id = s.id
        and m.sender_id = s.visitor_id
        and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
      order by m.created_at limit 1
    )
    union all
    (
      select m.created_at from public.messages m
      where newest.sender_id <> s.visitor_id and s.visitor_id = me.id
        and m.said_by is null
        and m.session_id = s.id
        and m.sender_id <> s.visitor_id
        and m.created_at > case when answered.created_at is null then '-infinity' else answered.created_at end
      order by m.created_at limit 1
    )
  ) due on true;
revoke all on public.session_summaries from public, anon, authenticated, service_role;
grant select on public.session_summaries to authenticated, service_role;

create view public.chat_list with (security_invoker = true) as
  select
    l.*, s.request_state, s.requested_at,
    exists (
      select 1 from public.blocks b
      where (b.blocker_id = s.vendor_id and b.blocked_id = s.visitor_id and s.visitor_id <> (select private.my_profile_id()))
        or (b.blocker_id = s.visitor_id and b.blocked_id = s.vendor_id and s.visitor_id = (select private.my_profile_id()))
    ) as blocked,
    l.visitor_id is null and exists (
      select 1 from public.messages m where m.session_id = l.id and m.said_by is not null
    ) as face_to_face,
    -- Who of the booth's team answers.
    s.assigned_to, s.assigned_at,
    (
      select jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url)
      from private.seen_profiles a where a.id = s.assigned_to
    ) as assignee
  from public.session_summaries l
  join public.sessions s on s.id = l.id;
revoke all on public.chat_list from public, anon, authenticated, service_role;
grant select on public.chat_list to authenticated, service_role;

-- 11_cards.sql
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
create index scanned_cards_owner_id_created_at_idx
  on public.scanned_cards (owner_id, created_at desc, id);
create index scanned_cards_scanned_by_idx on public.scanned_cards (scanned_by) where scanned_by is not null;

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

create policy "Keep a card" on public.scanned_cards
  for insert to authenticated with check (owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Change one's own cards" on public.scanned_cards
  for update to authenticated
  using (owner_id = any ((select private.my_vendors())::uuid[]))
  with check (owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Delete one's own cards" on public.scanned_cards
  for delete to authenticated using (owner_id = any ((select private.my_vendors())::uuid[]));

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

alter publication supabase_realtime add table public.scanned_cards;
alter table public.scanned_cards replica identity full;

-- 12_leads.sql
create function private.are_lead_answers(answers jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(answers) <> 'object' then false else
      (select count(*) <= 60 and bool_and(
          char_length(key) between 1 and 40
          and case jsonb_typeof(value)
            when 'boolean' then true
            when 'string' then char_length(value #>> '{}') <= 20000
            when 'array' then jsonb_array_length(value) <= 12 and not exists (
              select 1 from jsonb_array_elements(value) choice
              where jsonb_typeof(choice) <> 'string' or char_length(choice #>> '{}') > 80
            )
            else false
          end
        ) is not false
        from jsonb_each(answers))
      and pg_column_size(answers) <= 200000
    end
  $$;

create function private.are_lead_questions(questions jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case when jsonb_typeof(questions) <> 'array' then false else
      jsonb_array_length(questions) <= 12
      and (select count(distinct question ->> 'id') from jsonb_array_elements(questions) question)
        = jsonb_array_length(questions)
      and not exists (
        select 1 from jsonb_array_elements(questions) question
        where (
          jsonb_typeof(question) = 'object'
          and jsonb_typeof(question -> 'label') = 'string'
          and char_length(question ->> 'id') between 1 and 40
          and char_length(question ->> 'label') <= 200 and question ->> 'label' ~ '\S'
          and case question ->> 'kind'
            when 'text' then true
            when 'yes_no' then true
            when 'choice' then case when jsonb_typeof(question -> 'choices') <> 'array' then false else
              jsonb_array_length(question -> 'choices') between 2 and 12 and not exists (
                select 1 from jsonb_array_elements(question -> 'choices') choice
                where jsonb_typeof(choice) <> 'string' or char_length(choice #>> '{}') > 80 or choice #>> '{}' !~ '\S'
              ) end
            else false
          end
        ) is not true
      )
    end
  $$;

create function private.lead_search_key(tags text[], note text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$ select private.search_key(concat_ws(E'\n', array_to_string(tags, E'\n'), note)) $$;
revoke all on function private.are_lead_answers(jsonb), private.are_lead_questions(jsonb),
  private.lead_search_key(text[], text) from public;
grant execute on function private.are_lead_answers(jsonb), private.are_lead_questions(jsonb),
  private.lead_search_key(text[], text) to authenticated, service_role;

create table public.leads (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'new'
    constraint leads_status_check check (status in ('new', 'contacted', 'qualified', 'won', 'lost')),
  rating smallint constraint leads_rating_check check (rating between 1 and 5),
  tags text[] not null default '{}' constraint leads_tags_check check (private.are_tags(tags)),
  -- Longer than the form allows: when two devices write at the same time, both texts are kept.
  note text constraint leads_note_length check (char_length(note) <= 20000),
  -- By question id: a text, a boolean or a list of choices.
  answers jsonb not null default '{}' constraint leads_answers_check check (private.are_lead_answers(answers)),
  follow_up_on date,
  -- Counts changes; see private.stamp_version().
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  search text generated always as (private.lead_search_key(tags, note)) stored,
  -- Who of a booth's team met the person; null for a vendor without staff.
  met_by uuid references public.profiles (id) on delete set null,
  primary key (owner_id, person_id),
  constraint leads_of_others check (owner_id <> person_id)
);
create index leads_person_id_idx on public.leads (person_id);
create index leads_follow_up_on_idx on public.leads (owner_id, follow_up_on) where follow_up_on is not null;
create index leads_met_by_idx on public.leads (met_by) where met_by is not null;
create trigger stamp_version before insert or update on public.leads
  for each row execute function private.stamp_version();

create function private.note_who_met() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select 1 from public.booth_members m where m.owner_id = new.owner_id) then
      new.met_by := case when tg_op = 'UPDATE' then old.met_by end;
      return new;
    end if;
    if new.met_by is null and tg_op = 'INSERT' then
      new.met_by := coalesce(
        (
          select s.assigned_to from public.sessions s
          where s.vendor_id = new.owner_id and s.visitor_id = new.person_id and s.assigned_to is not null
          order by s.created_at limit 1
        ),
        (select m.profile_id from public.booth_members m where m.owner_id = new.owner_id and m.profile_id = private.my_profile_id())
      );
    elsif new.met_by is not null and (tg_op = 'INSERT' or new.met_by is distinct from old.met_by)
      -- The server and the database owner are not checked.
      and private.booth_of(new.met_by) <> new.owner_id and auth.uid() is not null
    then
      raise exception using errcode = 'PT400', message = 'This person does not work at the booth';
    end if;
    return new;
  end
  $$;
revoke all on function private.note_who_met() from public;
create trigger note_who_met before insert or update of met_by on public.leads
  for each row execute function private.note_who_met();

create table public.lead_questionnaires (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  questions jsonb not null constraint lead_questionnaires_questions_check check (private.are_lead_questions(questions)),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create trigger stamp_version before insert or update on public.lead_questionnaires
  for each row execute function private.stamp_version();

alter table public.leads enable row level security;
alter table public.lead_questionnaires enable row level security;
revoke all on public.leads, public.lead_questionnaires from public, anon, authenticated;
grant select, delete on public.leads to authenticated;
grant insert (owner_id, person_id, status, rating, tags, note, answers, follow_up_on, met_by) on public.leads to authenticated;
grant update (status, rating, tags, note, answers, follow_up_on, met_by) on public.leads to authenticated;
grant select, insert (owner_id, questions), update (questions) on public.lead_questionnaires to authenticated;
grant all on public.leads, public.lead_questionnaires to service_role;

create policy "Prove the second factor first" on public.leads
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.lead_questionnaires
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own leads" on public.leads
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Note something about a person one sees" on public.leads
  for insert to authenticated
  with check (
    owner_id = (select private.my_booth())
    and exists (select 1 from private.seen_profiles p where p.id = person_id)
  );

create policy "Change one's own leads" on public.leads
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

create policy "Delete one's own leads" on public.leads
  for delete to authenticated using (owner_id = (select private.my_booth()));

create policy "Read one's own questions" on public.lead_questionnaires
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Write one's questions as a vendor" on public.lead_questionnaires
  for insert to authenticated
  with check (owner_id = (select private.my_booth()) and (select private.my_role()) = 'vendor');

create policy "Change one's own questions" on public.lead_questionnaires
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

alter publication supabase_realtime add table public.leads;

create table private.profile_search_keys (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  -- Of name, company, e-mail address and designation together.
  key text not null,
  -- Of each field: where something is withheld, lead_list combines the rest.
  name text,
  company text,
  email text,
  designation text,
  -- When a field of the card last changed, by the database's clock; profiles.updated_at is the time
  -- of the person's device. Here, since every list reads this row anyway.
  card_changed_at timestamptz
);
alter table private.profile_search_keys enable row level security;
revoke all on private.profile_search_keys from public, anon, authenticated, service_role;
grant select on private.profile_search_keys to authenticated, service_role;

create policy "Prove the second factor first" on private.profile_search_keys
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read by views that are cut down to the caller's people" on private.profile_search_keys
  for select to authenticated using (true);

create function private.keep_profile_search_key() returns trigger
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
revoke all on function private.keep_profile_search_key() from public;
create trigger keep_search_key
  after insert or update of name, company, email, designation on public.profiles
  for each row execute function private.keep_profile_search_key();

create function private.note_card_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.profile_search_keys k set card_changed_at = clock_timestamp() where k.profile_id = new.id;
    return null;
  end
  $$;
revoke all on function private.note_card_change() from public;
create trigger note_card_change after update on public.profiles
  for each row when (
    (old.name, old.company, old.designation, old.email, old.phone, old.website, old.linkedin, old.whatsapp, old.wechat)
    is distinct from
    (new.name, new.company, new.designation, new.email, new.phone, new.website, new.linkedin, new.whatsapp, new.wechat)
  )
  execute function private.note_card_change();

create view public.lead_list with (security_invoker = true) as
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
    greatest(met.met_at, l.updated_at, k.card_changed_at) as changed_at,
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
    ) as search,
    coalesce(l.met_by, (
      select s.assigned_to from public.sessions s
      where s.vendor_id = (select private.my_booth()) and s.visitor_id = met.person_id and s.assigned_to is not null
      order by s.created_at limit 1
    )) as met_by
  from (
    select person_id, min(at) as met_at from (
      select s.visitor_id as person_id, coalesce(s.joined_at, s.created_at) as at
        from public.sessions s
        where s.vendor_id = (select private.my_booth()) and s.visitor_id is not null
          and s.request_state is distinct from 'declined'
      union all
      select s.vendor_id, coalesce(s.joined_at, s.created_at)
        from public.sessions s
        where s.visitor_id = (select private.my_profile_id())
      union all
      select noted.person_id, noted.created_at
        from public.leads noted
        where noted.owner_id = (select private.my_booth())
    ) seen
    group by person_id
  ) met
  left join public.profiles p on p.id = met.person_id
  left join lateral (
    select * from private.seen_profiles seen where p.id is null and seen.id = met.person_id limit 1
  ) q on true
  left join private.profile_search_keys k on k.profile_id = met.person_id
  left join public.leads l on l.owner_id = (select private.my_booth()) and l.person_id = met.person_id
  where p.id is not null or q.id is not null;
revoke all on public.lead_list from public, anon, authenticated, service_role;
grant select on public.lead_list to authenticated, service_role;

create function public.lead_tags() returns table (tag text, people int)
  language sql stable security invoker set search_path = ''
  as $$
    select tag, count(*)::int from public.leads, unnest(tags) tag
    where owner_id = (select private.my_booth())
    group by tag order by count(*) desc, tag limit 50
  $$;
revoke all on function public.lead_tags() from public, anon;
grant execute on function public.lead_tags() to authenticated, service_role;

-- 13_exports.sql
create function private.believed_moment(told timestamptz, arrived timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$
    select case when told between arrived - interval '30 days' and arrived + interval '5 minutes' then least(told, arrived) end
  $$;
revoke all on function private.believed_moment(timestamptz, timestamptz) from public;
grant execute on function private.believed_moment(timestamptz, timestamptz) to authenticated, service_role;

create table public.lead_exports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  format text not null constraint lead_exports_format_check check (format in ('csv', 'xlsx', 'vcard')),
  -- all: every lead. new: those that changed since the last export. found: the result of a search.
  scope text not null constraint lead_exports_scope_check check (scope in ('all', 'new', 'found')),
  people int not null constraint lead_exports_people_check check (people between 1 and 1000000),
  -- changed_at of the newest lead in it: what changes later is new for the next export.
  read_until timestamptz not null,
  -- Null after that person's account was deleted; forget_exporter() removes the name with it.
  exported_by uuid references auth.users (id) on delete set null,
  exported_by_name text,
  created_at timestamptz not null default clock_timestamp(),
  exported_at timestamptz
);
create index lead_exports_owner_id_created_at_idx
  on public.lead_exports (owner_id, created_at desc, id);
create index lead_exports_exported_by_idx
  on public.lead_exports (exported_by) where exported_by is not null;

create function private.stamp_lead_export() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    new.exported_at := private.believed_moment(new.exported_at, new.created_at);
    new.read_until := least(new.read_until, new.created_at);
    new.exported_by := coalesce((select auth.uid()), new.exported_by);
    new.exported_by_name := coalesce(
      (select name from public.profiles where user_id = (select auth.uid())),
      (select name from public.profiles where id = new.owner_id)
    );
    return new;
  end
  $$;
create trigger stamp_lead_export before insert on public.lead_exports
  for each row execute function private.stamp_lead_export();

create function private.forget_exporter() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.exported_by_name := null;
    return new;
  end
  $$;
create trigger forget_exporter before update on public.lead_exports
  for each row when (new.exported_by is null) execute function private.forget_exporter();

create table public.data_exports (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null constraint data_exports_kind_check check (kind in ('leads', 'cards', 'analytics', 'account')),
  format text not null constraint data_exports_format_check check (format in ('csv', 'xlsx', 'vcard', 'zip')),
  -- People, cards or lines of figures; null where nothing was counted.
  items int constraint data_exports_items_check check (items between 0 and 100000000),
  user_agent text constraint data_exports_user_agent_length check (char_length(user_agent) <= 400),
  created_at timestamptz not null default clock_timestamp(),
  exported_at timestamptz
);
create index data_exports_owner_id_created_at_idx
  on public.data_exports (owner_id, created_at desc, id);

create function private.stamp_data_export() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  begin
    if tg_op = 'UPDATE' then
      raise exception using errcode = '42501', message = 'The record of exports cannot be changed';
    end if;
    new.created_at := clock_timestamp();
    new.exported_at := private.believed_moment(new.exported_at, new.created_at);
    new.user_agent := left(coalesce(headers ->> 'user-agent', new.user_agent), 400);
    return new;
  end
  $$;
create trigger stamp_data_export before insert or update on public.data_exports
  for each row execute function private.stamp_data_export();

create function private.record_lead_export() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.data_exports (id, owner_id, kind, format, items, exported_at)
      values (new.id, new.owner_id, 'leads', new.format, new.people, new.exported_at);
    return null;
  end
  $$;
revoke all on function private.forget_exporter(), private.stamp_data_export(), private.record_lead_export() from public;
create trigger record_lead_export after insert on public.lead_exports
  for each row execute function private.record_lead_export();

alter table public.lead_exports enable row level security;
alter table public.data_exports enable row level security;
revoke all on public.lead_exports, public.data_exports from public, anon, authenticated, service_role;
grant select, insert (id, owner_id, format, scope, people, read_until, exported_at)
  on public.lead_exports to authenticated;
grant select, insert (id, owner_id, kind, format, items, exported_at) on public.data_exports to authenticated;
grant select on public.lead_exports, public.data_exports to service_role;

create policy "Prove the second factor first" on public.lead_exports
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.data_exports
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the record of one's exports" on public.lead_exports
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Record an export" on public.lead_exports
  for insert to authenticated with check (owner_id = (select private.my_booth()));

create policy "Read the record of what was exported" on public.data_exports
  for select to authenticated
  using (
    owner_id = (select private.my_profile_id())
    or (kind = 'leads' and owner_id = (select private.my_booth()))
  );

create policy "Record an export of cards or figures" on public.data_exports
  for insert to authenticated
  with check (owner_id = (select private.my_profile_id()) and kind in ('cards', 'analytics'));

-- 14_glossary.sql
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

-- 15_material.sql
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

-- 16_analytics.sql
create table private.chat_facts (
  session_id uuid primary key references public.sessions (id) on delete cascade,
  vendor_id uuid not null references public.profiles (id) on delete cascade,
  visitor_id uuid not null references public.profiles (id) on delete cascade,
  booth_code_id uuid references public.booth_codes (id) on delete set null,
  -- The visitor's language.
  language text not null,
  joined_at timestamptz not null,
  -- The visitor's first message, and the vendor's first one after it.
  asked_at timestamptz,
  answered_at timestamptz,
  wait_seconds float8 generated always as (extract(epoch from answered_at - asked_at)::float8) stored,
  -- Who of the vendor's booth wrote the first answer.
  answered_by uuid references public.profiles (id) on delete set null,
  constraint chat_facts_in_order check (answered_at is null or answered_at >= asked_at)
) with (fillfactor = 80);
create index chat_facts_vendor_id_joined_at_idx on private.chat_facts (vendor_id, joined_at);
create index chat_facts_visitor_id_idx on private.chat_facts (visitor_id);
create index chat_facts_answered_by_idx on private.chat_facts (answered_by);
create index chat_facts_booth_code_id_idx on private.chat_facts (booth_code_id);

alter table private.chat_facts enable row level security;
revoke all on private.chat_facts from public, anon, authenticated, service_role;
grant select on private.chat_facts to authenticated, service_role;

create policy "Prove the second factor first" on private.chat_facts
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the facts of one's own chats as a vendor" on private.chat_facts
  for select to authenticated using (vendor_id = (select private.my_booth()));

create function private.begin_chat_facts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.chat_facts (session_id, vendor_id, visitor_id, booth_code_id, language, joined_at)
      select new.id, new.vendor_id, new.visitor_id, new.booth_code_id, p.language, new.joined_at
      from public.profiles p where p.id = new.visitor_id
      on conflict (session_id) do update
        set visitor_id = excluded.visitor_id, language = excluded.language, joined_at = excluded.joined_at;
    return null;
  end
  $$;
revoke all on function private.begin_chat_facts() from public;
create trigger begin_chat_facts after insert or update of visitor_id, joined_at on public.sessions
  for each row when (new.visitor_id is not null and new.request_state is distinct from 'declined')
  execute function private.begin_chat_facts();

create function private.count_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.request_state = 'declined' then
      delete from private.chat_facts c where c.session_id = new.id;
    else
      insert into private.chat_facts
          (session_id, vendor_id, visitor_id, booth_code_id, language, joined_at, asked_at, answered_at, answered_by)
        select new.id, new.vendor_id, new.visitor_id, new.booth_code_id, p.language, new.joined_at, asked.at,
          answer.created_at, answer.sender_id
        from public.profiles p
        cross join lateral (
          select min(m.created_at) as at from public.messages m where m.session_id = new.id and m.sender_id = new.visitor_id
        ) asked
        left join lateral (
          select m.created_at, m.sender_id from public.messages m
          where m.session_id = new.id and m.sender_id <> new.visitor_id and m.created_at >= asked.at
          order by m.created_at limit 1
        ) answer on true
        where p.id = new.visitor_id
        on conflict (session_id) do nothing;
    end if;
    return null;
  end
  $$;
revoke all on function private.count_request() from public;
create trigger count_request after update of request_state on public.sessions
  for each row when (
    new.visitor_id is not null and new.joined_at is not null
    and (old.request_state is not distinct from 'declined') <> (new.request_state is not distinct from 'declined')
  )
  execute function private.count_request();

create function private.keep_answer_time() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    chat private.chat_facts;
  begin
    select * into chat from private.chat_facts c where c.session_id = new.session_id;
    -- True for nearly every message: the chat has its first answer.
    if chat.answered_at is not null then
      return null;
    end if;
    if new.sender_id = chat.visitor_id and chat.asked_at is null then
      update private.chat_facts c set asked_at = new.created_at where c.session_id = new.session_id and c.asked_at is null;
    elsif new.sender_id <> chat.visitor_id and chat.asked_at is not null then
      update private.chat_facts c set answered_at = greatest(new.created_at, c.asked_at), answered_by = new.sender_id
        where c.session_id = new.session_id and c.answered_at is null;
    end if;
    return null;
  end
  $$;
revoke all on function private.keep_answer_time() from public;
create trigger keep_answer_time after insert on public.messages
  for each row execute function private.keep_answer_time();

create function private.keep_visitor_language() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.chat_facts c set language = new.language where c.visitor_id = new.id;
    return null;
  end
  $$;
revoke all on function private.keep_visitor_language() from public;
create trigger keep_visitor_language after update of language on public.profiles
  for each row when (old.language is distinct from new.language) execute function private.keep_visitor_language();

create function private.analytics_span(
    zone text, first_day date, last_day date,
    out unit text, out starts timestamptz[], out ends_at timestamptz, out starts_before timestamptz[], out before_until timestamptz
  )
  language plpgsql stable security invoker set search_path = ''
  as $$
  declare
    wall timestamp;
    days int;
    everything constant boolean := first_day is null;
  begin
    begin
      -- IANA names only: PostgreSQL would also accept abbreviations and POSIX rules.
      if zone is null or zone !~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+){0,2}$' then
        raise invalid_parameter_value;
      end if;
      wall := now() at time zone zone;
    exception when invalid_parameter_value then
      raise exception using errcode = 'PT400', message = 'Unknown time zone';
    end;
    if everything then
      select (min(had.first_at) at time zone zone)::date, (max(had.last_at) at time zone zone)::date into first_day, last_day
      from (
        select min(c.joined_at), max(c.joined_at) from private.chat_facts c where c.vendor_id = (select private.my_booth())
        union all
        select min(c.hour), max(c.hour) from public.booth_code_scans c
      ) had (first_at, last_at);
      first_day := coalesce(greatest(first_day, last_day - 3699), wall::date);
    end if;
    days := coalesce(last_day, first_day) - first_day + 1;
    if days not between 1 and 3700 then
      raise exception using errcode = 'PT400', message = 'The last day is before the first, or ten years after it';
    end if;

    unit := case when days = 1 then 'hour' when days <= 62 then 'day' else 'month' end;
    starts := private.analytics_steps(zone, unit, first_day, days);
    ends_at := (first_day + days)::timestamp at time zone zone;
    if not everything then
      starts_before := private.analytics_steps(zone, unit, first_day - days, days);
      before_until := least(starts[1], greatest(starts_before[1], (wall - make_interval(days => days)) at time zone zone));
    end if;
  end
  $$;

create function private.analytics_steps(zone text, unit text, first_day date, days int) returns timestamptz[]
  language sql stable set search_path = ''
  as $$
    select case unit
      when 'hour' then array(
        select generate_series(
          first_day::timestamp at time zone zone,
          (first_day + days)::timestamp at time zone zone - interval '1 microsecond',
          '1 hour'
        )
      )
      when 'day' then array(
        select (first_day + day)::timestamp at time zone zone from generate_series(0, days - 1) day
      )
      else array(
        select greatest(month, first_day::timestamp) at time zone zone
        from generate_series(date_trunc('month', first_day::timestamp), (first_day + days - 1)::timestamp, '1 month') month
      )
    end
  $$;
revoke all on function private.analytics_span(text, date, date), private.analytics_steps(text, text, date, int)
  from public;
grant execute on function private.analytics_span(text, date, date), private.analytics_steps(text, text, date, int)
  to authenticated, service_role;

create function public.vendor_analytics(zone text, first_day date default null, last_day date default null)
  returns jsonb
  language plpgsql stable security invoker set search_path = ''
  -- A plan for these days (a few milliseconds), no compilation, and sorts in memory.
  set plan_cache_mode = force_custom_plan set jit = off set work_mem = '32MB'
  as $$
  declare
    me constant uuid := private.my_booth();
    span record;
    answer jsonb;
  begin
    if private.my_role() is distinct from 'vendor' then
      raise exception using errcode = 'PT403', message = 'Only vendors have analytics';
    end if;
    select * into span from private.analytics_span(zone, first_day, last_day);

    -- Each count below reads the part that it needs: faster than materialising all of it.
    with chats as not materialized (
      select c.joined_at >= span.starts[1] as is_now, c.joined_at, c.booth_code_id, c.language, c.asked_at, c.answered_at, c.wait_seconds,
        c.answered_by, l.person_id as lead, l.met_by,
        -- In every time zone, hours begin at a quarter of an hour UTC.
        date_bin('15 minutes', c.joined_at, timestamptz '2000-01-01Z') as quarter,
        width_bucket(c.wait_seconds, array[60, 300, 900, 3600, 14400]::float8[]) as wait_class
      from private.chat_facts c
      left join public.leads l on l.owner_id = me and l.person_id = c.visitor_id
      where c.vendor_id = me and c.joined_at >= coalesce(span.starts_before[1], span.starts[1]) and c.joined_at < span.ends_at
    ),
    counts as materialized (
      select grouping(c.quarter) = 0 as by_quarter, grouping(c.language) = 0 as by_language,
        grouping(c.booth_code_id) = 0 as by_code, grouping(c.wait_class) = 0 as by_wait,
        c.is_now, c.quarter, c.language, c.booth_code_id, c.wait_class,
        count(*) as joins, count(c.answered_at) as answered, count(c.lead) as leads
      from chats c
      group by grouping sets ((c.is_now, c.quarter), (c.is_now, c.language), (c.is_now, c.booth_code_id), (c.is_now, c.wait_class))
    ),
    -- A visitor with two chats is one lead.
    leads as materialized (
      select c.is_now, c.language, count(*) as people
      from (
        select distinct d.is_now, d.language, d.lead from chats d
        where d.lead is not null and (d.is_now or d.joined_at < span.before_until)
      ) c
      group by c.is_now, c.language
    ),
    scanned as materialized (
      select c.code_id, c.hour, c.scans, c.hour >= span.starts[1] as is_now
      from public.booth_code_scans c
      where c.hour >= coalesce(span.starts_before[1], span.starts[1]) and c.hour < span.ends_at
    ),
    totals as (
      select which.is_now, jsonb_build_object(
        'scans', (
          select coalesce(sum(c.scans), 0) from scanned c
          where c.is_now = which.is_now and (c.is_now or c.hour < span.before_until)
        ),
        'leads', (select coalesce(sum(l.people), 0) from leads l where l.is_now = which.is_now)
      ) || figures as figures
      from (values (true), (false)) which (is_now)
      cross join lateral (
        select jsonb_build_object(
          'joins', count(*),
          'code_joins', count(c.booth_code_id),
          'asked', count(c.asked_at),
          'answered', count(c.answered_at),
          'wait_median', (percentile_cont(array[0.5, 0.9]) within group (order by c.wait_seconds))[1],
          'wait_p90', (percentile_cont(array[0.5, 0.9]) within group (order by c.wait_seconds))[2]
        )
        from chats c where c.is_now = which.is_now and (c.is_now or c.joined_at < span.before_until)
      ) chat (figures)
    ),
    series as (
      select jsonb_agg(jsonb_build_object(
        'at', start.at, 'scans', coalesce(s.scans, 0), 'joins', coalesce(j.joins, 0), 'answered', coalesce(j.answered, 0),
        'joins_before', case when span.starts_before is not null then coalesce(b.joins, 0) end
      ) order by start.at) as steps
      from unnest(span.starts) with ordinality start (at, step)
      left join (
        select width_bucket(c.quarter, span.starts) as step, sum(c.joins) as joins, sum(c.answered) as answered
        from counts c where c.by_quarter and c.is_now group by 1
      ) j on j.step = start.step
      left join (
        select width_bucket(c.quarter, span.starts_before) as step, sum(c.joins) as joins
        from counts c where c.by_quarter and not c.is_now group by 1
      ) b on b.step = start.step
      left join (
        select width_bucket(c.hour, span.starts) as step, sum(c.scans) as scans from scanned c where c.is_now group by 1
      ) s on s.step = start.step
    ),
    hours as (
      select jsonb_agg(jsonb_build_object('hour', clock.hour, 'scans', coalesce(s.scans, 0), 'joins', coalesce(j.joins, 0))
        order by clock.hour) as hours
      from generate_series(0, 23) clock (hour)
      left join (
        select extract(hour from c.quarter at time zone zone) as hour, sum(c.joins) as joins
        from counts c where c.by_quarter and c.is_now group by 1
      ) j on j.hour = clock.hour
      left join (
        select extract(hour from c.hour at time zone zone) as hour, sum(c.scans) as scans from scanned c where c.is_now group by 1
      ) s on s.hour = clock.hour
    ),
    languages as (
      select jsonb_agg(jsonb_build_object(
        'language', c.language, 'joins', c.joins, 'answered', c.answered, 'leads', coalesce(l.people, 0)
      ) order by c.joins desc, c.language) as languages
      from counts c left join leads l on l.is_now and l.language = c.language
      where c.by_language and c.is_now
    ),
    -- By person, for the owner of a team and who works there now, and for others who did something.
    people as (
      select jsonb_agg(jsonb_build_object(
        'id', who.id, 'name', p.name, 'member', m.profile_id is not null, 'answered', coalesce(a.answered, 0),
        'wait_median', a.wait_median, 'leads', coalesce(l.leads, 0)
      ) order by coalesce(a.answered, 0) desc, coalesce(l.leads, 0) desc, p.name, who.id) as people
      from (
        select b.profile_id as id from public.booth_members b where b.owner_id = me
        union select c.answered_by from chats c where c.is_now and c.answered_by is not null
        union select c.met_by from chats c where c.is_now and c.met_by is not null
      ) who
      join public.shared_profiles p on p.id = who.id
      left join public.booth_members m on m.profile_id = who.id and m.owner_id = me
      left join (
        select c.answered_by, count(*) as answered, percentile_cont(0.5) within group (order by c.wait_seconds) as wait_median
        from chats c where c.is_now and c.answered_by is not null group by c.answered_by
      ) a on a.answered_by = who.id
      left join (
        select c.met_by, count(distinct c.lead) as leads from chats c where c.is_now and c.met_by is not null group by c.met_by
      ) l on l.met_by = who.id
      where exists (select 1 from public.booth_members b where b.owner_id = me)
    ),
    codes as (
      select jsonb_agg(jsonb_build_object(
        'id', b.id, 'label', b.label, 'scans', coalesce(s.scans, 0), 'joins', coalesce(j.joins, 0),
        'answered', coalesce(j.answered, 0), 'leads', coalesce(j.leads, 0)
      ) order by coalesce(j.joins, 0) desc, coalesce(s.scans, 0) desc, b.label, b.id) as codes
      from public.booth_codes b
      left join (select c.code_id, sum(c.scans) as scans from scanned c where c.is_now group by c.code_id) s on s.code_id = b.id
      left join counts j on j.by_code and j.is_now and j.booth_code_id = b.id
      where b.vendor_id = me and (s.scans > 0 or j.joins > 0)
    ),
    waits as (
      select jsonb_agg(coalesce(c.joins, 0) order by class.nr) as waits
      from generate_series(0, 5) class (nr)
      left join counts c on c.by_wait and c.is_now and c.wait_class = class.nr
    )
    select jsonb_build_object(
      'unit', span.unit, 'from', span.starts[1], 'to', span.ends_at, 'read_at', now(),
      'before_from', span.starts_before[1], 'before_until', span.before_until,
      'current', (select t.figures from totals t where t.is_now),
      'before', (select t.figures from totals t where not t.is_now and span.starts_before is not null),
      'series', (select s.steps from series s),
      'hours', (select h.hours from hours h),
      'languages', coalesce((select l.languages from languages l), '[]'),
      'codes', coalesce((select c.codes from codes c), '[]'),
      'waits', (select w.waits from waits w),
      'people', coalesce((select p.people from people p), '[]')
    ) into answer;
    return answer;
  end
  $$;
revoke all on function public.vendor_analytics(text, date, date) from public, anon;
grant execute on function public.vendor_analytics(text, date, date) to authenticated, service_role;

-- 17_reports.sql
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  -- Null after that account is deleted.
  reported_id uuid references public.profiles (id) on delete set null,
  session_id uuid references public.sessions (id) on delete set null,
  reason text not null constraint reports_reason_check
    check (reason in ('spam', 'harassment', 'fraud', 'impersonation', 'inappropriate', 'other')),
  details text constraint reports_details_length check (char_length(details) <= 2000),
  message_ids uuid[] not null default '{}'
    constraint reports_message_ids_check check (cardinality(message_ids) <= 20 and array_position(message_ids, null) is null),
  status text not null default 'open' constraint reports_status_check check (status in ('open', 'closed')),
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint reports_of_others check (reporter_id <> reported_id),
  constraint reports_other_in_words check (reason <> 'other' or coalesce(details, '') ~ '\S')
);
create index reports_reporter_id_created_at_idx on public.reports (reporter_id, created_at);
create index reports_reported_id_idx on public.reports (reported_id);
create index reports_session_id_idx on public.reports (session_id);
create index reports_status_created_at_idx on public.reports (status, created_at desc, id);

create function private.check_report() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    -- Serialises devices that report at the same time.
    perform pg_advisory_xact_lock(hashtextextended('reports:' || new.reporter_id, 0));
    if (
      select count(*) from public.reports r
      where r.reporter_id = new.reporter_id and r.created_at > new.created_at - interval '1 day'
    ) >= 10 then
      raise exception using errcode = 'PT429', message = 'At most 10 reports a day', hint = 'Try again tomorrow';
    end if;
    if new.session_id is null and new.message_ids <> '{}' or exists (
      select 1 from unnest(new.message_ids) named (id)
      left join public.messages m on m.id = named.id and m.session_id = new.session_id
      where m.id is null
    ) then
      raise exception using errcode = 'PT400', message = 'A report names messages of its own chat only';
    end if;
    return new;
  end
  $$;
revoke all on function private.check_report() from public;
create trigger check_report before insert on public.reports
  for each row execute function private.check_report();

create table public.report_notes (
  report_id uuid primary key references public.reports (id) on delete cascade,
  note text not null constraint report_notes_length check (char_length(note) <= 2000),
  -- Counts up from 1; a change names the revision that its author has read.
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);

alter table public.reports enable row level security;
alter table public.report_notes enable row level security;
revoke all on public.reports, public.report_notes from public, anon, authenticated;
grant select on public.reports to authenticated;
grant insert (id, reporter_id, reported_id, session_id, reason, details, message_ids) on public.reports to authenticated;
grant all on public.reports, public.report_notes to service_role;

create policy "Prove the second factor first" on public.reports
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.report_notes
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own reports" on public.reports
  for select to authenticated using (reporter_id = (select private.my_profile_id()));

create policy "Report somebody one knows" on public.reports
  for insert to authenticated
  with check (
    reporter_id = (select private.my_profile_id())
    and private.knows(reported_id)
    -- The policy of sessions limits these subqueries to the caller's own sessions.
    and (
      session_id is null
      or exists (select 1 from public.sessions s where s.id = session_id and (
        reported_id in (s.vendor_id, s.visitor_id) or private.booth_of(reported_id) = s.vendor_id))
    )
  );

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
        'target_language', m.target_language, 'translation_engine', m.translation_engine, 'created_at', m.created_at,
        'said_by', m.said_by
      ) order by m.created_at, m.id)
      from public.messages m where m.id = any (r.message_ids)
    ), '[]') as messages
  from public.reports r
  join public.profiles by on by.id = r.reporter_id
  left join public.profiles about on about.id = r.reported_id;
revoke all on public.report_list from public, anon, authenticated, service_role;
grant select on public.report_list to service_role;

create view public.report_desk with (security_invoker = true) as
  select l.*,
    jsonb_build_object('text', coalesce(n.note, ''), 'revision', coalesce(n.revision, 0), 'updated_at', n.updated_at) as note
  from public.report_list l left join public.report_notes n on n.report_id = l.id;
revoke all on public.report_desk from public, anon, authenticated, service_role;
grant select on public.report_desk to service_role;

create function public.close_report(report_id uuid, closed boolean default true) returns public.reports
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    changed public.reports;
  begin
    update public.reports r
      set status = case when closed then 'closed' else 'open' end, closed_at = case when closed then clock_timestamp() end
      where r.id = close_report.report_id returning * into changed;
    if not found then
      raise exception using errcode = 'PT404', message = 'Report not found';
    end if;
    return changed;
  end
  $$;
revoke all on function public.close_report(uuid, boolean) from public, anon, authenticated;
grant execute on function public.close_report(uuid, boolean) to service_role;

create function public.note_report(report_id uuid, note text, seen integer) returns public.report_notes
  language plpgsql volatile security invoker set search_path = ''
  as $$
  declare
    kept public.report_notes;
  begin
    if not exists (select from public.reports r where r.id = note_report.report_id) then
      raise exception using errcode = 'PT404', message = 'Report not found';
    end if;
    if seen = 0 then
      insert into public.report_notes (report_id, note) values (note_report.report_id, note_report.note)
        on conflict on constraint report_notes_pkey do nothing returning * into kept;
    else
      update public.report_notes n
        set note = note_report.note, revision = n.revision + 1, updated_at = clock_timestamp()
        where n.report_id = note_report.report_id and n.revision = seen returning * into kept;
    end if;
    if kept.report_id is null then
      raise exception using errcode = 'PT409', message = 'The note was changed meanwhile';
    end if;
    return kept;
  end
  $$;
revoke all on function public.note_report(uuid, text, integer) from public, anon, authenticated;
grant execute on function public.note_report(uuid, text, integer) to service_role;

-- 18_quotas.sql
create table private.quotas (
  name text primary key,
  -- For full users and for guests; null: no limit.
  members integer check (members >= 0),
  guests integer check (guests >= 0),
  -- Rows of all people together, as the planner estimates them; null: no limit.
  installation bigint check (installation >= 0)
);
revoke all on private.quotas from public, anon, authenticated, service_role;
insert into private.quotas (name, members, guests, installation) values
  ('scanned_cards', 20000, 2000, 5000000),
  ('leads', 5000, 500, 5000000),
  -- Chats of a person as the visitor.
  ('chats', 2000, 200, 5000000),
  -- Chats that a vendor has opened and no visitor has joined.
  ('open_invitations', 2000, 0, null),
  -- Chats that a vendor opens with the same visitor.
  ('chats_with_one_person', 50, 0, null),
  ('messages_per_minute', 60, 30, 50000000),
  ('messages_per_10_seconds', 30, 15, null),
  -- In a day.
  ('data_exports', 200, 50, null),
  -- Ids of badges that a vendor asks the list of attendees for, in a day.
  ('badge_lookups', 500, 0, null);

create function private.require_quota(quota text, used bigint, refusal text) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    most integer;
  begin
    select case when private.am_guest() then q.guests else q.members end into most
      from private.quotas q where q.name = require_quota.quota;
    if used > most then
      raise exception using errcode = 'PT413', message = format(refusal, most), detail = 'quota: ' || quota,
        hint = 'The operator of the installation sets this quota';
    end if;
  end
  $$;

create function private.require_installation_quota(quota text, of_table regclass) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if exists (
      select 1 from private.quotas q, pg_catalog.pg_class c
      where q.name = quota and c.oid = of_table and c.reltuples > q.installation
    ) then
      raise exception using errcode = 'PT507', message = 'This installation is full',
        detail = 'quota: ' || quota, hint = 'Tell the organiser';
    end if;
  end
  $$;

create function private.lock_quota(quota text, person uuid) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('quota:' || quota || ':' || person, 0)) $$;
revoke all on function private.require_quota(text, bigint, text), private.require_installation_quota(text, regclass),
  private.lock_quota(text, uuid) from public;

create function private.keep_row_quota() returns trigger
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
create trigger keep_row_quota after insert on public.scanned_cards referencing new table as added
  for each statement execute function private.keep_row_quota('scanned_cards', 'Quota reached: %s cards');
create trigger keep_row_quota after insert on public.leads referencing new table as added
  for each statement execute function private.keep_row_quota('leads', 'Quota reached: %s leads');

create function private.keep_export_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
  begin
    if me is not null and not exists (select 1 from added a where a.owner_id = me) then
      me := private.my_booth();
    end if;
    if me is null or not exists (select 1 from added a where a.owner_id = me) then
      return null;
    end if;
    perform private.lock_quota('data_exports', me);
    perform private.require_quota('data_exports', (
      select count(*) from public.data_exports d
      where d.owner_id = me and d.created_at > clock_timestamp() - interval '1 day'
    ), 'Quota reached: %s exports a day');
    return null;
  end
  $$;
create trigger keep_export_quota after insert on public.data_exports referencing new table as added
  for each statement execute function private.keep_export_quota();

create function private.keep_chat_quota() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
    visitors uuid[];
  begin
    if me is not null and not exists (select 1 from added a where me in (a.vendor_id, a.visitor_id)) then
      me := private.my_booth();
    end if;
    if me is null or not exists (select 1 from added a where me in (a.vendor_id, a.visitor_id)) then
      return null;
    end if;
    perform private.require_installation_quota('chats', tg_relid::regclass);
    perform private.lock_quota('chats', me);
    if exists (select 1 from added a where a.visitor_id = me) then
      perform private.require_quota('chats', (select count(*) from public.sessions s where s.visitor_id = me),
        'Quota reached: %s chats');
    end if;
    if exists (select 1 from added a where a.vendor_id = me and a.visitor_id is null) then
      perform private.require_quota('open_invitations', (
        select count(*) from public.sessions s where s.vendor_id = me and s.visitor_id is null
      ), 'Quota reached: %s chats that nobody has joined');
    end if;
    select array_agg(distinct a.visitor_id) into visitors from added a where a.vendor_id = me and a.visitor_id is not null;
    if visitors is not null then
      perform private.require_quota('chats_with_one_person', (
        select max(n) from (
          select count(*) as n from public.sessions s
          where s.visitor_id = any (visitors) and s.vendor_id = me group by s.visitor_id
        ) counted
      ), 'Quota reached: %s chats with one person');
    end if;
    return null;
  end
  $$;
create trigger keep_chat_quota after insert on public.sessions referencing new table as added
  for each statement execute function private.keep_chat_quota();

create function private.keep_message_rate() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
    guest boolean := coalesce((claims ->> 'is_anonymous')::boolean, false);
    moment timestamptz;
    in_a_minute bigint;
    in_10_seconds bigint;
    most_in_a_minute integer;
    most_in_10_seconds integer;
    is_full boolean;
  begin
    if claims is null or claims ->> 'role' is distinct from 'authenticated' then
      return null;
    end if;
    select case when guest then minute.guests else minute.members end, case when guest then short.guests else short.members end,
        c.reltuples > minute.installation
      into most_in_a_minute, most_in_10_seconds, is_full
      from pg_catalog.pg_class c
      left join private.quotas minute on minute.name = 'messages_per_minute'
      left join private.quotas short on short.name = 'messages_per_10_seconds'
      where c.oid = tg_relid;
    if is_full then
      perform private.require_installation_quota('messages_per_minute', tg_relid::regclass);
    end if;
    if most_in_a_minute is null and most_in_10_seconds is null then
      return null;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('quota:messages:' || new.sender_id, 0));
    moment := clock_timestamp();
    select count(*), count(*) filter (where m.created_at > moment - interval '10 seconds')
      into in_a_minute, in_10_seconds
      from public.messages m where m.sender_id = new.sender_id and m.created_at > moment - interval '1 minute';
    if in_a_minute > most_in_a_minute then
      raise exception using errcode = 'PT429', message = format('At most %s messages a minute', most_in_a_minute),
        detail = 'quota: messages_per_minute', hint = 'Try again in a minute';
    end if;
    if in_10_seconds > most_in_10_seconds then
      raise exception using errcode = 'PT429', message = format('At most %s messages in 10 seconds', most_in_10_seconds),
        detail = 'quota: messages_per_10_seconds', hint = 'Try again in a few seconds';
    end if;
    return null;
  end
  $$;
create trigger keep_message_rate after insert on public.messages
  for each row execute function private.keep_message_rate();
revoke all on function private.keep_row_quota(), private.keep_export_quota(), private.keep_chat_quota(),
  private.keep_message_rate() from public;

-- 19_storage.sql
create policy "Prove the second factor first" on storage.buckets
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on storage.objects
  as restrictive for all to authenticated using ((select private.second_factor_done()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values (
    'chat-files', 'chat-files', false, 10485760,
    -- Some browsers record voice as video/webm. No SVG and no HTML, which can contain script; no office
    -- files with macros.
    array[
      'audio/*', 'video/webm', 'video/mp4', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic',
      'image/heif', 'application/pdf',
      'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.oasis.opendocument.presentation'
    ]
  );

create policy "Read the files of one's sessions" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'chat-files'
    and exists (
      select 1 from public.sessions s where array[s.id::text] = storage.foldername(objects.name)
    )
  );

create policy "Add a file to one's session" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'chat-files'
    and exists (
      select 1 from public.sessions s where array[s.id::text] = storage.foldername(objects.name)
    )
  );

create policy "Add no file for somebody one is parted from" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or exists (
      select 1 from public.sessions s
      where array[s.id::text] = storage.foldername(objects.name) and not private.are_parted(s.vendor_id, s.visitor_id)
    )
  );

create policy "Add no file to a request" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or exists (
      select 1 from public.sessions s
      where array[s.id::text] = storage.foldername(objects.name)
        and (coalesce(s.request_state, 'accepted') = 'accepted' or s.vendor_id = any ((select private.my_vendors())::uuid[]))
    )
  );

create policy "Add no file with the name of a program" on storage.objects
  as restrictive for insert to authenticated
  with check (
    bucket_id <> 'chat-files'
    or lower(name) ~ '\.(webm|weba|mp4|m4a|ogg|oga|opus|mp3|wav|aac|flac|caf|3gp|jpe?g|png|webp|gif|hei[cf]|pdf|docx?|xlsx?|pptx?|od[tsp])$'
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('avatars', 'avatars', true, 524288, array['image/webp', 'image/jpeg']);

create policy "List one's own avatars" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

create policy "Add an avatar of one's own" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

create policy "Remove an avatar of one's own" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'avatars'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('booth-logos', 'booth-logos', true, 1048576, array['image/png', 'image/jpeg', 'image/webp']);

create policy "List one's own booth logos" on storage.objects
  for select to authenticated
  using (bucket_id = 'booth-logos' and array[(select auth.uid())::text] = storage.foldername(objects.name));

create policy "Add a booth logo of one's own" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'booth-logos'
    and array[(select auth.uid())::text] = storage.foldername(objects.name)
    and (select private.my_role()) = 'vendor'
  );

create policy "Remove a booth logo of one's own" on storage.objects
  for delete to authenticated
  using (bucket_id = 'booth-logos' and array[(select auth.uid())::text] = storage.foldername(objects.name));

-- 20_realtime.sql
create policy "Prove the second factor first" on realtime.messages
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create function private.session_of_topic() returns uuid
  language sql stable set search_path = ''
  as $$
    select case
      when realtime.topic() ~ '^session:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then substr(realtime.topic(), 9)::uuid
    end
  $$;
revoke all on function private.session_of_topic() from public;
grant execute on function private.session_of_topic() to authenticated, service_role;

create policy "Follow the channel of one's session" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()) and private.hears(s))
  );

create policy "Speak on the channel of one's session" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and topic = (select realtime.topic())
    and exists (select 1 from public.sessions s where s.id = (select private.session_of_topic()) and private.hears(s))
  );

create policy "Listen to the event's channel" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and topic = 'event' and (select realtime.topic()) = 'event');

create function private.recheck_rooms(session_ids uuid[]) returns void
  language sql volatile set search_path = ''
  as $$
    select pg_notify('dragoman_cluster', concat('database rights 0/1', e'\n', jsonb_agg('session:' || part.id)))
    from (select id, (row_number() over () - 1) / 150 as number from unnest(session_ids) id) part
    group by part.number
  $$;
revoke all on function private.recheck_rooms(uuid[]) from public;

create function private.recheck_rooms_of_pair() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(
      select s.id from public.sessions s where s.vendor_id = new.blocker_id and s.visitor_id = new.blocked_id
      union all
      select s.id from public.sessions s where s.vendor_id = new.blocked_id and s.visitor_id = new.blocker_id
    ));
    return null;
  end
  $$;
revoke all on function private.recheck_rooms_of_pair() from public;
create trigger recheck_rooms after insert on public.blocks
  for each row execute function private.recheck_rooms_of_pair();

create function private.recheck_room() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array[new.id]);
    return null;
  end
  $$;
revoke all on function private.recheck_room() from public;
create trigger recheck_room after update of vendor_id, visitor_id, request_state on public.sessions
  for each row when (
    old.vendor_id <> new.vendor_id
    or (old.visitor_id is not null and old.visitor_id is distinct from new.visitor_id)
    or (new.request_state in ('waiting', 'declined') and old.request_state is distinct from new.request_state)
  )
  execute function private.recheck_room();

create function private.recheck_deleted_rooms() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(select g.id from gone g));
    return null;
  end
  $$;
revoke all on function private.recheck_deleted_rooms() from public;
create trigger recheck_deleted_rooms after delete on public.sessions
  referencing old table as gone
  for each statement execute function private.recheck_deleted_rooms();

-- 21_postgrest.sql
do $$
declare
  present text;
  statement text;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticator' and rolcanlogin) then
    return;
  end if;
  select substr(setting, length('pgrst.db_pre_request=') + 1) into present
    from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setrole = 'authenticator'::regrole and setting like 'pgrst.db_pre_request=%'
      and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = current_database()))
    order by s.setdatabase desc limit 1;
  if present = 'private.require_second_factor' then
    return;
  end if;
  if present <> '' then
    raise warning 'pgrst.db_pre_request is % already: call private.require_second_factor() in it, or second factors protect no function',
      present;
    return;
  end if;
  statement := format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'private.require_second_factor');
  begin
    execute statement;
  exception when insufficient_privilege then
    raise exception using errcode = '42501',
      message = format(e'PostgREST would not ask for second factors, and this account may not set it up (%s). '
        'Let a superuser run this once, then start again:\n\n  %s;', sqlerrm, statement);
  end;
  perform pg_notify('pgrst', 'reload config');
end
$$;

-- 22_accounts.sql
create function private.sessions_of(user_id uuid) returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
    select s.id from public.sessions s join public.profiles p on p.id = s.vendor_id
      where p.user_id = sessions_of.user_id
    union
    select s.id from public.sessions s join public.profiles p on p.id = s.visitor_id
      where p.user_id = sessions_of.user_id
  $$;
revoke all on function private.sessions_of(uuid) from public, anon, authenticated, service_role;

create function public.account_size(user_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with mine as materialized (select private.sessions_of(account_size.user_id) as id),
    folders as (
      select array['chat-files'] as buckets, m.id::text as name from mine m
      union all
      select array['avatars', 'booth-logos'], account_size.user_id::text
      union all
      select array['catalogue'], p.id::text from public.profiles p where p.user_id = account_size.user_id
    )
    select jsonb_build_object(
      'chats', (select count(*) from public.sessions s join mine using (id) where s.visitor_id is not null),
      'messages', (select count(*) from public.messages m join mine on mine.id = m.session_id),
      'files', (
        select count(*) from folders f join storage.objects o on o.bucket_id = any (f.buckets)
          and o.name collate "C" >= f.name || '/' and o.name collate "C" < f.name || '0'))
  $$;

create function public.account_has_password(user_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      (select u.encrypted_password <> '' from auth.users u where u.id = account_has_password.user_id), false)
  $$;

create function public.account_devices(user_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (
      select s.created_at, s.refreshed_at, s.not_after, s.aal, s.user_agent, s.ip from auth.sessions s
        where s.user_id = account_devices.user_id order by s.created_at desc limit 1000) d
  $$;

create function public.record_account_export(user_id uuid, user_agent text default null) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.data_exports (owner_id, kind, format, user_agent)
      select p.id, 'account', 'zip', record_account_export.user_agent from public.profiles p
        where p.user_id = record_account_export.user_id
  $$;

create function public.delete_account(user_id uuid) returns void
  language plpgsql security definer set search_path = '' set statement_timeout = '300s'
  as $$
  declare
    sessions uuid[];
  begin
    -- From here on no transaction refers to these rows: one that writes to a chat waits, and finds it
    -- gone.
    perform from auth.users u where u.id = delete_account.user_id for update;
    perform from public.profiles p where p.user_id = delete_account.user_id for update;
    sessions := array(select s.id from public.sessions s
      where s.id in (select private.sessions_of(delete_account.user_id)) order by s.id for update);
    delete from realtime.messages m where m.topic in (select 'session:' || id from unnest(sessions) id);
    -- Everything else refers to the user, or to what does: profile, chats, messages, notes by and
    -- about them, cards, codes, factors, identities, devices and their tokens.
    delete from auth.users u where u.id = delete_account.user_id;
  end
  $$;

create function public.orphaned_files() returns table (bucket text, name text)
  language sql stable security definer set search_path = ''
  as $$
    select o.bucket_id, o.name from storage.objects o,
      lateral (select split_part(o.name, '/', 1) as name) folder,
      -- A folder that is no id is null here.
      lateral (select case when folder.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then folder.name::uuid end as id) owner
    where owner.id is not null and (
      (o.bucket_id = 'chat-files' and not exists (select from public.sessions s where s.id = owner.id))
      or (o.bucket_id in ('avatars', 'booth-logos') and not exists (select from auth.users u where u.id = owner.id))
      or (o.bucket_id = 'catalogue' and not exists (select from public.profiles p where p.id = owner.id)))
    order by o.created_at limit 1000
  $$;

revoke all on function public.account_size(uuid), public.account_has_password(uuid), public.account_devices(uuid),
  public.record_account_export(uuid, text), public.delete_account(uuid), public.orphaned_files()
  from public, anon, authenticated;
grant execute on function public.account_size(uuid), public.account_has_password(uuid), public.account_devices(uuid),
  public.record_account_export(uuid, text), public.delete_account(uuid), public.orphaned_files() to service_role;

-- 23_message_acts.sql
create table public.message_reactions (
  -- A key of message_id and profile_id would make PostgREST see a second way from messages to
  -- profiles, and refuse `sender:profiles(...)`.
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.messages (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- The message's chat, set by a trigger: a live subscription filters by columns of the row itself.
  session_id uuid not null references public.sessions (id) on delete cascade,
  reaction text constraint message_reactions_reaction_check
    check (reaction in ('like', 'love', 'laugh', 'surprise', 'thanks', 'done')),
  changed_at timestamptz not null default clock_timestamp(),
  constraint message_reactions_once unique (message_id, profile_id)
);
create index message_reactions_profile_id_idx on public.message_reactions (profile_id);
create index message_reactions_session_id_changed_at_idx
  on public.message_reactions (session_id, changed_at desc);

create function private.place_reaction() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.session_id := (select m.session_id from public.messages m where m.id = new.message_id);
    new.changed_at := clock_timestamp();
    return new;
  end
  $$;
revoke all on function private.place_reaction() from public;
create trigger place_reaction before insert or update on public.message_reactions
  for each row execute function private.place_reaction();

alter table public.message_reactions enable row level security;
revoke all on public.message_reactions from public, anon, authenticated;
grant select on public.message_reactions to authenticated;
grant insert (message_id, profile_id, reaction), update (message_id, profile_id, reaction)
  on public.message_reactions to authenticated;
grant all on public.message_reactions to service_role;

create policy "Prove the second factor first" on public.message_reactions
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the reactions of one's chats" on public.message_reactions
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = message_reactions.session_id));

create policy "React in one's chat" on public.message_reactions
  for insert to authenticated
  with check (
    profile_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = message_reactions.session_id and private.hears(s))
  );

create policy "Change one's reaction" on public.message_reactions
  for update to authenticated
  using (profile_id = (select private.my_profile_id()))
  with check (
    profile_id = (select private.my_profile_id())
    and exists (select 1 from public.sessions s where s.id = message_reactions.session_id and private.hears(s))
  );

alter publication supabase_realtime add table public.message_reactions;
alter table public.message_reactions replica identity full;

create table public.hidden_messages (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  message_id uuid not null references public.messages (id) on delete cascade,
  hidden_at timestamptz not null default clock_timestamp(),
  constraint hidden_messages_once unique (profile_id, message_id)
);
create index hidden_messages_message_id_idx on public.hidden_messages (message_id);

alter table public.hidden_messages enable row level security;
revoke all on public.hidden_messages from public, anon, authenticated;
grant select, delete on public.hidden_messages to authenticated;
grant insert (profile_id, message_id) on public.hidden_messages to authenticated;
grant all on public.hidden_messages to service_role;

create policy "Prove the second factor first" on public.hidden_messages
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read what one has hidden" on public.hidden_messages
  for select to authenticated using (profile_id = (select private.my_profile_id()));

create function private.is_in_my_chat(message uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select 1 from public.messages m join public.sessions s on s.id = m.session_id
      where m.id = is_in_my_chat.message
        and (s.vendor_id = any ((select private.my_vendors())::uuid[]) or s.visitor_id = (select private.my_profile_id()))
    )
  $$;
revoke all on function private.is_in_my_chat(uuid) from public;
grant execute on function private.is_in_my_chat(uuid) to authenticated, service_role;

create policy "Hide a message of one's chat" on public.hidden_messages
  for insert to authenticated
  with check (
    profile_id = (select private.my_profile_id())
    and private.is_in_my_chat(message_id)
  );

create policy "Show a hidden message again" on public.hidden_messages
  for delete to authenticated using (profile_id = (select private.my_profile_id()));

create policy "See no message that one has hidden" on public.messages
  as restrictive for select to authenticated
  using (not exists (
    select 1 from public.hidden_messages h
    where h.message_id = messages.id and h.profile_id = (select private.my_profile_id())
  ));

alter publication supabase_realtime add table public.hidden_messages;
alter table public.hidden_messages replica identity full;

create table public.translation_reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  message_id uuid not null references public.messages (id) on delete cascade,
  -- The language of the message, set by a trigger.
  source_language text not null
    constraint translation_reports_source_language_check check (source_language in ('en', 'zh', 'ar')),
  target_language text not null
    constraint translation_reports_target_language_check check (target_language in ('en', 'zh', 'ar')),
  -- The provider, as the reporter's device names it; null when it is not known.
  engine text constraint translation_reports_engine_check check (engine ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  reason text constraint translation_reports_reason_check
    check (reason in ('meaning', 'numbers', 'names', 'unreadable')),
  created_at timestamptz not null default clock_timestamp(),
  constraint translation_reports_once unique (reporter_id, message_id, target_language),
  constraint translation_reports_between_languages check (source_language <> target_language)
);
create index translation_reports_reporter_id_created_at_idx on public.translation_reports (reporter_id, created_at);
create index translation_reports_message_id_idx on public.translation_reports (message_id);
create index translation_reports_created_at_idx on public.translation_reports (created_at desc, id);

create function private.check_translation_report() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.created_at := clock_timestamp();
    new.source_language := (select m.source_language from public.messages m where m.id = new.message_id);
    -- Serialises devices that report at the same time.
    perform pg_advisory_xact_lock(hashtextextended('translation reports:' || new.reporter_id, 0));
    if (
      select count(*) from public.translation_reports r
      where r.reporter_id = new.reporter_id and r.created_at > new.created_at - interval '1 day'
    ) >= 20 then
      raise exception using errcode = 'PT429', message = 'At most 20 reports of translations a day',
        hint = 'Try again tomorrow';
    end if;
    return new;
  end
  $$;
revoke all on function private.check_translation_report() from public;
create trigger check_translation_report before insert on public.translation_reports
  for each row execute function private.check_translation_report();

alter table public.translation_reports enable row level security;
revoke all on public.translation_reports from public, anon, authenticated;
grant select on public.translation_reports to authenticated;
grant insert (id, reporter_id, message_id, target_language, engine, reason) on public.translation_reports to authenticated;
grant all on public.translation_reports to service_role;

create policy "Prove the second factor first" on public.translation_reports
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own reports of translations" on public.translation_reports
  for select to authenticated using (reporter_id = (select private.my_profile_id()));

create policy "Report a translation in one's chat" on public.translation_reports
  for insert to authenticated
  with check (
    reporter_id = (select private.my_profile_id())
    and exists (select 1 from public.messages m where m.id = translation_reports.message_id)
  );

create view public.translation_report_list with (security_invoker = true) as
  select
    r.id, r.created_at, r.source_language, r.target_language, r.engine, r.reason,
    case when m.type = 'text' then m.content else m.transcript end as words,
    case when m.target_language = r.target_language then m.translated_content else k.translated_text end as translation
  from public.translation_reports r
  join public.messages m on m.id = r.message_id
  left join public.message_translations k
    on k.message_id = r.message_id and k.target_language = r.target_language;
revoke all on public.translation_report_list from public, anon, authenticated, service_role;
grant select on public.translation_report_list to service_role;

-- 24_missed_replies.sql
create table public.notification_settings (
  owner_id uuid primary key references public.profiles (id) on delete cascade,
  email boolean not null default true,
  -- Whether a push and a mail show the words of a message.
  show_text boolean not null default true,
  -- Minutes since midnight in time_zone, or both null. A range may cross midnight.
  quiet_from smallint constraint notification_settings_quiet_from_range check (quiet_from between 0 and 1439),
  quiet_until smallint constraint notification_settings_quiet_until_range check (quiet_until between 0 and 1439),
  -- A name of the IANA database. An unknown one fails with 22023.
  time_zone text not null default 'UTC' constraint notification_settings_time_zone_check check (
    char_length(time_zone) <= 64 and time_zone ~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+){0,2}$'
    and (timestamptz '2026-01-01 00:00Z' at time zone time_zone) is not null),
  -- An address that a guest has left for missed replies alone, and when its owner confirmed it. Only
  -- the server writes the two.
  address text constraint notification_settings_address_length check (char_length(address) between 3 and 320),
  address_confirmed_at timestamptz,
  constraint notification_settings_quiet_pair
    check (num_nulls(quiet_from, quiet_until) <> 1 and coalesce(quiet_from <> quiet_until, true))
);

alter table public.notification_settings enable row level security;
revoke all on public.notification_settings from public, anon, authenticated, service_role;
grant select on public.notification_settings to authenticated;
grant insert (owner_id, email, show_text, quiet_from, quiet_until, time_zone) on public.notification_settings to authenticated;
grant update (owner_id, email, show_text, quiet_from, quiet_until, time_zone) on public.notification_settings to authenticated;
grant select on public.notification_settings to service_role;

create policy "Prove the second factor first" on public.notification_settings
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's notification settings" on public.notification_settings
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Make one's notification settings" on public.notification_settings
  for insert to authenticated with check (owner_id = (select private.my_profile_id()));

create policy "Change one's notification settings" on public.notification_settings
  for update to authenticated
  using (owner_id = (select private.my_profile_id()))
  with check (owner_id = (select private.my_profile_id()));

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- The address of the browser's push service: a secret of the browser and the server.
  endpoint text not null unique
    constraint push_subscriptions_endpoint_check check (char_length(endpoint) <= 1000 and endpoint ~ '^https://'),
  -- The keys of the browser (RFC 8291), base64url.
  p256dh text not null constraint push_subscriptions_p256dh_check check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- The sign-in on that device: nothing is sent once it has ended.
  session_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);
create index push_subscriptions_owner_id_idx on public.push_subscriptions (owner_id, created_at);

alter table public.push_subscriptions enable row level security;
revoke all on public.push_subscriptions from public, anon, authenticated, service_role;
grant select, delete on public.push_subscriptions to authenticated;
grant select on public.push_subscriptions to service_role;

create policy "Prove the second factor first" on public.push_subscriptions
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's devices" on public.push_subscriptions
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Remove one's devices" on public.push_subscriptions
  for delete to authenticated using (owner_id = (select private.my_profile_id()));

create table private.missed_replies (
  session_id uuid not null references public.sessions (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  -- created_at of the oldest unread message.
  first_at timestamptz not null,
  -- When to try next; null: sent, given up, or not wanted. The server moves it forward while it
  -- tries, so that another process takes the row only if this one has died.
  push_due_at timestamptz,
  email_due_at timestamptz,
  push_tries smallint not null default 0,
  email_tries smallint not null default 0,
  -- The devices that have the push already.
  pushed_to uuid[] not null default '{}',
  emailed_at timestamptz,
  primary key (session_id, profile_id)
);
create index missed_replies_push_due_at_idx on private.missed_replies (push_due_at) where push_due_at is not null;
create index missed_replies_email_due_at_idx on private.missed_replies (email_due_at) where email_due_at is not null;
create index missed_replies_profile_id_idx on private.missed_replies (profile_id);
revoke all on private.missed_replies from public, anon, authenticated, service_role;

create function private.missed_push_due(since timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select since + interval '10 seconds' $$;

create function private.missed_email_due(since timestamptz) returns timestamptz
  language sql immutable set search_path = ''
  as $$ select since + interval '10 minutes' $$;

create function private.readers_of(chat uuid, recipient uuid) returns setof uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    answers uuid;
  begin
    if not exists (select 1 from public.booth_members m where m.owner_id = recipient) then
      return next recipient;
      return;
    end if;
    select private.who_answers(s) into answers from public.sessions s where s.id = chat and s.vendor_id = recipient;
    if not found then
      -- The owner is the visitor of this chat.
      return next recipient;
    elsif answers is not null then
      return next answers;
    else
      return query
        select m.profile_id from public.booth_members m
        where m.owner_id = recipient and (m.away_since is null or not exists (
          select 1 from public.booth_members other where other.owner_id = recipient and other.away_since is null
        ));
    end if;
  end
  $$;
revoke all on function private.readers_of(uuid, uuid) from public, anon, authenticated, service_role;

create function private.note_missed_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.recipient_id is null then
      return null;
    end if;
    perform from private.missed_replies m
      where m.session_id = new.session_id and m.profile_id = new.recipient_id
        and not exists (select from public.booth_members b where b.owner_id = new.recipient_id)
      for key share of m;
    if found then
      return null;
    end if;
    insert into private.missed_replies as known (session_id, profile_id, first_at, push_due_at, email_due_at)
      select new.session_id, reader.id, new.created_at,
        private.missed_push_due(new.created_at), private.missed_email_due(new.created_at)
      from private.readers_of(new.session_id, new.recipient_id) reader (id)
      -- In a fixed order, so that two messages of a chat do not deadlock.
      order by reader.id
      -- Locks a row that is there: one of a team's readers, or that another message has just added.
      on conflict (session_id, profile_id) do update set first_at = least(known.first_at, excluded.first_at);
    return null;
  end
  $$;
create trigger note_missed_reply after insert on public.messages
  for each row execute function private.note_missed_reply();

create function private.settle_missed_reply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    since timestamptz;
  begin
    -- Waits for messages that are being written. The next statement sees them.
    perform from private.missed_replies m
      where m.session_id = new.session_id and m.profile_id = new.profile_id and m.first_at <= new.last_read_at
      for update;
    if not found then
      return null;
    end if;
    -- Of the other side: colleagues of a booth's team do not write to each other.
    select msg.created_at into since from public.messages msg join public.sessions s on s.id = msg.session_id
      where msg.session_id = new.session_id and msg.created_at > new.last_read_at
        and (msg.sender_id = s.visitor_id) = (s.visitor_id <> new.profile_id)
      order by msg.created_at limit 1;
    if since is null then
      delete from private.missed_replies m where m.session_id = new.session_id and m.profile_id = new.profile_id;
    else
      update private.missed_replies m set
          first_at = since, push_due_at = private.missed_push_due(since), email_due_at = private.missed_email_due(since),
          push_tries = 0, email_tries = 0, pushed_to = '{}', emailed_at = null
        where m.session_id = new.session_id and m.profile_id = new.profile_id;
    end if;
    return null;
  end
  $$;
create trigger settle_missed_reply after insert or update on public.session_reads
  for each row when (new.last_read_at is not null) execute function private.settle_missed_reply();
revoke all on function private.note_missed_reply(), private.settle_missed_reply(), private.missed_push_due(timestamptz),
  private.missed_email_due(timestamptz) from public, anon, authenticated, service_role;

-- 25_booth_teams.sql
create table public.booth_invitations (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- SHA-256 of the token.
  token_digest bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  used_by uuid references public.profiles (id) on delete set null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index booth_invitations_owner_id_created_at_idx on public.booth_invitations (owner_id, created_at);
create index booth_invitations_used_by_idx on public.booth_invitations (used_by) where used_by is not null;

alter table public.booth_invitations enable row level security;
revoke all on public.booth_invitations from public, anon, authenticated;
grant select (id, owner_id, created_at, expires_at, used_by, used_at, revoked_at) on public.booth_invitations to authenticated;
grant all on public.booth_invitations to service_role;

create policy "Prove the second factor first" on public.booth_invitations
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the invitations to one's own booth" on public.booth_invitations
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create function private.invitation_digest(token text) returns bytea
  language sql immutable strict set search_path = ''
  as $$ select sha256(convert_to(token, 'UTF8')) $$;
revoke all on function private.invitation_digest(text) from public;

create function public.create_booth_invitation(invitation_id uuid default gen_random_uuid())
  returns table (id uuid, token text, expires_at timestamptz)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    made text := private.new_booth_code();
  begin
    if me is null or private.my_role() is distinct from 'vendor' or private.my_booth() <> me then
      raise exception using errcode = 'PT403', message = 'Only the owner of a booth invites', detail = 'booth: not_owner';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('booth:' || me, 0));
    return query
      update public.booth_invitations i set token_digest = private.invitation_digest(made)
        where i.id = invitation_id and i.owner_id = me
          and i.used_at is null and i.revoked_at is null and i.expires_at > now()
        returning i.id, made, i.expires_at;
    if found then
      return;
    end if;
    if (
      select count(*) from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    ) >= 20 then
      raise exception using errcode = 'PT409', message = 'At most 20 open invitations', detail = 'booth: invitations_full',
        hint = 'Revoke one that is not needed';
    end if;
    if (
      select count(*) from public.booth_invitations i where i.owner_id = me and i.created_at > now() - interval '1 day'
    ) >= 100 then
      raise exception using errcode = 'PT429', message = 'At most 100 invitations a day', detail = 'booth: invitations_today',
        hint = 'Try again tomorrow';
    end if;
    perform private.require_room_in_booth(me);
    -- What has ended is shown for a while only. Used ones stay: they tell who may have written for the booth.
    delete from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.created_at < now() - interval '60 days';
    return query
      insert into public.booth_invitations as i (id, owner_id, token_digest)
        values (invitation_id, me, private.invitation_digest(made)) returning i.id, made, i.expires_at;
  end
  $$;

create function private.require_room_in_booth(booth uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if (select count(*) from public.booth_members m where m.owner_id = booth and m.profile_id <> booth) >= 50 then
      raise exception using errcode = 'PT409', message = 'At most 50 people work at a booth', detail = 'booth: full';
    end if;
  end
  $$;
revoke all on function private.require_room_in_booth(uuid) from public;

create function public.revoke_booth_invitation(invitation_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    found_one public.booth_invitations;
  begin
    select * into found_one from public.booth_invitations i
      where i.id = revoke_booth_invitation.invitation_id and i.owner_id = private.my_profile_id() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
    if found_one.used_at is not null then
      raise exception using errcode = 'PT409', message = 'This invitation was used', detail = 'booth: invitation_used';
    end if;
    update public.booth_invitations i set revoked_at = coalesce(i.revoked_at, clock_timestamp()) where i.id = found_one.id;
  end
  $$;

create function private.invitation_state(invitation public.booth_invitations) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when invitation.used_at is not null then 'used'
      when invitation.revoked_at is not null then 'revoked'
      when invitation.expires_at <= now() then 'expired'
      else 'open'
    end
  $$;
revoke all on function private.invitation_state(public.booth_invitations) from public;

create function public.booth_invitation(token text)
  returns table (state text, expires_at timestamptz, booth jsonb, accepted boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
  begin
    return query
      select seen.state, i.expires_at,
        case when seen.state = 'open' or mine.accepted then
          jsonb_build_object(
            'id', o.id, 'name', o.name,
            'company', case when 'company' = any (private.withheld_from_me(o.id)) then null else o.company end,
            'avatar_url', o.avatar_url
          )
        end,
        mine.accepted
      from public.booth_invitations i
      join public.profiles o on o.id = i.owner_id
      cross join lateral (select private.invitation_state(i) as state) seen
      cross join lateral (
        select i.used_by is not distinct from me and me is not null and private.booth_of(me) = i.owner_id as accepted
      ) mine
      where i.token_digest = private.invitation_digest(booth_invitation.token);
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
  end
  $$;

create function public.accept_booth_invitation(token text) returns public.booth_members
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    invitation public.booth_invitations;
    member public.booth_members;
    state text;
  begin
    if me is null or private.my_role() is distinct from 'vendor' then
      raise exception using errcode = 'PT403', message = 'Only vendors work at a booth', detail = 'booth: not_vendor';
    end if;
    -- A second person waits here, and finds it used.
    select * into invitation from public.booth_invitations i
      where i.token_digest = private.invitation_digest(accept_booth_invitation.token) for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Invitation not found', detail = 'booth: invitation_unknown';
    end if;
    select * into member from public.booth_members m where m.profile_id = me;
    if invitation.used_by = me and member.owner_id = invitation.owner_id then
      return member;
    end if;
    if invitation.owner_id = me then
      raise exception using errcode = 'PT409', message = 'This is your own booth', detail = 'booth: own_booth';
    end if;
    state := private.invitation_state(invitation);
    if state <> 'open' then
      raise exception using errcode = 'PT410', message = format('This invitation is %s', state),
        detail = 'booth: invitation_' || state, hint = 'Ask for a new one';
    end if;
    -- In a fixed order, so that two people who invite each other do not deadlock.
    perform pg_advisory_xact_lock(hashtextextended('booth:' || id, 0))
      from (select id from unnest(array[me, invitation.owner_id]) id order by id) booths;
    select * into member from public.booth_members m where m.profile_id = me;
    if member.owner_id = me then
      raise exception using errcode = 'PT409', message = 'You have staff of your own', detail = 'booth: has_staff';
    elsif member.owner_id is not null then
      raise exception using errcode = 'PT409', message = 'You already work at a booth', detail = 'booth: already_member',
        hint = 'Leave it first';
    end if;
    -- The inviting person has joined another booth since, or is no vendor any more.
    if private.booth_of(invitation.owner_id) <> invitation.owner_id or not private.is_vendor(invitation.owner_id) then
      raise exception using errcode = 'PT410', message = 'This invitation is revoked', detail = 'booth: invitation_revoked',
        hint = 'Ask for a new one';
    end if;
    perform private.require_room_in_booth(invitation.owner_id);
    update public.booth_invitations i set used_by = me, used_at = clock_timestamp() where i.id = invitation.id;
    insert into public.booth_members (owner_id, profile_id) values (invitation.owner_id, invitation.owner_id)
      on conflict (profile_id) do nothing;
    insert into public.booth_members (owner_id, profile_id) values (invitation.owner_id, me) returning * into member;
    -- What a person withholds from a member, they withhold from the booth.
    insert into public.card_shares as known (owner_id, viewer_id, withheld)
      select c.owner_id, invitation.owner_id, c.withheld from public.card_shares c
      where c.viewer_id = me and c.withheld <> '{}' and c.owner_id <> invitation.owner_id
      on conflict (owner_id, viewer_id) do update
        set withheld = array(select distinct f from unnest(known.withheld || excluded.withheld) f order by f);
    return member;
  end
  $$;

create function public.remove_booth_member(member_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    booth constant uuid := private.my_booth();
  begin
    if booth is null or not exists (
      select 1 from public.booth_members m where m.owner_id = booth and m.profile_id = remove_booth_member.member_id
    ) then
      raise exception using errcode = 'PT404', message = 'This person does not work at the booth', detail = 'booth: not_member';
    end if;
    if remove_booth_member.member_id = booth or (me <> booth and remove_booth_member.member_id <> me) then
      raise exception using errcode = 'PT403', message = 'Only the owner removes people, and stays themselves',
        detail = 'booth: not_owner';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('booth:' || booth, 0));
    delete from public.booth_members m where m.owner_id = booth and m.profile_id = remove_booth_member.member_id;
  end
  $$;

create function private.end_membership() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.recheck_rooms(array(
      select s.id from public.sessions s where s.vendor_id = old.owner_id and s.visitor_id is not null
      order by s.created_at desc limit 5000
    ));
    update public.sessions s set assigned_to = null
      where s.assigned_to = old.profile_id and s.vendor_id = old.owner_id;
    delete from private.missed_replies m using public.sessions s
      where m.profile_id = old.profile_id and s.id = m.session_id and s.vendor_id = old.owner_id and old.profile_id <> old.owner_id;
    delete from public.booth_members m
      where m.owner_id = old.owner_id and m.profile_id = old.owner_id and not exists (
        select 1 from public.booth_members other where other.owner_id = old.owner_id and other.profile_id <> old.owner_id
      );
    return null;
  end
  $$;
create trigger end_membership after delete on public.booth_members
  for each row execute function private.end_membership();

create function private.tell_membership() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    person constant uuid := case tg_op when 'DELETE' then old.profile_id else new.profile_id end;
  begin
    -- The profile is gone when its deletion deletes the row.
    if exists (select 1 from public.profiles p where p.id = person) then
      perform private.tell_profile_change(person);
    end if;
    return null;
  end
  $$;
create trigger tell_membership after insert or delete on public.booth_members
  for each row execute function private.tell_membership();

create function private.keep_role_of_member() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select 1 from public.booth_members m where m.profile_id = new.id) then
      raise exception using errcode = 'PT409', message = 'Who works at a booth is a vendor', detail = 'booth: is_member',
        hint = 'Leave the booth first';
    end if;
    return new;
  end
  $$;
create trigger keep_role_of_member before update of role on public.profiles
  for each row when (old.role = 'vendor' and new.role <> 'vendor') execute function private.keep_role_of_member();

create function private.leave_words_to_booth() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Who never joined a booth has written for none.
    if not exists (select 1 from public.booth_invitations i where i.used_by = old.id) then
      return old;
    end if;
    update public.messages m set sender_id = s.vendor_id
      from public.sessions s
      where m.sender_id = old.id and s.id = m.session_id and old.id <> s.vendor_id and old.id is distinct from s.visitor_id;
    update public.lead_exports e set exported_by = null, exported_by_name = null
      where e.exported_by = old.user_id;
    return old;
  end
  $$;
create trigger leave_words_to_booth before delete on public.profiles
  for each row execute function private.leave_words_to_booth();
revoke all on function private.end_membership(), private.tell_membership(), private.keep_role_of_member(),
  private.leave_words_to_booth() from public;

create function public.my_booth() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'id', b.id, 'name', b.name, 'company', b.company, 'avatar_url', b.avatar_url,
      'owner', b.id = p.id, 'team', m.id is not null, 'away_since', m.away_since
    )
    from public.profiles p
    left join public.booth_members m on m.profile_id = p.id
    join public.profiles b on b.id = coalesce(m.owner_id, p.id)
    where p.user_id = (select auth.uid())
  $$;

create function private.team_chat(chat uuid) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    found_one public.sessions;
  begin
    select * into found_one from public.sessions s
      where s.id = chat and s.vendor_id = any (private.my_vendors()) for no key update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Chat not found', detail = 'booth: chat_unknown';
    end if;
    return found_one;
  end
  $$;

create function private.refuse_double_answer(colleague uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    raise exception using errcode = 'PT409',
      message = format('%s answers this chat', (select p.name from public.profiles p where p.id = colleague)),
      detail = (select jsonb_build_object('assigned_to', p.id, 'name', p.name)::text from public.profiles p where p.id = colleague),
      hint = 'Take it over first';
  end
  $$;

create function public.claim_chat(session_id uuid, take_over boolean default false) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
  begin
    if chat.assigned_to = me or not exists (select 1 from public.booth_members m where m.owner_id = chat.vendor_id) then
      return chat;
    end if;
    if private.who_answers(chat) is not null and take_over is not true then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    update public.sessions s set assigned_to = me, assigned_at = clock_timestamp() where s.id = chat.id returning * into chat;
    -- Who takes a chat is back.
    update public.booth_members m set away_since = null where m.profile_id = me and m.away_since is not null;
    return chat;
  end
  $$;

create function public.hand_over_chat(
  session_id uuid, member_id uuid, note text default null, note_id uuid default gen_random_uuid()
) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
    away timestamptz;
  begin
    if exists (
      select from public.chat_notes n where n.id = note_id and n.session_id = chat.id and n.author_id = me
    ) then
      return chat;
    end if;
    select m.away_since into away from public.booth_members m where m.owner_id = chat.vendor_id and m.profile_id = member_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'This person does not work at the booth', detail = 'booth: not_member';
    end if;
    if private.who_answers(chat) <> me and chat.vendor_id <> me then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    if away is not null and member_id <> me then
      raise exception using errcode = 'PT409', message = 'This person is away', detail = 'booth: away';
    end if;
    update public.sessions s set assigned_to = member_id, assigned_at = clock_timestamp() where s.id = chat.id
      returning * into chat;
    if note ~ '\S' then
      insert into public.chat_notes (id, session_id, author_id, language, text, handed_to)
        select note_id, chat.id, me, p.language, btrim(note), member_id from public.profiles p where p.id = me;
    end if;
    return chat;
  end
  $$;

create function public.release_chat(session_id uuid) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
  begin
    if private.who_answers(chat) <> me and chat.vendor_id <> me then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    update public.sessions s set assigned_to = null where s.id = chat.id and s.assigned_to is not null;
    chat.assigned_to := null;
    return chat;
  end
  $$;

create function public.set_away(away boolean) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    booth uuid;
    released integer := 0;
  begin
    update public.booth_members m
      set away_since = case when set_away.away then coalesce(m.away_since, clock_timestamp()) end
      where m.profile_id = me returning m.owner_id into booth;
    if booth is null then
      raise exception using errcode = 'PT404', message = 'You have no team', detail = 'booth: no_team';
    end if;
    if set_away.away then
      update public.sessions s set assigned_to = null where s.assigned_to = me and s.vendor_id = booth;
      get diagnostics released = row_count;
    end if;
    return released;
  end
  $$;

create function private.answer_for_team(session public.sessions, sender uuid, message uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    answers uuid := private.who_answers(session);
  begin
    if sender is distinct from private.my_profile_id() or private.booth_of(sender) <> session.vendor_id then
      return;
    end if;
    if sender <> session.vendor_id then
      perform private.refuse_between(sender, session.visitor_id, 'PT403', 'This message cannot be delivered');
    end if;
    if answers is null then
      -- Of two who write at once, the second waits here and finds the chat taken.
      update public.sessions s set assigned_to = sender, assigned_at = clock_timestamp()
        where s.id = session.id and s.assigned_to is not distinct from session.assigned_to;
      if found then
        update public.booth_members m set away_since = null where m.profile_id = sender and m.away_since is not null;
        return;
      end if;
      select s.assigned_to into answers from public.sessions s where s.id = session.id;
    elsif answers = sender then
      -- A colleague who takes the chat over meanwhile waits for this message, or this one for them.
      select s.assigned_to into answers from public.sessions s where s.id = session.id for share;
    end if;
    -- A message that is sent again has been delivered: its key refuses it.
    if answers <> sender and not exists (select 1 from public.messages m where m.id = message) then
      perform private.refuse_double_answer(answers);
    end if;
  end
  $$;
revoke all on function private.team_chat(uuid), private.refuse_double_answer(uuid),
  private.answer_for_team(public.sessions, uuid, uuid) from public;

create function private.readdress_missed_replies() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    since timestamptz;
  begin
    select min(m.first_at) into since from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id;
    if since is null then
      return null;
    end if;
    delete from private.missed_replies m
      where m.session_id = new.id and m.profile_id is distinct from new.visitor_id
        and m.profile_id not in (select private.readers_of(new.id, new.vendor_id));
    insert into private.missed_replies (session_id, profile_id, first_at, push_due_at, email_due_at)
      select new.id, reader.id, since, private.missed_push_due(clock_timestamp()), private.missed_email_due(clock_timestamp())
      from private.readers_of(new.id, new.vendor_id) reader (id)
      -- Not the person who does it.
      where reader.id is distinct from private.my_profile_id()
      order by reader.id
      on conflict (session_id, profile_id) do nothing;
    return null;
  end
  $$;
revoke all on function private.readdress_missed_replies() from public;
create trigger readdress_missed_replies after update of assigned_to on public.sessions
  for each row when (old.assigned_to is distinct from new.assigned_to) execute function private.readdress_missed_replies();

create table public.chat_notes (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  -- The booth of the chat, set by a trigger: policies and live subscriptions look at it.
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- Null after the author's account was deleted.
  author_id uuid references public.profiles (id) on delete set null,
  language text not null constraint chat_notes_language_check check (language in ('en', 'zh', 'ar')),
  text text not null constraint chat_notes_text_length check (text ~ '\S' and char_length(text) <= 2000),
  -- To whom the chat was handed over with this note.
  handed_to uuid references public.profiles (id) on delete set null,
  -- By language: {"zh": {"text": …, "engine": …}}. Only attach_note_translation() writes it.
  translations jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
create index chat_notes_session_id_created_at_idx on public.chat_notes (session_id, created_at, id);
create index chat_notes_owner_id_idx on public.chat_notes (owner_id);
create index chat_notes_author_id_idx on public.chat_notes (author_id);
create index chat_notes_handed_to_idx on public.chat_notes (handed_to) where handed_to is not null;

create function private.place_note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.owner_id := (select s.vendor_id from public.sessions s where s.id = new.session_id);
    new.created_at := clock_timestamp();
    -- Serialises devices that write at the same time.
    perform pg_advisory_xact_lock(hashtextextended('chat_notes:' || new.session_id, 0));
    if (select count(*) from public.chat_notes n where n.session_id = new.session_id) >= 500 then
      raise exception using errcode = 'PT409', message = 'A chat has 500 notes at most', detail = 'booth: notes_full';
    end if;
    return new;
  end
  $$;
revoke all on function private.place_note() from public;
create trigger place_note before insert on public.chat_notes
  for each row execute function private.place_note();

alter table public.chat_notes enable row level security;
revoke all on public.chat_notes from public, anon, authenticated;
grant select, delete on public.chat_notes to authenticated;
grant insert (id, session_id, author_id, language, text) on public.chat_notes to authenticated;
grant all on public.chat_notes to service_role;

create policy "Prove the second factor first" on public.chat_notes
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the notes of one's booth" on public.chat_notes
  for select to authenticated using (owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Write a note beside a chat of one's booth" on public.chat_notes
  for insert to authenticated
  with check (author_id = (select private.my_profile_id()) and owner_id = any ((select private.my_vendors())::uuid[]));

create policy "Delete one's own note" on public.chat_notes
  for delete to authenticated
  using (author_id = (select private.my_profile_id()) and owner_id = any ((select private.my_vendors())::uuid[]));

create function public.attach_note_translation(note_id uuid, language text, translated text, engine text)
  returns public.chat_notes
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    note public.chat_notes;
  begin
    select * into note from public.chat_notes n
      where n.id = note_id and n.owner_id = any (private.my_vendors()) for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Note not found', detail = 'booth: note_unknown';
    end if;
    if attach_note_translation.language is null or attach_note_translation.language not in ('en', 'zh', 'ar')
      or attach_note_translation.language = note.language
    then
      raise exception using errcode = 'PT400', message = 'Name another language than the note has';
    end if;
    if note.translations ? attach_note_translation.language then
      return note;
    end if;
    if char_length(translated) > 20000 or translated !~ '\S' or not exists (
      select 1 from private.made_translations m
      where m.digest = private.translation_digest(auth.uid(), note.text, attach_note_translation.language, translated, engine)
    ) then
      raise exception using errcode = 'PT403', message = 'This translation was not made here';
    end if;
    update public.chat_notes n
      set translations = n.translations || jsonb_build_object(
        attach_note_translation.language, jsonb_build_object('text', translated, 'engine', engine))
      where n.id = note.id returning * into note;
    return note;
  end
  $$;

revoke all on function public.create_booth_invitation(uuid), public.revoke_booth_invitation(uuid), public.booth_invitation(text),
  public.accept_booth_invitation(text), public.remove_booth_member(uuid), public.my_booth(), public.claim_chat(uuid, boolean),
  public.hand_over_chat(uuid, uuid, text, uuid), public.release_chat(uuid), public.set_away(boolean),
  public.attach_note_translation(uuid, text, text, text) from public, anon;
grant execute on function public.create_booth_invitation(uuid), public.revoke_booth_invitation(uuid), public.booth_invitation(text),
  public.accept_booth_invitation(text), public.remove_booth_member(uuid), public.my_booth(), public.claim_chat(uuid, boolean),
  public.hand_over_chat(uuid, uuid, text, uuid), public.release_chat(uuid), public.set_away(boolean),
  public.attach_note_translation(uuid, text, text, text) to authenticated, service_role;
grant execute on function public.booth_invitation(text) to anon;

alter publication supabase_realtime add table public.chat_notes;
alter table public.chat_notes replica identity full;

-- 26_meetings.sql
create function private.is_zone_name(zone text) returns boolean
  language sql immutable set search_path = ''
  as $$ select char_length(zone) <= 64 and zone ~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+){0,2}$' $$;
revoke all on function private.is_zone_name(text) from public;

create table public.meetings (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references public.sessions (id) on delete cascade,
  -- The message in whose place the chat shows the meeting.
  message_id uuid not null unique references public.messages (id) on delete cascade,
  -- The visitor, or a person of the booth; null after that person's account was deleted.
  proposer_id uuid references public.profiles (id) on delete set null,
  -- The proposed times, the earliest first.
  times timestamptz[] not null constraint meetings_times_check
    check (array_ndims(times) = 1 and cardinality(times) between 1 and 3 and array_position(times, null) is null),
  minutes smallint not null constraint meetings_minutes_check check (minutes in (15, 30, 60)),
  -- Where; empty: not said.
  place text not null default ''
    constraint meetings_place_check check (char_length(place) <= 120 and place !~ '[[:cntrl:]]'),
  -- Names of the IANA database, as the devices of the proposer and of who accepted said them.
  proposer_zone text not null constraint meetings_proposer_zone_check check (private.is_zone_name(proposer_zone)),
  accepter_zone text constraint meetings_accepter_zone_check check (private.is_zone_name(accepter_zone)),
  -- replaced: one side has proposed other times.
  state text not null default 'proposed' constraint meetings_state_check
    check (state in ('proposed', 'accepted', 'declined', 'withdrawn', 'replaced', 'cancelled')),
  -- The accepted time; it stays when the meeting is cancelled.
  starts_at timestamptz
    constraint meetings_starts_at_check check ((starts_at is not null) = (state in ('accepted', 'cancelled'))),
  created_at timestamptz not null default clock_timestamp(),
  -- When the state last changed.
  changed_at timestamptz not null default clock_timestamp(),
  -- What it is about, in the proposer's words; empty: not said.
  note text not null default ''
    constraint meetings_note_check check (char_length(note) <= 500 and note ~ '^([^[:cntrl:]]|\n)*$')
);
create index meetings_session_id_created_at_idx on public.meetings (session_id, created_at);
create index meetings_proposer_id_idx on public.meetings (proposer_id);
create index meetings_starts_at_idx on public.meetings (starts_at) where state = 'accepted';

alter table public.meetings enable row level security;
revoke all on public.meetings from public, anon, authenticated;
grant select on public.meetings to authenticated;
grant all on public.meetings to service_role;

create policy "Prove the second factor first" on public.meetings
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the meetings of one's chats" on public.meetings
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = meetings.session_id));

alter publication supabase_realtime add table public.meetings;
alter table public.meetings replica identity full;

create function private.meeting_words(act text, language text) returns text
  language sql immutable set search_path = ''
  as $$
    select case act
      when 'propose' then case language when 'zh' then '会面邀请' when 'ar' then 'طلب اجتماع' else 'Meeting request' end
      when 'accept' then
        case language when 'zh' then '已接受会面邀请' when 'ar' then 'قُبل طلب الاجتماع' else 'Meeting request accepted' end
      when 'decline' then
        case language when 'zh' then '已谢绝会面邀请' when 'ar' then 'اعتُذر عن الاجتماع' else 'Meeting request declined' end
      when 'withdraw' then
        case language when 'zh' then '已撤回会面邀请' when 'ar' then 'سُحب طلب الاجتماع' else 'Meeting request withdrawn' end
      when 'cancel' then case language when 'zh' then '会面已取消' when 'ar' then 'أُلغي الاجتماع' else 'Meeting cancelled' end
    end
  $$;

create function private.tell_of_meeting(chat public.sessions, act text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    own text;
    other text;
    message uuid;
  begin
    select p.language into own from public.profiles p where p.id = me;
    select p.language into other from public.profiles p
      where p.id = case when chat.visitor_id = me then coalesce(private.who_answers(chat), chat.vendor_id) else chat.visitor_id end;
    if own = other then
      insert into public.messages (session_id, sender_id, content, source_language)
        values (chat.id, me, private.meeting_words(act, own), own) returning id into message;
      return message;
    end if;
    -- The two wordings are this product's own: the reader is not told that a translation is unproved.
    insert into private.made_translations (digest)
      values (private.translation_digest(
        auth.uid(), private.meeting_words(act, own), other, private.meeting_words(act, other), 'phrasebook'))
      on conflict (digest) do update set made_at = now();
    insert into public.messages (
        session_id, sender_id, content, source_language, translated_content, target_language, translation_engine)
      values (chat.id, me, private.meeting_words(act, own), own, private.meeting_words(act, other), other, 'phrasebook')
      returning id into message;
    return message;
  end
  $$;

create function private.meeting_chat(chat uuid) returns public.sessions
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    found_one public.sessions;
  begin
    select * into found_one from public.sessions s
      where s.id = chat and s.visitor_id is not null
        and (s.visitor_id = private.my_profile_id() or s.vendor_id = any (private.my_vendors()));
    if not found then
      raise exception using errcode = 'PT404', message = 'Chat not found', detail = 'meeting: chat_unknown';
    end if;
    return found_one;
  end
  $$;

create function private.lock_meeting(meeting uuid) returns public.meetings
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    found_one public.meetings;
  begin
    select * into found_one from public.meetings m where m.id = meeting for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'Meeting not found', detail = 'meeting: unknown';
    end if;
    perform private.meeting_chat(found_one.session_id);
    return found_one;
  end
  $$;

create function private.require_meeting_state(meeting public.meetings, wanted text) returns void
  language plpgsql immutable set search_path = ''
  as $$
  begin
    if meeting.state <> wanted then
      raise exception using errcode = 'PT409', message = format('This meeting is %s', meeting.state),
        detail = 'meeting: ' || meeting.state;
    end if;
  end
  $$;

create function private.meeting_times(times timestamptz[]) returns timestamptz[]
  language plpgsql stable set search_path = ''
  as $$
  declare
    sorted timestamptz[];
  begin
    if coalesce(cardinality(times), 0) not between 1 and 3 or array_position(times, null) is not null then
      raise exception using errcode = 'PT400', message = 'Propose one to three times', detail = 'meeting: times';
    end if;
    sorted := array(select distinct date_trunc('minute', t) from unnest(times) t order by 1);
    if sorted[1] <= clock_timestamp() then
      raise exception using errcode = 'PT400', message = 'A proposed time is over', detail = 'meeting: past';
    end if;
    if sorted[cardinality(sorted)] > clock_timestamp() + interval '1 year' then
      raise exception using errcode = 'PT400', message = 'A proposed time is more than a year ahead', detail = 'meeting: too_far';
    end if;
    return sorted;
  end
  $$;

create function public.propose_meeting(
  id uuid, session_id uuid, times timestamptz[], minutes integer, place text, time_zone text, replaces uuid default null,
  note text default ''
) returns public.meetings
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.meeting_chat(propose_meeting.session_id);
    sorted timestamptz[];
    made public.meetings;
    replaced public.meetings;
    where_to_meet constant text := btrim(regexp_replace(coalesce(propose_meeting.place, ''), '[[:cntrl:]]+', ' ', 'g'));
    about constant text := btrim(regexp_replace(
      regexp_replace(coalesce(propose_meeting.note, ''), '\r\n?', E'\n', 'g'), '(?!\n)[[:cntrl:]]', ' ', 'g'), E' \n');
  begin
    -- Serialises devices that propose at the same time.
    perform pg_advisory_xact_lock(hashtextextended('meetings:' || chat.id, 0));
    select * into made from public.meetings m
      where m.id = propose_meeting.id and m.session_id = chat.id and m.proposer_id = me;
    if found then
      return made;
    end if;
    sorted := private.meeting_times(propose_meeting.times);
    if propose_meeting.id is null or propose_meeting.minutes is null or propose_meeting.minutes not in (15, 30, 60)
      or char_length(where_to_meet) > 120 or char_length(about) > 500
      or private.is_zone_name(propose_meeting.time_zone) is not true
    then
      raise exception using errcode = 'PT400', detail = 'meeting: input',
        message = 'A meeting lasts 15, 30 or 60 minutes, and has a place of at most 120 characters and a note of at most 500';
    end if;
    if chat.visitor_id = me and chat.request_state in ('waiting', 'declined') then
      raise exception using errcode = 'PT423', message = 'The request of this chat was not accepted yet', detail = 'meeting: request';
    end if;
    if propose_meeting.replaces is not null then
      replaced := private.lock_meeting(propose_meeting.replaces);
      if replaced.session_id <> chat.id then
        raise exception using errcode = 'PT404', message = 'Meeting not found', detail = 'meeting: unknown';
      end if;
      perform private.require_meeting_state(replaced, 'proposed');
      update public.meetings m set state = 'replaced', changed_at = clock_timestamp() where m.id = replaced.id;
    end if;
    if (
      select count(*) from public.meetings m
      where m.session_id = chat.id and m.state = 'proposed' and m.times[cardinality(m.times)] > clock_timestamp()
    ) >= 5 then
      raise exception using errcode = 'PT409', message = 'A chat has at most five open proposals', detail = 'meeting: open',
        hint = 'Withdraw one, or wait for an answer';
    end if;
    if (
      select count(*) from public.meetings m
      where m.session_id = chat.id and m.created_at > clock_timestamp() - interval '1 day'
    ) >= 20 then
      raise exception using errcode = 'PT429', message = 'At most 20 proposals a day in one chat', detail = 'meeting: today',
        hint = 'Try again tomorrow';
    end if;
    insert into public.meetings (id, session_id, message_id, proposer_id, times, minutes, place, note, proposer_zone)
      values (
        propose_meeting.id, chat.id, private.tell_of_meeting(chat, 'propose'), me, sorted, propose_meeting.minutes,
        where_to_meet, about, propose_meeting.time_zone
      ) returning * into made;
    return made;
  end
  $$;

create function public.settle_meeting(
  meeting_id uuid, act text, starts_at timestamptz default null, time_zone text default null
) returns public.meetings
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    meeting public.meetings := private.lock_meeting(settle_meeting.meeting_id);
    chat public.sessions := private.meeting_chat(meeting.session_id);
    is_own constant boolean := (meeting.proposer_id is not distinct from chat.visitor_id) = (me = chat.visitor_id);
    target constant text := case settle_meeting.act
      when 'accept' then 'accepted' when 'decline' then 'declined' when 'withdraw' then 'withdrawn' when 'cancel' then 'cancelled'
    end;
  begin
    if target is null then
      raise exception using errcode = 'PT400', message = 'Accept, decline, withdraw or cancel', detail = 'meeting: act';
    end if;
    if (act = 'withdraw' and not is_own) or (act in ('accept', 'decline') and is_own) then
      raise exception using errcode = 'PT403', message = 'The other side does this', detail = 'meeting: other_side';
    end if;
    if meeting.state = target and (act <> 'accept' or meeting.starts_at = settle_meeting.starts_at) then
      return meeting;
    end if;
    perform private.require_meeting_state(meeting, case when act = 'cancel' then 'accepted' else 'proposed' end);
    if act = 'accept' and (
      settle_meeting.starts_at is null or settle_meeting.starts_at <> all (meeting.times)
      or private.is_zone_name(settle_meeting.time_zone) is not true
    ) then
      raise exception using errcode = 'PT400', message = 'Choose one of the proposed times', detail = 'meeting: times';
    end if;
    if (act = 'accept' and settle_meeting.starts_at <= clock_timestamp())
      or (act = 'cancel' and meeting.starts_at <= clock_timestamp())
    then
      raise exception using errcode = 'PT409', message = 'The time of this meeting is over', detail = 'meeting: past';
    end if;
    update public.meetings m set
        state = target, changed_at = clock_timestamp(),
        starts_at = case when act = 'accept' then settle_meeting.starts_at else m.starts_at end,
        accepter_zone = case when act = 'accept' then settle_meeting.time_zone else m.accepter_zone end
      where m.id = meeting.id returning * into meeting;
    -- After a block, a person may still end a meeting; only the message is left out.
    if act = 'accept' or not private.are_parted(chat.vendor_id, chat.visitor_id) then
      perform private.tell_of_meeting(chat, act);
    end if;
    return meeting;
  end
  $$;

create function public.meeting_place(session_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    chat constant public.sessions := private.meeting_chat(meeting_place.session_id);
  begin
    return (
      select left(concat_ws(', ',
        case when 'company' = any (private.withheld_from_me(v.id)) then null else nullif(btrim(v.company), '') end,
        (select c.label from public.booth_codes c where c.id = chat.booth_code_id and c.kind in ('booth', 'hall'))), 120)
      from public.profiles v where v.id = chat.vendor_id
    );
  end
  $$;

revoke all on function private.meeting_words(text, text), private.tell_of_meeting(public.sessions, text),
  private.meeting_chat(uuid), private.lock_meeting(uuid), private.require_meeting_state(public.meetings, text),
  private.meeting_times(timestamptz[]) from public;
revoke all on function public.propose_meeting(uuid, uuid, timestamptz[], integer, text, text, uuid, text),
  public.settle_meeting(uuid, text, timestamptz, text), public.meeting_place(uuid) from public, anon;
grant execute on function public.propose_meeting(uuid, uuid, timestamptz[], integer, text, text, uuid, text),
  public.settle_meeting(uuid, text, timestamptz, text), public.meeting_place(uuid) to authenticated, service_role;

create table private.meeting_reminders (
  meeting_id uuid not null references public.meetings (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  channel text not null constraint meeting_reminders_channel_check check (channel in ('push', 'email')),
  -- When to try next; null: sent, given up, or not wanted. The server moves it forward while it
  -- tries, so that another process takes the row only if this one has died.
  due_at timestamptz default clock_timestamp(),
  tries smallint not null default 0,
  -- The devices that have the push already.
  pushed_to uuid[] not null default '{}',
  primary key (meeting_id, profile_id, channel)
);
create index meeting_reminders_due_at_idx on private.meeting_reminders (due_at) where due_at is not null;
create index meeting_reminders_profile_id_idx on private.meeting_reminders (profile_id);
revoke all on private.meeting_reminders from public, anon, authenticated, service_role;

create function private.remind_of_meetings() returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into private.meeting_reminders (meeting_id, profile_id, channel)
      select m.id, reader.id, channel
      from public.meetings m
      join public.sessions s on s.id = m.session_id
      cross join lateral (
        select s.visitor_id union all select private.readers_of(s.id, s.vendor_id)
      ) reader (id)
      cross join (values ('push'), ('email')) channels (channel)
      where m.state = 'accepted' and m.starts_at > clock_timestamp()
        and m.starts_at <= clock_timestamp() + interval '15 minutes'
        and m.changed_at < m.starts_at - interval '15 minutes'
        and not exists (select 1 from private.meeting_reminders r where r.meeting_id = m.id)
      -- In a fixed order, so that two servers do not deadlock.
      order by m.id, reader.id, channel
      on conflict do nothing
  $$;
revoke all on function private.remind_of_meetings() from public;

-- 27_catalogue.sql
create table public.catalogue_items (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- A brochure is a PDF; a product may have a picture.
  kind text not null constraint catalogue_items_kind_check check (kind in ('brochure', 'product')),
  -- Of name and description, which are translated when the item is sent.
  language text not null constraint catalogue_items_language_check check (language in ('en', 'zh', 'ar')),
  -- One line: in a message the description begins with the second one.
  name text not null constraint catalogue_items_name_check
    check (name ~ '\S' and name !~ '[[:cntrl:]]' and char_length(name) <= 120),
  description text constraint catalogue_items_description_check
    check (description ~ '\S' and char_length(description) <= 1000),
  -- As the booth writes them: never translated.
  price text constraint catalogue_items_price_check
    check (price ~ '\S' and price !~ '[[:cntrl:]]' and char_length(price) <= 60),
  minimum_quantity text constraint catalogue_items_minimum_quantity_check
    check (minimum_quantity ~ '\S' and minimum_quantity !~ '[[:cntrl:]]' and char_length(minimum_quantity) <= 60),
  -- The name of the file in the bucket `catalogue`, in the owner's folder; a changed file has another one.
  file_path text constraint catalogue_items_file_path_check
    check (file_path ~ '^[0-9a-f-]{36}/(file-[0-9a-f-]{36}\.pdf|picture-[0-9a-f-]{36}\.jpg)$'
      and starts_with(file_path, owner_id || '/')),
  -- As in public.messages.
  file_name text constraint catalogue_items_file_name_check
    check (char_length(file_name) between 1 and 120 and file_name !~ '[[:cntrl:]/\\\u202a-\u202e\u2066-\u2069]'),
  file_size integer constraint catalogue_items_file_size_range check (file_size >= 0),
  picture_width integer constraint catalogue_items_picture_width_range check (picture_width between 1 and 20000),
  picture_height integer constraint catalogue_items_picture_height_range check (picture_height between 1 and 20000),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint catalogue_items_file check (
    case kind
      when 'brochure' then coalesce(file_path ~ '\.pdf$', false) and price is null and minimum_quantity is null
      else file_path is null or file_path ~ '\.jpg$'
    end
    and num_nulls(file_path, file_name, file_size) in (0, 3)
  )
);
create index catalogue_items_owner_id_idx on public.catalogue_items (owner_id, created_at);
create index catalogue_items_file_path_idx on public.catalogue_items (file_path);

create function private.stamp_catalogue_item() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    if tg_op = 'INSERT' then
      -- Serialises devices that add at the same time.
      perform pg_advisory_xact_lock(hashtextextended('catalogue_items:' || new.owner_id, 0));
      if (select count(*) from public.catalogue_items i where i.owner_id = new.owner_id) >= 200 then
        raise exception 'A catalogue holds 200 items at most' using errcode = 'PT409', hint = 'Remove items that are not needed';
      end if;
    end if;
    return new;
  end
  $$;
revoke all on function private.stamp_catalogue_item() from public;
create trigger stamp_catalogue_item before insert or update on public.catalogue_items
  for each row execute function private.stamp_catalogue_item();

alter table public.catalogue_items enable row level security;
revoke all on public.catalogue_items from public, anon, authenticated;
grant select, delete on public.catalogue_items to authenticated;
grant insert (
  id, owner_id, kind, language, name, description, price, minimum_quantity, file_path, file_name, file_size, picture_width, picture_height
) on public.catalogue_items to authenticated;
grant update (
  language, name, description, price, minimum_quantity, file_path, file_name, file_size, picture_width, picture_height
) on public.catalogue_items to authenticated;
grant all on public.catalogue_items to service_role;

create policy "Prove the second factor first" on public.catalogue_items
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the catalogue of one's booth" on public.catalogue_items
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Add an item to the catalogue of one's booth" on public.catalogue_items
  for insert to authenticated
  with check (owner_id = (select private.my_booth()) and private.is_vendor(owner_id));

create policy "Change an item of one's booth" on public.catalogue_items
  for update to authenticated
  using (owner_id = (select private.my_booth()))
  with check (owner_id = (select private.my_booth()));

create policy "Remove an item of one's booth" on public.catalogue_items
  for delete to authenticated using (owner_id = (select private.my_booth()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('catalogue', 'catalogue', false, 10485760, array['application/pdf', 'image/jpeg']);

create policy "Read the catalogue's files of one's booth" on storage.objects
  for select to authenticated
  using (bucket_id = 'catalogue' and array[(select private.my_booth())::text] = storage.foldername(objects.name));

create policy "Add a file to the catalogue of one's booth" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'catalogue'
    and array[(select private.my_booth())::text] = storage.foldername(objects.name)
    and private.is_vendor((select private.my_booth()))
    and name ~ '/(file-[0-9a-f-]{36}\.pdf|(picture|thumbnail)-[0-9a-f-]{36}\.jpg)$'
  );

create policy "Remove a file of the catalogue of one's booth" on storage.objects
  for delete to authenticated
  using (bucket_id = 'catalogue' and array[(select private.my_booth())::text] = storage.foldername(objects.name));

-- 28_attendees.sql
create table private.attendees (
  -- Exactly as the badge's code says it, as in scanned_cards.badge.
  badge text primary key constraint attendees_badge_length check (char_length(badge) between 1 and 300),
  -- Lengths as in public.scanned_cards.
  name text not null constraint attendees_name_length check (char_length(name) between 1 and 200),
  company text constraint attendees_company_length check (char_length(company) <= 200),
  designation text constraint attendees_designation_length check (char_length(designation) <= 200),
  email text constraint attendees_email_length check (char_length(email) <= 320),
  phone text constraint attendees_phone_length check (char_length(phone) <= 100)
);

create table private.attendee_list (
  single boolean primary key default true constraint attendee_list_single check (single),
  uploaded_at timestamptz not null default clock_timestamp()
);

create table private.badge_lookups (
  profile_id uuid not null references public.profiles (id) on delete cascade,
  badge text not null constraint badge_lookups_badge_length check (char_length(badge) <= 300),
  asked_at timestamptz not null default clock_timestamp(),
  primary key (profile_id, badge)
);

alter table private.attendees enable row level security;
alter table private.attendee_list enable row level security;
alter table private.badge_lookups enable row level security;
revoke all on private.attendees, private.attendee_list, private.badge_lookups
  from public, anon, authenticated, service_role;

create policy "Prove the second factor first" on private.attendees
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.attendee_list
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.badge_lookups
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create function private.attendees_of(badges text[]) returns setof private.attendees
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me uuid := private.my_profile_id();
    listed timestamptz := (select l.uploaded_at from private.attendee_list l);
    left_today bigint;
  begin
    if me is null or listed is null or private.my_role() is distinct from 'vendor' or private.am_guest()
      or not private.second_factor_done()
    then
      return;
    end if;
    perform private.lock_quota('badge_lookups', me);
    select q.members - (
        select count(*) from private.badge_lookups b
        where b.profile_id = me and b.asked_at > clock_timestamp() - interval '1 day'
      )
      into left_today from private.quotas q where q.name = 'badge_lookups';
    insert into private.badge_lookups as known (profile_id, badge)
      select me, asked.badge
        from unnest(badges) with ordinality asked (badge, place)
        where char_length(asked.badge) <= 300 and not exists (
          select 1 from private.badge_lookups b
          where b.profile_id = me and b.badge = asked.badge and b.asked_at >= listed
        )
        group by asked.badge
        order by min(asked.place)
        -- Null: no limit. A quota that was lowered may be exceeded already.
        limit case when left_today < 0 then 0 else left_today end
      on conflict (profile_id, badge) do update set asked_at = excluded.asked_at;
    return query
      select a.* from private.attendees a
        where a.badge = any (badges) and exists (
          select 1 from private.badge_lookups b
          where b.profile_id = me and b.badge = a.badge and b.asked_at >= listed
            -- now() is when this transaction began; what it asks for itself is later.
            and b.asked_at < now()
        );
  end
  $$;
revoke all on function private.attendees_of(text[]) from public;
grant execute on function private.attendees_of(text[]) to authenticated, service_role;

create function public.badge_attendee(badge text)
  returns table (name text, company text, designation text, email text, phone text)
  language sql volatile security invoker set search_path = ''
  as $$
    select a.name, a.company, a.designation, a.email, a.phone
      from private.attendees_of(array[badge_attendee.badge]) a
  $$;

create function public.match_badges() returns int
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
revoke all on function public.badge_attendee(text), public.match_badges() from public, anon;
grant execute on function public.badge_attendee(text), public.match_badges() to authenticated, service_role;

-- 29_webhooks.sql
create table public.webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null unique references public.profiles (id) on delete cascade,
  url text not null
    constraint webhook_endpoints_url_check check (char_length(url) <= 1000 and url ~ '^https://'),
  created_at timestamptz not null default clock_timestamp(),
  -- Since when every delivery fails; null: the last one arrived, or there was none.
  failing_since timestamptz,
  -- Set after a day of failures, or by the endpoint itself (410): nothing is sent until the owner resumes.
  paused_at timestamptz,
  -- After a failure nothing is sent for a moment, so that a dead endpoint holds up no other.
  rests_until timestamptz
);

create table private.webhook_secrets (
  endpoint_id uuid primary key references public.webhook_endpoints (id) on delete cascade,
  secret text not null
);

create table private.webhook_pause_mails (
  endpoint_id uuid primary key references public.webhook_endpoints (id) on delete cascade,
  -- The pause that it tells of: after a later one, or none, it is not sent.
  paused_at timestamptz not null,
  -- When to try next. The server moves it forward while it tries, so that another process takes the
  -- row only if this one has died.
  due_at timestamptz not null default clock_timestamp(),
  tries smallint not null default 0
);
create index webhook_pause_mails_due_at_idx on private.webhook_pause_mails (due_at);

create table public.webhook_deliveries (
  -- The header webhook-id: the same at each try.
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references public.webhook_endpoints (id) on delete cascade,
  owner_id uuid not null references public.profiles (id) on delete cascade,
  event text not null
    constraint webhook_deliveries_event_check check (event in ('lead.created', 'lead.updated', 'ping')),
  -- The person of the lead; null for a ping.
  person_id uuid references public.profiles (id) on delete cascade,
  -- skipped: the owner may no longer see the person.
  state text not null default 'waiting'
    constraint webhook_deliveries_state_check check (state in ('waiting', 'sent', 'failed', 'skipped')),
  -- Whether a further change of the lead is sent with this delivery: until it is tried.
  merges boolean not null default true,
  tries smallint not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  tried_at timestamptz,
  -- The status of the last answer.
  answer smallint,
  -- Why the last try failed, where no status says it.
  failure text constraint webhook_deliveries_failure_check check (failure in ('timeout', 'connection', 'host', 'redirect')),
  constraint webhook_deliveries_person check ((event = 'ping') = (person_id is null))
);
create unique index webhook_deliveries_merging_idx on public.webhook_deliveries (endpoint_id, person_id)
  where state = 'waiting' and merges;
create index webhook_deliveries_due_at_idx on public.webhook_deliveries (endpoint_id, due_at) where state = 'waiting';
create index webhook_deliveries_owner_id_idx on public.webhook_deliveries (owner_id, created_at desc);
create index webhook_deliveries_person_id_idx on public.webhook_deliveries (person_id);

alter table public.webhook_endpoints enable row level security;
alter table private.webhook_secrets enable row level security;
alter table private.webhook_pause_mails enable row level security;
alter table public.webhook_deliveries enable row level security;
revoke all on public.webhook_endpoints, private.webhook_secrets, private.webhook_pause_mails, public.webhook_deliveries
  from public, anon, authenticated, service_role;
grant select, delete on public.webhook_endpoints to authenticated;
grant select on public.webhook_deliveries to authenticated;
grant select on public.webhook_endpoints, public.webhook_deliveries to service_role;

create policy "Prove the second factor first" on public.webhook_endpoints
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.webhook_secrets
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on private.webhook_pause_mails
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.webhook_deliveries
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read one's own endpoint" on public.webhook_endpoints
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Remove one's own endpoint" on public.webhook_endpoints
  for delete to authenticated using (owner_id = (select private.my_profile_id()));

create policy "Read one's own deliveries" on public.webhook_deliveries
  for select to authenticated using (owner_id = (select private.my_profile_id()));

create function private.note_lead_event(booth uuid, person uuid, lead_event text) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.webhook_deliveries as waiting (endpoint_id, owner_id, event, person_id, due_at)
      select e.id, e.owner_id, lead_event, person, clock_timestamp() + interval '10 seconds'
        from public.webhook_endpoints e where e.owner_id = booth
      on conflict (endpoint_id, person_id) where state = 'waiting' and merges do update
        set due_at = least(excluded.due_at, waiting.created_at + interval '1 minute')
  $$;
revoke all on function private.note_lead_event(uuid, uuid, text) from public;

create function private.note_met_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (
      select 1 from public.sessions s
      where s.vendor_id = new.vendor_id and s.visitor_id = new.visitor_id and s.id <> new.id
    ) and not exists (
      select 1 from public.leads l where l.owner_id = new.vendor_id and l.person_id = new.visitor_id
    ) then
      perform private.note_lead_event(new.vendor_id, new.visitor_id, 'lead.created');
    end if;
    return null;
  end
  $$;
revoke all on function private.note_met_lead() from public;
create trigger note_met_lead_of_new_chat after insert on public.sessions
  for each row when (new.visitor_id is not null) execute function private.note_met_lead();
create trigger note_met_lead after update of visitor_id on public.sessions
  for each row when (new.visitor_id is not null and old.visitor_id is null) execute function private.note_met_lead();

create function private.note_changed_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.note_lead_event(new.owner_id, new.person_id, case
      when tg_op = 'INSERT' and not exists (
        select 1 from public.sessions s where s.vendor_id = new.owner_id and s.visitor_id = new.person_id
      ) then 'lead.created'
      else 'lead.updated'
    end);
    return null;
  end
  $$;
revoke all on function private.note_changed_lead() from public;
create trigger note_changed_lead after insert or update on public.leads
  for each row execute function private.note_changed_lead();

create function public.test_webhook() returns public.webhook_deliveries
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    mine public.webhook_endpoints;
    added public.webhook_deliveries;
  begin
    perform private.require_second_factor();
    select * into mine from public.webhook_endpoints e where e.owner_id = private.my_profile_id() for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'You have no webhook', detail = 'webhook: none';
    end if;
    if (
      select count(*) from public.webhook_deliveries d
      where d.endpoint_id = mine.id and d.event = 'ping' and d.created_at > clock_timestamp() - interval '1 hour'
    ) >= 10 then
      raise exception using errcode = 'PT429', message = 'Too many tests, try again in an hour', detail = 'webhook: tests';
    end if;
    insert into public.webhook_deliveries (endpoint_id, owner_id, event)
      values (mine.id, mine.owner_id, 'ping') returning * into added;
    return added;
  end
  $$;

create function public.resend_webhook(delivery_id uuid) returns public.webhook_deliveries
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    changed public.webhook_deliveries;
  begin
    perform private.require_second_factor();
    update public.webhook_deliveries d
      set state = 'waiting', merges = false, tries = 0, due_at = clock_timestamp()
      where d.id = delivery_id and d.owner_id = private.my_profile_id() and d.state = 'failed'
      returning * into changed;
    if not found then
      raise exception using errcode = 'PT404', message = 'There is no such failed delivery', detail = 'webhook: delivery';
    end if;
    return changed;
  end
  $$;

create function public.resume_webhook() returns public.webhook_endpoints
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    resumed public.webhook_endpoints;
  begin
    perform private.require_second_factor();
    update public.webhook_endpoints e set paused_at = null, failing_since = null, rests_until = null
      where e.owner_id = private.my_profile_id() returning * into resumed;
    if not found then
      raise exception using errcode = 'PT404', message = 'You have no webhook', detail = 'webhook: none';
    end if;
    return resumed;
  end
  $$;
revoke all on function public.test_webhook(), public.resend_webhook(uuid), public.resume_webhook() from public, anon;
grant execute on function public.test_webhook(), public.resend_webhook(uuid), public.resume_webhook()
  to authenticated, service_role;

-- 30_follow_ups.sql
create table public.follow_up_opt_outs (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint follow_up_opt_outs_once unique (owner_id, person_id)
);
create index follow_up_opt_outs_person_id_idx on public.follow_up_opt_outs (person_id);

create table public.follow_ups (
  id uuid primary key default gen_random_uuid(),
  -- The booth.
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  -- Who approved it, and gets the replies. Null after that person's account was deleted.
  sent_by uuid references public.profiles (id) on delete set null,
  status text not null default 'waiting' constraint follow_ups_status_check check (status in ('waiting', 'sent', 'failed')),
  -- Why it failed. sender: the person who approved it works there no more, or has no confirmed address.
  reason text constraint follow_ups_reason_check check (
    reason in ('withheld', 'unconfirmed', 'unsubscribed', 'sender', 'refused', 'unreachable')),
  -- Removed once the mail is sent or has failed.
  subject text constraint follow_ups_subject_check check (subject ~ '\S' and char_length(subject) <= 150 and subject !~ '[[:cntrl:]]'),
  text text constraint follow_ups_text_check check (text ~ '\S' and char_length(text) <= 5000),
  -- When to try next. The server moves it forward while it tries, so that another process takes the row
  -- only if this one has died.
  due_at timestamptz default clock_timestamp(),
  tries smallint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  -- When it was sent, or given up.
  finished_at timestamptz,
  constraint follow_ups_content_while_waiting check (
    num_nulls(subject, text, due_at) = case when status = 'waiting' then 0 else 3 end),
  constraint follow_ups_finished check ((finished_at is null) = (status = 'waiting') and (reason is not null) = (status = 'failed'))
);
create index follow_ups_owner_id_person_id_idx on public.follow_ups (owner_id, person_id, created_at desc);
create index follow_ups_owner_id_created_at_idx on public.follow_ups (owner_id, created_at);
create index follow_ups_person_id_idx on public.follow_ups (person_id);
create index follow_ups_sent_by_idx on public.follow_ups (sent_by) where sent_by is not null;
create index follow_ups_due_at_idx on public.follow_ups (due_at) where due_at is not null;

alter table public.follow_ups enable row level security;
alter table public.follow_up_opt_outs enable row level security;
revoke all on public.follow_ups, public.follow_up_opt_outs from public, anon, authenticated, service_role;
grant select on public.follow_ups, public.follow_up_opt_outs to authenticated, service_role;

create policy "Prove the second factor first" on public.follow_ups
  as restrictive for all to authenticated using ((select private.second_factor_done()));
create policy "Prove the second factor first" on public.follow_up_opt_outs
  as restrictive for all to authenticated using ((select private.second_factor_done()));

create policy "Read the follow-ups of one's booth" on public.follow_ups
  for select to authenticated using (owner_id = (select private.my_booth()));

create policy "Read who wants none, and of whom one wants none" on public.follow_up_opt_outs
  for select to authenticated
  using (owner_id = (select private.my_booth()) or person_id = (select private.my_profile_id()));

create function private.follow_up_obstacle(booth uuid, sender uuid, person uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case
      when coalesce(p.email, '') = '' or private.are_parted(booth, p.id) or private.are_parted(sender, p.id)
        or 'email' = any (coalesce(
          (select c.withheld from public.card_shares c where c.owner_id = p.id and c.viewer_id = booth),
          (select d.withheld from public.card_share_defaults d where d.owner_id = p.id), '{}'))
        then 'withheld'
      when exists (select 1 from public.follow_up_opt_outs o where o.owner_id = booth and o.person_id = p.id)
        then 'unsubscribed'
      when not exists (
        select 1 from auth.users u
        where u.id = p.user_id and u.email_confirmed_at is not null and lower(u.email) = lower(p.email)
      ) and not exists (
        select 1 from public.notification_settings n
        where n.owner_id = p.id and n.address_confirmed_at is not null and lower(n.address) = lower(p.email)
      ) then 'unconfirmed'
    end
    from public.profiles p where p.id = person
  $$;
revoke all on function private.follow_up_obstacle(uuid, uuid, uuid) from public, anon;
grant execute on function private.follow_up_obstacle(uuid, uuid, uuid) to authenticated, service_role;

create function public.follow_up_people() returns table (
    person_id uuid, name text, company text, email text, language text, avatar_url text, session_id uuid,
    obstacle text, status text, reason text, mailed_at timestamptz
  )
  language sql stable security invoker set search_path = ''
  as $$
    select l.person_id, l.name, l.company, l.email, l.language, l.avatar_url,
      (
        select s.id from public.sessions s
        where s.vendor_id = (select private.my_booth()) and s.visitor_id = l.person_id
        order by s.created_at desc limit 1
      ),
      o.obstacle, l.status, l.reason, l.mailed_at
    from (
      select met.person_id, met.name, met.company, met.email, met.language, met.avatar_url, met.met_at,
        f.status, f.reason, coalesce(f.finished_at, f.created_at) as mailed_at
      from public.lead_list met
      left join lateral (
        select * from public.follow_ups sent
        where sent.owner_id = (select private.my_booth()) and sent.person_id = met.person_id
        order by sent.created_at desc limit 1
      ) f on true
      where met.role = 'visitor' and met.email <> '' and (select private.my_role()) = 'vendor'
      order by f.id is not null, met.met_at desc, met.person_id
      limit 400
    ) l
    cross join lateral (
      select private.follow_up_obstacle((select private.my_booth()), (select private.my_profile_id()), l.person_id) as obstacle
    ) o
    where o.obstacle is distinct from 'withheld'
    order by o.obstacle is not null, l.mailed_at is not null, l.met_at desc, l.person_id
    limit 200
  $$;
revoke all on function public.follow_up_people() from public, anon;
grant execute on function public.follow_up_people() to authenticated, service_role;
