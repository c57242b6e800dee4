import { expect, it } from 'vitest';
import { quotaOf } from './quota.ts';

const rest = (code: string, details?: string) => Object.assign(new Error('refused'), { code, details });
const storage = (statusCode: string, message: string) => Object.assign(new Error(message), { statusCode });

it.each([
  [rest('PT413', 'quota: scanned_cards'), 'cards'],
  [rest('PT413', 'quota: leads'), 'leads'],
  [rest('PT413', 'quota: chats'), 'chats'],
  [rest('PT413', 'quota: chats_with_one_person'), 'chats'],
  [rest('PT413', 'quota: open_invitations'), 'invitations'],
  [rest('PT507', 'quota: leads'), 'installation'],
  [storage('413', 'Quota reached: 300 files'), 'files'],
  [storage('507', 'The disk of this installation is full; tell its operator'), 'installation'],
  [storage('413', 'The object exceeded the maximum allowed size'), null],
  [rest('PT413', 'quota: something new'), null],
  [rest('PT409'), null],
  [new TypeError('Failed to fetch'), null],
  [null, null],
])('%s is about %s', (error, quota) => {
  expect(quotaOf(error)).toBe(quota);
});
