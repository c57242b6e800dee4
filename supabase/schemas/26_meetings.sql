-- Meetings (docs/adr/0085): one side of a chat proposes up to three times, the other accepts one. A
-- meeting is shown in the place of the message with which it was proposed, and each act on it sends
-- a message: so unread counts, missed replies, blocks and who of a booth's team answers are those of
-- messages.

-- True for what may be the name of a time zone of the IANA database. Devices may know zones that this
-- database does not: code that formats a time then uses UTC.
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
-- For reminders.
create index meetings_starts_at_idx on public.meetings (starts_at) where state = 'accepted';

alter table public.meetings enable row level security;
revoke all on public.meetings from public, anon, authenticated;
grant select on public.meetings to authenticated;
grant all on public.meetings to service_role;

create policy "Prove the second factor first" on public.meetings
  as restrictive for all to authenticated using ((select private.second_factor_done()));

-- The policy of sessions limits the subquery to the caller's own sessions. The functions below alone
-- write.
create policy "Read the meetings of one's chats" on public.meetings
  for select to authenticated
  using (exists (select 1 from public.sessions s where s.id = meetings.session_id));

-- Both sides see at once what was proposed and accepted.
alter publication supabase_realtime add table public.meetings;
alter table public.meetings replica identity full;

-- The words of the message that an act on a meeting sends. The chat shows the meeting itself in the
-- place of the first one; lists, pushes and mails show the words.
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

-- Sends the message of an act in the caller's name, in the caller's language and in that of the other
-- side. Errors: those of any message (09_messages.sql).
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

-- The caller's chat with another person. Error: PT404.
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

-- A meeting of the caller's chat, locked. Error: PT404.
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

-- Raises PT409 for an act on a meeting that has another state by now: the other side, or another
-- device, was faster.
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

-- Checks proposed times and returns them in order, in full minutes. Error: PT400.
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

-- Proposes a meeting. Proposing again under the same id returns the row.
-- time_zone: of the caller's device. replaces: an open proposal of the chat whose place the new one
-- takes. note: what it is about, of several lines.
-- Errors: PT404 for a chat that is not the caller's or has no visitor; PT400 for what is wrong with the
-- input; PT409 with five open proposals, and for a replaced one that is no longer open; PT423 for a
-- visitor whose request was not accepted; PT429 after 20 proposals of a chat in a day; and those of
-- any message. `detail` says which: meeting: chat_unknown, times, past, too_far, input, open, today,
-- request, unknown, or the state of the replaced meeting.
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

-- Accepts, declines, withdraws or cancels a meeting. The side that did not propose accepts or
-- declines, the proposing side withdraws, either side cancels what was accepted. An act that was
-- done already returns the row.
-- starts_at, time_zone: for `accept`, one of the proposed times and the zone of the caller's device.
-- Errors: PT404; PT400 for an unknown act, time or zone; PT403 for an act of the other side; PT409
-- when the meeting has another state by now, or the time is over; and those of any message.
-- `detail` says which: meeting: unknown, act, times, other_side, past, or the state.
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

-- The place that a proposal names unless its writer says another: the booth's company and the label
-- of the booth code through which the visitor came. Empty: unknown. Error: PT404.
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

-- Reminders of accepted meetings: a row for each reader and channel, written when the reminder is due
-- (remind_of_meetings). Rows stay until their meeting goes, so that no reminder is sent twice.
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

-- Writes the rows of meetings that begin within 15 minutes: for the visitor, and for who answers for
-- the booth (readers_of, 24_missed_replies.sql). A meeting that was accepted later than that gets no
-- reminder. The server calls it before each round.
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
