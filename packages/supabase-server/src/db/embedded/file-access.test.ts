import { describe, expect, it } from 'vitest';
import { ancestorsOf, EXECUTE, isAllowed, READ } from './file-access.ts';

const owner = { uid: 10, gid: 20 };
const colleague = { uid: 11, gid: 20 };
const stranger = { uid: 11, gid: 21 };

describe('isAllowed', () => {
  it.each([
    { mode: 0o700, who: owner, need: EXECUTE, allowed: true },
    { mode: 0o700, who: colleague, need: EXECUTE, allowed: false },
    { mode: 0o710, who: colleague, need: EXECUTE, allowed: true },
    { mode: 0o710, who: colleague, need: READ + EXECUTE, allowed: false },
    { mode: 0o711, who: stranger, need: EXECUTE, allowed: true },
    { mode: 0o711, who: stranger, need: READ, allowed: false },
    { mode: 0o755, who: stranger, need: READ + EXECUTE, allowed: true },
    // Neither owner nor group falls through to "others".
    { mode: 0o077, who: owner, need: READ, allowed: false },
    { mode: 0o707, who: colleague, need: READ, allowed: false },
  ])('mode $mode, $who, need $need: $allowed', ({ mode, who, need, allowed }) => {
    expect(isAllowed({ mode: 0o040000 + mode, ...owner }, who, need)).toBe(allowed);
  });
});

describe('ancestorsOf', () => {
  it('lists the folders from the root down', () => {
    expect(ancestorsOf('/srv/booth/data')).toEqual(['/', '/srv', '/srv/booth']);
    expect(ancestorsOf('/')).toEqual([]);
  });
});
