-- A proposal of a meeting may say what it is about (docs/adr/0085): supabase/schemas/26_meetings.sql.

alter table public.meetings add column note text not null default ''
  constraint meetings_note_check check (char_length(note) <= 500 and note ~ '^([^[:cntrl:]]|\n)*$');

drop function public.propose_meeting(uuid, uuid, timestamptz[], integer, text, text, uuid);

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
revoke all on function public.propose_meeting(uuid, uuid, timestamptz[], integer, text, text, uuid, text)
  from public, anon;
grant execute on function public.propose_meeting(uuid, uuid, timestamptz[], integer, text, text, uuid, text)
  to authenticated, service_role;
