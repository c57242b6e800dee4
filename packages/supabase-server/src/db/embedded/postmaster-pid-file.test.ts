import { describe, expect, it } from 'vitest';
import { parsePostmasterState } from './postmaster-pid-file.ts';

const complete = '4711\n/srv/data/postgres\n1700000000\n40123\n\n127.0.0.1\n  123 456\nready   \n';

describe('parsePostmasterState', () => {
  it('reads process id, status and port', () => {
    expect(parsePostmasterState(complete)).toEqual({ pid: 4711, status: 'ready', port: 40123 });
  });

  it('reads a file that is still being written', () => {
    expect(parsePostmasterState('4711\n/srv/data/postgres\n')).toEqual({ pid: 4711, status: '', port: 0 });
  });

  it('knows a single-user session by its negative number', () => {
    expect(parsePostmasterState('-4711\n')).toMatchObject({ pid: 4711 });
  });

  it.each(['', '\n', 'garbage\n', '0\n'])('finds nothing in %j', (text) => {
    expect(parsePostmasterState(text)).toBeNull();
  });
});
