import { describe, expect, it, test } from 'vitest';
import { answeringOf, assignmentFault, colleaguesOnDuty } from './assignment.ts';

const me = { profile_id: 'me', away_since: null, person: { name: 'Lina' } };
const omar = { profile_id: 'omar', away_since: null, person: { name: 'Omar' } };
const away = { profile_id: 'wei', away_since: '2026-11-26T09:00:00Z', person: { name: 'Wei' } };
const team = [me, omar, away];

describe('who answers', () => {
  test.each([
    [null, { who: 'no-one' }],
    [undefined, { who: 'no-one' }],
    ['me', { who: 'me' }],
    ['omar', { who: 'colleague', name: 'Omar' }],
    // Has left the booth.
    ['gone', { who: 'no-one' }],
  ])('of a chat assigned to %s', (assignedTo, answering) => {
    expect(answeringOf(assignedTo, 'me', team)).toEqual(answering);
  });

  it('is a colleague without a name until the team is known', () => {
    expect(answeringOf('omar', 'me', undefined)).toEqual({ who: 'colleague', name: null });
  });
});

it('hands over to colleagues on duty alone', () => {
  expect(colleaguesOnDuty(team, 'me')).toEqual([omar]);
});

test.each([
  [
    { code: 'PT409', details: '{"assigned_to": "omar", "name": "Omar"}' },
    { kind: 'conflict', name: 'Omar' },
  ],
  [
    { code: 'PT409', details: '{"assigned_to": "omar", "name": null}' },
    { kind: 'conflict', name: null },
  ],
  [{ code: 'PT409', details: 'booth: away' }, { kind: 'away' }],
  [{ code: 'PT404', details: 'booth: not_member' }, { kind: 'not-member' }],
  [{ code: 'PT404', details: 'booth: chat_unknown' }, { kind: 'chat-unknown' }],
  [{ code: 'PT409', details: 'not JSON' }, null],
  [{ code: 'PT409', details: '["assigned_to"]' }, null],
  [{ code: '42501', details: '{"assigned_to": "omar", "name": "Omar"}' }, null],
  [new TypeError('Failed to fetch'), null],
  [null, null],
])('%o is the fault %o', (error, fault) => {
  expect(assignmentFault(error)).toEqual(fault);
});
