import { type RlsCase, read, refused } from './rls-case.ts';

const LOOK_UP = `select name from badge_attendee('8F3A-22C1')`;

export const ATTENDEES_RULES: RlsCase[] = [
  refused('anon', 'reads the list of attendees', 'select badge from private.attendees'),
  refused('vera', 'reads the list of attendees', 'select badge from private.attendees'),
  refused('service_role', 'reads the list of attendees', 'select badge from private.attendees'),
  refused('vera', 'adds an attendee', `insert into private.attendees (badge, name) values ('B-1', 'Ada')`),
  refused('vera', 'sees when the list was uploaded', 'select uploaded_at from private.attendee_list'),
  refused('vera', 'reads what was looked up', 'select badge from private.badge_lookups'),
  refused('vera', 'forgets what she has looked up', 'delete from private.badge_lookups'),
  refused('service_role', 'reads what was looked up', 'select badge from private.badge_lookups'),
  read('vera', 'looks up a badge', LOOK_UP, 1),
  read('tara', 'looks up a badge for a booth', LOOK_UP, 1),
  read('victor', 'looks up a badge for the first time', LOOK_UP, 0),
  read('vera', 'looks up a badge that is not listed', `select name from badge_attendee('8F3A')`, 0),
  read('wei', 'looks up no badge as a visitor', LOOK_UP, 0),
  read('guest', 'looks up no badge as a guest', LOOK_UP, 0),
  read('newcomer', 'looks up no badge without a profile', LOOK_UP, 0),
  refused('anon', 'looks up a badge', LOOK_UP),
  read(
    'vera',
    'finds the people of several badges, once each',
    `select name from private.attendees_of(array['8F3A-22C1', null, '8F3A-22C1', 'B-1'])`,
    1,
  ),
  refused('anon', 'finds people of badges', `select name from private.attendees_of(array['8F3A-22C1'])`),
  read('vera', 'fills no card without a badge', 'select 1 from match_badges() n where n > 0', 0),
  refused('anon', 'fills cards', 'select match_badges()'),
];
