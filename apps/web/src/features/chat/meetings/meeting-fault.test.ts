import { expect, it } from 'vitest';
import { meetingFault } from './meeting-fault.ts';

it.each([
  [{ code: 'PT409', details: 'meeting: accepted' }, 'changed'],
  [{ code: 'PT409', details: 'meeting: past' }, 'past'],
  [{ code: 'PT409', details: '{"assigned_to":"1","name":"Omar"}' }, 'colleague'],
  [{ code: 'PT429', details: 'quota: messages_per_minute' }, 'often'],
  [{ code: 'PT429', details: 'meeting: today' }, 'today'],
  [{ code: 'PT403', details: '' }, 'blocked'],
  [{ code: 'PT403', details: 'meeting: other_side' }, 'blocked'],
  [{ code: '57014', details: null }, 'failed'],
  [{ code: '', details: 'TypeError: Failed to fetch' }, 'offline'],
  [new TypeError('Failed to fetch'), 'offline'],
])('%j is %s', (error, fault) => {
  expect(meetingFault(error)).toBe(fault);
});
