import { expect, it } from 'vitest';
import { refuseWalLevel, UnsuitableDatabaseError } from './server-checks.ts';

it.each(['minimal', 'replica'])('wal_level %s is refused, with the SQL that changes it', (level) => {
  expect(() => refuseWalLevel(level)).toThrow(UnsuitableDatabaseError);
  expect(() => refuseWalLevel(level)).toThrow(
    new RegExp(`is ${level}.*alter system set wal_level = logical;`, 's'),
  );
});

it('wal_level logical is taken', () => {
  refuseWalLevel('logical');
});
