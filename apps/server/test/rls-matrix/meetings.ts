import { type RlsCase, read, refused } from './rls-case.ts';

const MEETINGS = 'select id from meetings';
const NOTES = `select note from meetings where note <> ''`;
const THEN = `date_trunc('hour', now()) + interval '3 hours'`;

const propose = (chat: string, more = '') =>
  `select id from propose_meeting(gen_random_uuid(), '{${chat}}', array[${THEN}], 30, 'Hall 4', 'UTC'${more})`;

// The time as it was proposed: the hour may have changed since.
const settle = (meeting: string, act: string) =>
  `select id from settle_meeting(
     '{${meeting}}', '${act}', (select times[1] from meetings where id = '{${meeting}}'), 'UTC')`;

export const MEETINGS_RULES: RlsCase[] = [
  // meetings
  refused('anon', 'reads meetings', MEETINGS),
  read('newcomer', 'reads no meeting', MEETINGS, 0),
  read('vera', 'reads the meeting that she proposed', MEETINGS, 1),
  read('wei', 'reads the meeting that was proposed to him', MEETINGS, 1),
  read('wei', 'reads what it is about', NOTES, 1),
  read('omar', 'does not read what others’ meetings are about', NOTES, 0),
  read('omar', 'does not read meetings of others’ chats', MEETINGS, 0),
  read('boss', 'reads the meetings of the booth', MEETINGS, 1),
  read('tara', 'reads the meetings of her booth', MEETINGS, 1),
  read('fred', 'no longer reads the meetings of the booth', MEETINGS, 0),
  read('gila', 'reads the meeting that she proposed to a booth', MEETINGS, 1),
  refused(
    'vera',
    'writes a meeting past the function',
    `insert into meetings (session_id, message_id, times, minutes, proposer_zone)
     values ('{met}', '{wei.message}', array[now()], 30, 'UTC')`,
  ),
  refused('vera', 'changes a meeting past the function', `update meetings set state = 'accepted'`),
  refused('vera', 'deletes a meeting', 'delete from meetings'),
  // propose_meeting
  refused('anon', 'proposes a meeting', propose('met')),
  refused('newcomer', 'proposes a meeting', propose('met'), 'PT404'),
  read('vera', 'proposes a meeting', propose('met'), 1),
  read('wei', 'proposes a meeting', propose('met'), 1),
  read('wei', 'proposes a meeting with a note', propose('met', `, null, 'Samples'`), 1),
  read('wei', 'proposes other times', propose('met', `, '{meeting}'`), 1),
  refused('wei', 'replaces a meeting of another chat', propose('met', `, '{team.meeting}'`), 'PT404'),
  refused('omar', 'proposes a meeting in others’ chat', propose('met'), 'PT404'),
  refused('vera', 'proposes a meeting before a visitor has joined', propose('open'), 'PT404'),
  read('tara', 'proposes a meeting for her booth', propose('team'), 1),
  refused('fred', 'proposes a meeting for a booth that he has left', propose('team'), 'PT404'),
  // settle_meeting
  refused('anon', 'accepts a meeting', settle('meeting', 'accept')),
  read('wei', 'accepts a meeting', settle('meeting', 'accept'), 1),
  read('wei', 'declines a meeting', settle('meeting', 'decline'), 1),
  refused('vera', 'accepts her own proposal', settle('meeting', 'accept'), 'PT403'),
  read('vera', 'withdraws her proposal', settle('meeting', 'withdraw'), 1),
  refused('wei', 'withdraws the other’s proposal', settle('meeting', 'withdraw'), 'PT403'),
  refused('wei', 'cancels what was not accepted', settle('meeting', 'cancel'), 'PT409'),
  refused('omar', 'accepts a meeting of others’ chat', settle('meeting', 'accept'), 'PT404'),
  read('tara', 'accepts a meeting for her booth', settle('team.meeting', 'accept'), 1),
  refused(
    'fred',
    'accepts a meeting for a booth that he has left',
    settle('team.meeting', 'accept'),
    'PT404',
  ),
  // meeting_place
  refused('anon', 'asks for the place of a meeting', `select meeting_place('{met}')`),
  read('wei', 'asks for the place of a meeting', `select meeting_place('{met}')`, 1),
  refused('omar', 'asks for a place in others’ chat', `select meeting_place('{met}')`, 'PT404'),
  // what the server alone looks into
  refused('vera', 'reads reminders', 'select meeting_id from private.meeting_reminders'),
  refused('service_role', 'reads reminders', 'select meeting_id from private.meeting_reminders'),
  refused('vera', 'writes reminders', 'select private.remind_of_meetings()'),
];
