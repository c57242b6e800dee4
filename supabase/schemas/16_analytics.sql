-- A vendor's analytics (docs/adr/0027): what came of the scans of one or more days, in one answer.

-- One narrow row for each chat that has a visitor. Triggers keep it, because reading the messages
-- of every chat of a fair takes seconds.
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
-- Rows change twice, in the place that this leaves for it.
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

-- A declined request is no chat in the vendor's figures (docs/adr/0031).
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

-- A request that is declined leaves the figures. One that is accepted after all counts from when it
-- was made.
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

-- The span of time that a caller asks about. Without a first day: from the first to the last day on
-- which the caller had any activity.
--   starts: where its steps begin: hours of one day (23 or 25 where clocks change), days, or months
--     beyond 62 days. ends_at: its end.
--   starts_before: the steps of the span before, which ends where this one begins; null for all.
--   before_until: as much of the span before as has passed of this one, so that a morning is not
--     compared with a whole day. By local time: 10:30 is compared with 10:30 even when clocks change.
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

-- The times at which the steps of a number of days begin.
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

-- The results of the scans of a vendor's booth between two days of their calendar, both included, beside the
-- same span before. Without days: everything, beside nothing. Row-level security of the tables
-- decides which rows count.
--   zone: IANA name of the caller's time zone; days begin at its midnights.
--   Chats count when their visitor joined. Leads are visitors about whom the vendor has noted
--   something. Scans are stored by UTC hour and count at its beginning.
--   wait_*: seconds from a visitor's first message to the vendor's first one after it; waits: chats
--     with less than 60, 300, 900, 3600, 14400 seconds, and more.
--   people: of a booth with a team, by person: the chats that they answered first, the median of their
--     waiting times, and the leads whom they met. Empty without a team.
-- Errors: PT400 for an unknown zone or days in the wrong order, PT403 when the caller is not a
-- vendor.
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
