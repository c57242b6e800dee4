-- Blocks (docs/adr/0031). Between two people of whom one has blocked the other, no message, typing
-- sign, presence, read sign or file goes through, and no new chat begins.

create table public.blocks (
  blocker_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (blocker_id, blocked_id),
  constraint blocks_of_others check (blocker_id <> blocked_id)
);
-- Also serves the foreign key.
create index blocks_blocked_id_idx on public.blocks (blocked_id, blocker_id);

alter table public.blocks enable row level security;
revoke all on public.blocks from public, anon, authenticated;
grant select, delete on public.blocks to authenticated;
grant insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant all on public.blocks to service_role;

-- True if the caller knows a person. Everyone with a profile knows every vendor; a vendor, and who
-- works at their booth, knows the visitors of their sessions.
create function private.knows(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select private.is_vendor(person) or exists (
      select 1 from public.sessions s where s.visitor_id = person and s.vendor_id = any ((select private.my_vendors())::uuid[])
    )
  $$;

-- True if one of two people has blocked the other.
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

-- Blocked people cannot read that they are blocked. A team's blocks are those of its booth.
create policy "Read whom one has blocked" on public.blocks
  for select to authenticated using (blocker_id = any ((select private.my_vendors())::uuid[]));

create policy "Block somebody one knows" on public.blocks
  for insert to authenticated
  with check (blocker_id = any ((select private.my_vendors())::uuid[]) and private.knows(blocked_id));

create policy "Unblock" on public.blocks
  for delete to authenticated using (blocker_id = any ((select private.my_vendors())::uuid[]));

-- Raises an error when one of two people has blocked the other and the caller is the sender, or works
-- at the sender's booth. Other
-- callers get no error here: row-level security refuses them, without a hint that a block exists.
-- code: SQLSTATE of the error.
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

-- Every chat, from the list, a QR code or a booth code, begins with a row that names both people.
-- The error is PT409, because PT403 tells a caller who joins that their role is wrong.
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

-- A block on one device takes effect on the others at once.
alter publication supabase_realtime add table public.blocks;
alter table public.blocks replica identity full;
