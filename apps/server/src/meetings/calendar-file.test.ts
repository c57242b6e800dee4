import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type CalendarMeeting, calendarFile } from './calendar-file.ts';

const MEETING: CalendarMeeting = {
  id: '8f8a3c54-9c3e-4d0a-9d5b-0a8f2a1b7c11',
  cancelled: false,
  startsAt: new Date('2026-11-27T09:00:00Z'),
  minutes: 30,
  place: 'Lamps Ltd, Hall 4; stand \\ B12',
  note: 'Samples; prices, \\ terms\n2nd line',
  changedAt: new Date('2026-11-26T08:15:30.250Z'),
  language: 'en',
  name: 'Helen Park',
  chatUrl: 'https://fair.example/chat/1',
};

function eventOf(text: string): ICAL.Event {
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  if (!event) throw new Error('no event');
  return new ICAL.Event(event);
}

describe('the calendar file of a meeting', () => {
  it('is what RFC 5545 asks for, to the octet', () => {
    expect(calendarFile(MEETING)).toEqual({
      name: 'Meeting with Helen Park.ics',
      type: 'text/calendar;charset=utf-8;method=PUBLISH',
      text: [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Dragoman//Meetings//EN',
        'METHOD:PUBLISH',
        'BEGIN:VEVENT',
        'UID:8f8a3c54-9c3e-4d0a-9d5b-0a8f2a1b7c11',
        'SEQUENCE:0',
        'DTSTAMP:20261126T081530Z',
        'DTSTART:20261127T090000Z',
        'DTEND:20261127T093000Z',
        'STATUS:CONFIRMED',
        'SUMMARY:Meeting with Helen Park',
        'DESCRIPTION:Samples\\; prices\\, \\\\ terms\\n2nd line',
        'LOCATION:Lamps Ltd\\, Hall 4\\; stand \\\\ B12',
        'URL:https://fair.example/chat/1',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'DESCRIPTION:Meeting with Helen Park',
        'TRIGGER:-PT15M',
        'END:VALARM',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    });
  });

  it('removes the entry when the meeting is cancelled', () => {
    const { text, type } = calendarFile({ ...MEETING, cancelled: true });
    expect(type).toContain('method=CANCEL');
    for (const line of ['METHOD:CANCEL', `UID:${MEETING.id}`, 'SEQUENCE:1', 'STATUS:CANCELLED']) {
      expect(text).toContain(`${line}\r\n`);
    }
    expect(text).not.toContain('VALARM');
  });

  it.each([
    ['zh', '李娜'.repeat(40), '第四展馆，'.repeat(20)],
    ['ar', 'عمر حداد '.repeat(12), '😀'.repeat(60)],
    ['en', 'Ó'.repeat(100), 'a\\;,'.repeat(30)],
  ] as const)('folds at 75 octets and reads back whole: %s', (language, name, place) => {
    const note = `${place}\nEND:VEVENT\n${name}`;
    const { text } = calendarFile({ ...MEETING, language, name, place, note });
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    // No character is cut in half.
    expect(Buffer.from(text).toString()).not.toContain('\ufffd');
    const event = eventOf(text);
    expect(event.summary).toContain(name);
    expect(event.location).toBe(place);
    expect(event.description).toBe(note);
  });

  it('takes no line of its own from a name', () => {
    const { text } = calendarFile({
      ...MEETING,
      name: 'Eve\r\nATTENDEE:mailto:eve@x.example',
      place: '',
      note: '',
    });
    expect(text).not.toMatch(/^(ATTENDEE|LOCATION|DESCRIPTION:(?!Meeting))/m);
  });

  it('keeps its length where the clocks change', () => {
    // In Berlin 2:30 to 3:30 in summer time; at 3:00 clocks go back to 2:00.
    const event = eventOf(
      calendarFile({ ...MEETING, startsAt: new Date('2026-10-25T00:30:00Z'), minutes: 60 }).text,
    );
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(event.duration.toSeconds()).toBe(3600);
  });
});
