import { type RlsCase, read, refused } from './rls-case.ts';

export const FUNCTIONS_RULES: RlsCase[] = [
  // functions
  read('anon', 'is shown an invitation by its id', `select id from session_invite('{open}')`, 1),
  read(
    'anon',
    'finds no invitation for an unknown id',
    `select id from session_invite(gen_random_uuid())`,
    0,
  ),
  refused('anon', 'joins', `select id from join_session('{open}')`),
  read('omar', 'joins an open session', `select id from join_session('{open}')`, 1),
  read('wei', 'joins again what he has joined', `select id from join_session('{met}')`, 1),
  refused('omar', 'joins a taken session', `select id from join_session('{met}')`, '23505'),
  refused('omar', 'joins an unknown session', 'select id from join_session(gen_random_uuid())', 'PT404'),
  refused('victor', 'joins as a vendor', `select id from join_session('{open}')`, 'PT403'),
  refused('newcomer', 'joins without a profile', `select id from join_session('{open}')`, 'PT403'),
  read('wei', 'marks his chat as read', `select * from mark_session_read('{met}', now())`, 1),
  read('vera', 'looks at her open session', `select * from mark_session_read('{open}')`, 1),
  refused('omar', 'marks others’ chat as read', `select * from mark_session_read('{met}', now())`),
  refused('omar', 'marks an open session as read', `select * from mark_session_read('{open}')`),
  refused('newcomer', 'marks a chat as read', `select * from mark_session_read('{met}', now())`),
  refused('anon', 'marks a chat as read', `select * from mark_session_read('{met}', now())`),
  // what no API role may look into
  refused('anon', 'reads accounts', 'select id from auth.users'),
  refused('vera', 'reads accounts', 'select id from auth.users'),
  refused('vera', 'reads refresh tokens', 'select id from auth.refresh_tokens'),
  refused('vera', 'reads signing keys', 'select kid from dragoman.signing_keys'),
  refused('service_role', 'reads signing keys', 'select kid from dragoman.signing_keys'),
  refused('vera', 'reads API keys', 'select key from dragoman.api_keys'),
  refused('vera', 'reads the list of unowned files', 'select version from storage.unowned_files'),
  refused('service_role', 'reads the list of unowned files', 'select version from storage.unowned_files'),
  refused('vera', 'creates a table', 'create table public.mine (id int)'),
];
