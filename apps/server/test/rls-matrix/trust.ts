import { type RlsCase, read, refused } from './rls-case.ts';

const block = (blocker: string, blocked: string) =>
  `insert into blocks (blocker_id, blocked_id) values ('{${blocker}}', '{${blocked}}')`;

const report = (reporter: string, reported: string, session: string | null = null, reason = 'spam') =>
  `insert into reports (reporter_id, reported_id, session_id, reason)
   values ('{${reporter}}', '{${reported}}', ${session ? `'{${session}}'` : 'null'}, '${reason}')`;

export const TRUST_RULES: RlsCase[] = [
  // blocks
  read('guest', 'reads the block of their own', 'select blocked_id from blocks', 1),
  read('victor', 'does not read who has blocked him', 'select blocker_id from blocks', 0),
  refused('anon', 'reads blocks', 'select blocked_id from blocks'),
  read('wei', 'blocks a vendor', block('wei', 'vera'), 1),
  read('vera', 'blocks the visitor she met', block('vera', 'wei'), 1),
  refused('vera', 'blocks a visitor whom she has not met', block('vera', 'omar')),
  refused('wei', 'blocks in another’s name', block('omar', 'victor')),
  refused('wei', 'blocks himself', block('wei', 'wei')),
  refused('newcomer', 'blocks without a profile', block('newcomer.user', 'vera')),
  read('guest', 'unblocks', 'delete from blocks', 1),
  read('victor', 'does not lift the block against him', 'delete from blocks', 0),
  refused('guest', 'moves a block to another person', `update blocks set blocked_id = '{vera}'`),
  refused(
    'guest',
    'starts a chat with a person they have blocked',
    `insert into sessions (vendor_id, visitor_id) values ('{victor}', '{guest}')`,
    'PT409',
  ),
  refused(
    'guest',
    'joins the booth of a person they have blocked',
    `select join_booth('{stand.code}')`,
    'PT409',
  ),
  refused(
    'wei',
    'learns of others’ block by a session',
    `insert into sessions (vendor_id, visitor_id) values ('{victor}', '{guest}')`,
  ),
  // reports
  refused('anon', 'reports a person', report('wei', 'vera')),
  read('wei', 'reports a vendor', report('wei', 'victor'), 1),
  read('vera', 'reports the visitor she met', report('vera', 'wei', 'met'), 1),
  refused('vera', 'reports a visitor whom she has not met', report('vera', 'omar')),
  refused('wei', 'reports in another’s name', report('omar', 'victor')),
  refused('wei', 'reports with others’ chat', report('wei', 'victor', 'other')),
  refused('wei', 'reports for a reason outside the list', report('wei', 'vera', null, 'boring'), '23514'),
  refused('wei', 'reports for another reason without a word', report('wei', 'vera', null, 'other'), '23514'),
  refused(
    'wei',
    'dates a report',
    `insert into reports (reporter_id, reported_id, reason, created_at) values ('{wei}', '{vera}', 'spam', '2000-01-01')`,
  ),
  read('guest', 'reads the report of their own', 'select id from reports', 1),
  read('victor', 'does not read what is reported about him', 'select id from reports', 0),
  refused('guest', 'changes a report', `update reports set details = 'x'`),
  refused('guest', 'withdraws a report', 'delete from reports'),
  refused('guest', 'reads the organiser’s list', 'select id from report_list'),
  refused('guest', 'closes a report', `select close_report('{report}')`),
  read('service_role', 'reads the organiser’s list', 'select id from report_list', 1),
  refused('vera', 'reads the organiser’s list with its notes', 'select id from report_desk'),
  read('service_role', 'reads the organiser’s list with its notes', 'select id from report_desk', 1),
  read('service_role', 'closes a report', `select close_report('{report}')`, 1),
  refused('guest', 'reads what organisers note on a report', 'select note from report_notes'),
  refused('guest', 'notes something on a report', `select note_report('{report}', 'x', 0)`),
  refused('anon', 'notes something on a report', `select note_report('{report}', 'x', 0)`),
  read('service_role', 'notes something on a report', `select note_report('{report}', 'x', 0)`, 1),
  // requests: told apart by the database alone
  refused(
    'wei',
    'accepts a request of his own making',
    `update sessions set request_state = 'accepted' where id = '{met}'`,
  ),
  refused(
    'wei',
    'starts a chat that is no request',
    `insert into sessions (vendor_id, visitor_id, request_state) values ('{victor}', '{wei}', 'accepted')`,
  ),
  refused('wei', 'answers a vendor’s request', `select answer_request('{met}', true)`, 'PT404'),
  refused('vera', 'answers what is no request', `select answer_request('{met}', false)`, 'PT404'),
  refused('victor', 'answers another vendor’s request', `select answer_request('{met}', true)`, 'PT404'),
  refused('anon', 'answers a request', `select answer_request('{met}', true)`),
];
