import { safeFileName } from '@dragoman/domain/file-name';
import type { Language } from '@dragoman/domain/languages';
import ICAL from 'ical.js';
import type { MadeFile } from '../file-links/file-link-routes.ts';

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
