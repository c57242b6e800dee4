import { expect, test } from 'vitest';
import { boothFault } from './booth-fault.ts';

test.each([
  [{ code: 'PT409', details: 'booth: full' }, 'full'],
  [{ code: 'PT410', details: 'booth: invitation_used' }, 'invitation_used'],
  [{ code: 'PT413', details: 'quota: leads' }, null],
  [{ code: 'PT409', details: 'booth: something_new' }, null],
  [new TypeError('Failed to fetch'), null],
  [null, null],
])('%o says %s', (error, fault) => {
  expect(boothFault(error)).toBe(fault);
});
