import { type RlsCase, read, refused } from './rls-case.ts';

const insertSettings = (owner: string, more = '', values = '') =>
  `insert into notification_settings (owner_id${more}) values ('{${owner}}'${values})`;
const insertDevice = (owner: string) =>
  `insert into push_subscriptions (owner_id, endpoint, p256dh, auth, session_id)
   values ('{${owner}}', 'https://push.example/1', repeat('A', 87), repeat('A', 22), gen_random_uuid())`;

/** Settings of pushes and mails, and devices: vera has one of each, wei settings alone. */
export const NOTIFICATIONS_RULES: RlsCase[] = [
  refused('anon', 'reads notification settings', 'select email from notification_settings'),
  read('newcomer', 'reads no notification settings', 'select email from notification_settings', 0),
  read('vera', 'reads her notification settings', 'select email from notification_settings', 1),
  read('victor', 'reads no other’s notification settings', 'select email from notification_settings', 0),
  read('service_role', 'reads all notification settings', 'select email from notification_settings', 2),
  read('omar', 'makes his notification settings', insertSettings('omar', ', email', ', false'), 1),
  read('guest', 'makes her notification settings', insertSettings('guest'), 1),
  refused('omar', 'makes another’s notification settings', insertSettings('victor')),
  refused('newcomer', 'makes settings without a profile', insertSettings('omar')),
  refused('anon', 'makes notification settings', insertSettings('omar')),
  refused('guest', 'leaves an address by herself', insertSettings('guest', ', address', `, 'a@b.example'`)),
  read('wei', 'changes his settings', 'update notification_settings set show_text = false', 1),
  read('victor', 'changes no other’s settings', 'update notification_settings set show_text = false', 0),
  refused('wei', 'gives his settings away', `update notification_settings set owner_id = '{omar}'`),
  refused('wei', 'confirms an address', 'update notification_settings set address_confirmed_at = now()'),
  refused('wei', 'deletes settings', 'delete from notification_settings'),
  refused('omar', 'has quiet hours without an end', insertSettings('omar', ', quiet_from', ', 60'), '23514'),
  refused(
    'omar',
    'has quiet hours that end as they begin',
    insertSettings('omar', ', quiet_from, quiet_until', ', 60, 60'),
    '23514',
  ),
  refused(
    'omar',
    'has quiet hours after midnight’s end',
    insertSettings('omar', ', quiet_from, quiet_until', ', 60, 1440'),
    '23514',
  ),
  read(
    'omar',
    'has quiet hours over midnight',
    insertSettings('omar', ', quiet_from, quiet_until, time_zone', `, 1320, 420, 'Asia/Dubai'`),
    1,
  ),
  refused('omar', 'names no time zone', insertSettings('omar', ', time_zone', `, 'Moon/Base'`), '22023'),
  refused('omar', 'names an offset', insertSettings('omar', ', time_zone', `, '+04'`), '23514'),

  refused('anon', 'reads devices', 'select endpoint from push_subscriptions'),
  read('vera', 'reads her devices', 'select endpoint from push_subscriptions', 1),
  read('wei', 'reads no other’s devices', 'select endpoint from push_subscriptions', 0),
  read('service_role', 'reads all devices', 'select endpoint from push_subscriptions', 1),
  refused('vera', 'adds a device past the server', insertDevice('vera')),
  refused('service_role', 'adds a device', insertDevice('vera')),
  refused('vera', 'turns a device elsewhere', `update push_subscriptions set endpoint = 'https://a.example'`),
  read('vera', 'removes her device', 'delete from push_subscriptions', 1),
  read('wei', 'removes no other’s device', 'delete from push_subscriptions', 0),
  refused('vera', 'reads which chats wait', 'select 1 from private.missed_replies'),
  refused('service_role', 'reads which chats wait', 'select 1 from private.missed_replies'),
];
