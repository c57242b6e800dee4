import { expect, it } from 'vitest';
import { delayReason, refusalReason } from './send-result.ts';

it('a refusal says why where the writer can do something with it', () => {
  expect(['PT403', 'PT409', 'PT423', '42501', undefined].map((code) => refusalReason(code))).toEqual([
    'undeliverable',
    'too-many-requests',
    'unanswered',
    undefined,
    undefined,
  ]);
});

it('a chat that a colleague answers is told apart from too many requests', () => {
  const details = JSON.stringify({ assigned_to: 'omar', name: 'Omar' });
  expect(refusalReason('PT409', details)).toBe('colleague');
  expect(refusalReason('PT409', null)).toBe('too-many-requests');
});

it('a message that was sent too fast, or into a full installation, waits and says so', () => {
  expect(['PT429', 'PT507', 'PGRST000', undefined].map(delayReason)).toEqual([
    'too-fast',
    'full',
    undefined,
    undefined,
  ]);
});
