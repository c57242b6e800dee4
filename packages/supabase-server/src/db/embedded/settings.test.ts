import { describe, expect, it } from 'vitest';
import { postmasterArguments, singleUserArguments } from './settings.ts';

describe('the arguments of PostgreSQL', () => {
  it('name the cluster and the port', () => {
    const machine = { memoryBytes: 8 * 1024 ** 3, poolSize: 100 };
    const args = postmasterArguments('/srv/stand 7/postgres', 40_123, machine);
    expect(args.slice(0, 2)).toEqual(['-D', '/srv/stand 7/postgres']);
    expect(args).toContain('port=40123');
    expect(args).toContain('max_connections=120');
    // The change feed reads the log.
    expect(args).toContain('wal_level=logical');
    expect(args.filter((arg) => arg.startsWith('temp_file_limit='))).toHaveLength(1);
  });

  it('keep a single-user session from logging its statements, and make it fail with the first', () => {
    const args = singleUserArguments('/srv/postgres');
    expect(args).toEqual(expect.arrayContaining(['log_min_error_statement=panic', 'exit_on_error=on']));
    expect(args.join(' ')).not.toContain('undefined');
    expect(args.at(-1)).toBe('postgres');
  });
});
