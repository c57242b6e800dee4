import { describe, expect, it } from 'vitest';
import { classifyFailure } from './postmaster.ts';

describe('classifyFailure', () => {
  it.each([
    {
      output: `LOG:  could not bind IPv4 address "127.0.0.1": Address already in use
WARNING:  could not create listen socket for "127.0.0.1"
FATAL:  could not create any TCP/IP sockets`,
      reason: 'port-taken',
    },
    { output: 'FATAL:  lock file "postmaster.pid" already exists', reason: 'cluster-busy' },
    {
      output: 'FATAL:  pre-existing shared memory block (key 5432001, ID 7) is still in use',
      reason: 'cluster-busy',
    },
    { output: 'FATAL:  could not open file "global/pg_control"', reason: 'other' },
    { output: '', reason: 'other' },
  ])('$reason', ({ output, reason }) => {
    expect(classifyFailure(output)).toBe(reason);
  });
});
