import { safeFileName } from '@dragoman/domain/file-name';
import type { Language } from '@dragoman/domain/languages';
import { chatPath } from '@dragoman/domain/routes';
import ICAL from 'ical.js';
import type { AppContext } from '../context.ts';
import type { FileSource, MadeFile } from '../file-links/file-link-routes.ts';

// The library counts the blank that begins a continued line on top: 75 octets at most (RFC 5545,
// section 3.1).
ICAL.foldLength = 74;

/** The alarm comes this long before the meeting. */
const ALARM = '-PT15M';

const SUMMARY: Record<Language, (name: string) => string> = {
  en: (name) => `Meeting with ${name}`,
  zh: (name) => `与 ${name} 会面`,
  ar: (name) => `اجتماع مع ${name}`,
};

/** A meeting as one of its two sides has it in their calendar. */
export interface CalendarMeeting {
  id: string;
  cancelled: boolean;
  startsAt: Date;
  minutes: number;
  /** Empty: not said. */
  place: string;
  /** What it is about, in the proposer's words; empty: not said. */
  note: string;
  changedAt: Date;
  /** The reader's. */
  language: Language;
  /** The other person's name. */
  name: string;
  /** The address of the chat; null where the product's address is not known. */
  chatUrl: string | null;
}

/**
 * A meeting as a calendar file (RFC 5545), with the alarm of its reminder. Times are in UTC, so a
 * change of the clocks moves nothing. The file of a cancelled meeting has the same UID and a higher
 * SEQUENCE: a calendar program then removes the entry. There is no ORGANIZER, which would have to
 * be an e-mail address: people may withhold theirs.
 */
export function calendarFile(meeting: CalendarMeeting): MadeFile {
  const { cancelled, startsAt, minutes, place, note, chatUrl } = meeting;
  const summary = SUMMARY[meeting.language](meeting.name);
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Dragoman//Meetings//EN');
  calendar.addPropertyWithValue('method', cancelled ? 'CANCEL' : 'PUBLISH');
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', meeting.id);
  event.addPropertyWithValue('sequence', cancelled ? 1 : 0);
  event.addPropertyWithValue('dtstamp', utc(meeting.changedAt));
  event.addPropertyWithValue('dtstart', utc(startsAt));
  event.addPropertyWithValue('dtend', utc(new Date(startsAt.getTime() + minutes * 60_000)));
  event.addPropertyWithValue('status', cancelled ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('summary', summary);
  if (note) event.addPropertyWithValue('description', note);
  if (place) event.addPropertyWithValue('location', place);
  if (chatUrl) event.addPropertyWithValue('url', chatUrl);
  if (!cancelled) event.addSubcomponent(alarm(summary));
  calendar.addSubcomponent(event);
  return {
    name: `${safeFileName(summary, 'meeting')}.ics`,
    type: `text/calendar;charset=utf-8;method=${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    text: `${calendar.toString()}\r\n`,
  };
}

function alarm(description: string): ICAL.Component {
  const component = new ICAL.Component('valarm');
  component.addPropertyWithValue('action', 'DISPLAY');
  component.addPropertyWithValue('description', description);
  component.addPropertyWithValue('trigger', ICAL.Duration.fromString(ALARM));
  return component;
}

function utc(date: Date): ICAL.Time {
  return ICAL.Time.fromJSDate(date, true);
}

interface Row extends Record<string, unknown> {
  state: string;
  starts_at: Date;
  minutes: number;
  place: string;
  note: string;
  changed_at: Date;
  session_id: string;
  language: Language;
  name: string | null;
}

// The booth's person is who proposed the meeting, else who answers the chat. Row-level security
// leaves out what the caller may not see.
const MEETING = `
  select m.state, m.starts_at, m.minutes, m.place, m.note, m.changed_at, m.session_id, reader.language, other.name
  from public.meetings m
  join public.sessions s on s.id = m.session_id
  join public.profiles reader on reader.id = private.my_profile_id()
  left join public.shared_profiles other on other.id = case
    when s.visitor_id <> reader.id then s.visitor_id
    when m.proposer_id <> s.visitor_id then m.proposer_id
    else coalesce(s.assigned_to, s.vendor_id) end
  where m.id = $1 and m.state in ('accepted', 'cancelled')`;

/** An accepted or cancelled meeting of the caller's chats as a calendar file (docs/adr/0085). */
export function meetingFile({ db, config }: Pick<AppContext, 'db' | 'config'>): FileSource {
  return {
    name: 'meeting-file',
    key: 'meeting',
    missing: 'There is no such meeting, it was not accepted, or you do not see it',
    async make(scope, meeting) {
      const [row] = await db.request<Row>(scope, { text: MEETING, values: [meeting] });
      if (!row) return null;
      return calendarFile({
        id: meeting,
        cancelled: row.state === 'cancelled',
        startsAt: row.starts_at,
        minutes: row.minutes,
        place: row.place,
        note: row.note,
        changedAt: row.changed_at,
        language: row.language,
        name: row.name || '?',
        chatUrl: config.publicUrl && `${config.publicUrl}${chatPath(row.session_id)}`,
      });
    },
  };
}
