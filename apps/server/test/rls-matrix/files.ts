import { insertFile, type RlsCase, read, refused } from './rls-case.ts';

const AVATARS = `select id from storage.objects where bucket_id = 'avatars'`;

export const FILES_RULES: RlsCase[] = [
  // files: select
  read('anon', 'reads no file', 'select id from storage.objects', 0),
  read('newcomer', 'reads no file', 'select id from storage.objects', 0),
  read('vera', 'reads the file of her chat', 'select id from storage.objects', 1),
  read('wei', 'reads the file of his chat', 'select id from storage.objects', 1),
  read('omar', 'does not read others’ file', `select id from storage.objects where name like '{met}/%'`, 0),
  read('victor', 'does not read others’ file', `select id from storage.objects where name like '{met}/%'`, 0),
  read('service_role', 'reads every file', 'select id from storage.objects', 4),
  // files: insert
  read('vera', 'adds a file to her chat', insertFile('{met}/a.webm'), 1),
  read('vera', 'adds a file before anybody joined', insertFile('{open}/a.webm'), 1),
  read('wei', 'adds a file to his chat', insertFile('{met}/a.webm'), 1),
  read('wei', 'adds a picture to his chat', insertFile('{met}/a.JPG'), 1),
  refused('wei', 'adds a file with the name of a program', insertFile('{met}/photo.jpg.exe')),
  refused('wei', 'adds a file without an ending', insertFile('{met}/photo')),
  refused('omar', 'adds a file to others’ chat', insertFile('{met}/a.webm')),
  refused('omar', 'adds a file to an open session', insertFile('{open}/a.webm')),
  refused('wei', 'adds a file outside the folders', insertFile('a.webm')),
  refused('wei', 'adds a file below a sub-folder', insertFile('{met}/sub/a.webm')),
  refused('wei', 'adds a file to a folder that begins like his', insertFile('{met}x/a.webm')),
  refused('newcomer', 'adds a file', insertFile('{met}/a.webm')),
  refused('anon', 'adds a file', insertFile('{met}/a.webm')),
  refused('wei', 'adds a name twice', insertFile('{met}/voice.webm'), '23505'),
  // files: update, delete
  read('wei', 'cannot change a sent file', `update storage.objects set metadata = '{}'`, 0),
  read('wei', 'cannot move a sent file', `update storage.objects set name = '{met}/b.webm'`, 0),
  read('wei', 'cannot remove a sent file', 'delete from storage.objects', 0),
  read('service_role', 'removes files', 'delete from storage.objects', 4),
  // avatars: the server serves all who have the link without reading a row; these are the rows
  read('anon', 'lists no avatar', AVATARS, 0),
  read('victor', 'lists his own avatar', AVATARS, 1),
  read('vera', 'does not list others’ avatars', AVATARS, 0),
  read('vera', 'adds an avatar', insertFile('{vera.user}/a.webp', 'avatars'), 1),
  read(
    'newcomer',
    'adds an avatar before the profile is there',
    insertFile('{newcomer.user}/a.webp', 'avatars'),
    1,
  ),
  refused('vera', 'adds an avatar for another user', insertFile('{victor.user}/a.webp', 'avatars')),
  refused('vera', 'adds an avatar in the folder of a session', insertFile('{met}/a.webp', 'avatars')),
  refused('vera', 'adds an avatar outside the folders', insertFile('a.webp', 'avatars')),
  refused('vera', 'adds an avatar below a sub-folder', insertFile('{vera.user}/sub/a.webp', 'avatars')),
  refused('anon', 'adds an avatar', insertFile('{vera.user}/a.webp', 'avatars')),
  refused('victor', 'adds an avatar twice', insertFile('{victor.user}/face.webp', 'avatars'), '23505'),
  read(
    'victor',
    'cannot change an avatar',
    `update storage.objects set name = '{victor.user}/b.webp' where bucket_id = 'avatars'`,
    0,
  ),
  read('vera', 'cannot remove others’ avatars', `delete from storage.objects where bucket_id = 'avatars'`, 0),
  read('victor', 'removes his avatar', `delete from storage.objects where bucket_id = 'avatars'`, 1),
  // buckets
  read('vera', 'sees no bucket', 'select id from storage.buckets', 0),
  refused('vera', 'makes a bucket', `insert into storage.buckets (id, name) values ('mine', 'mine')`),
  read('vera', 'cannot open a bucket', 'update storage.buckets set public = true', 0),
  read('vera', 'cannot delete a bucket', 'delete from storage.buckets', 0),
];
