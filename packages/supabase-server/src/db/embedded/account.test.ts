import { describe, expect, it } from 'vitest';
import { findAccount } from './account.ts';

const passwd = [
  'root:x:0:0:root:/root:/bin/bash',
  'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin',
  'postgres:x:101:104:PostgreSQL,,,:/var/lib/postgresql:/bin/bash',
  'strange:x:-2:-2::/:',
  'short:x',
  '',
].join('\n');

describe('findAccount', () => {
  it('takes the first name that exists', () => {
    expect(findAccount(passwd, ['postgres', 'nobody'])).toEqual({ uid: 101, gid: 104 });
    expect(findAccount(passwd, ['absent', 'nobody'])).toEqual({ uid: 65534, gid: 65533 });
  });

  it('never takes root, an id that Node cannot switch to, or a damaged line', () => {
    expect(findAccount(passwd, ['root', 'strange', 'short'])).toBeNull();
    expect(findAccount('', ['postgres'])).toBeNull();
  });
});
