import { expect, it } from 'vitest';
import { refusalReason } from './send-result.ts';

it('a refusal says why where the writer can do something with it', () => {
  expect(['PT403', 'PT409', 'PT423', '42501', undefined].map(refusalReason)).toEqual([
    'undeliverable',
    'too-many-requests',
    'unanswered',
    undefined,
    undefined,
  ]);
});
