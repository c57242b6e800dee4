-- Follow-up mails (docs/adr/0088): mails that a booth's people have approved for a person whom they
-- met. The server sends them (apps/server/src/follow-ups); a hosted Supabase has the tables and sends nothing.

-- People who want no more follow-ups of a booth. Only the link of a mail adds them.
create table public.follow_up_opt_outs (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint follow_up_opt_outs_once unique (owner_id, person_id)
);
create index follow_up_opt_outs_person_id_idx on public.follow_up_opt_outs (person_id);

-- One row for each mail: the job until it is sent, and the record of who wrote to whom and when after that.
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

-- Why a booth's mail must not go to a person; null: it may. A block is told as an address that is not
-- shared, because blocked people cannot read that they are blocked. An address counts only where its owner
-- has confirmed it: a stranger could otherwise have words of their choice mailed to any address.
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

-- The visitors whom the caller's booth met and who share an e-mail address, at most 200: first those who may
-- be mailed, of them those who were not, each newest first. `status`, `reason` and `mailed_at` are those of
-- the last mail, `session_id` is the newest chat.
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
