-- Booth teams (docs/adr/0083): who works at whose booth. A booth is identified by its owner's profile.
-- A vendor without staff has no rows here; the owner of a team has one as well. 25_booth_teams.sql has
-- the invitations and the functions that change these rows.

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

-- The booth that a person acts for: their own, or the one at which they work.
create function private.booth_of(profile uuid) returns uuid
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select m.owner_id from public.booth_members m where m.profile_id = booth_of.profile), booth_of.profile) $$;

-- True for a request that asks for the caller's own records alone, by a header: the export of an
-- account (docs/adr/0083). What belongs to a booth at which the caller works is not theirs to export.
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

-- The booth that the caller acts for; null for a caller without a profile. It is PL/pgSQL, which
-- keeps the plan of its query.
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

-- The booth at which the caller works, or their own, whatever acts_alone() says: what others
-- withhold from a booth, and their blocks of it, hold for its members in every request.
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

-- The profiles in whose name the caller is the vendor of a chat: their own, and that of the booth at
-- which they work. Chats that a person had before they joined a booth stay theirs.
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

-- Colleagues see at once who joins, leaves, is away.
alter publication supabase_realtime add table public.booth_members;
alter table public.booth_members replica identity full;
