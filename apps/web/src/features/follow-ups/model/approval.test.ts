import { expect, it } from 'vitest';
import { isApproved, lastMailTo, takenDrafts } from './approval.ts';

const LAST_WEEK = '2026-11-22T10:00:00.123456+00:00';
const NOW = '2026-11-29T10:00:00.123456+00:00';

it.each([
  ['nothing since', LAST_WEEK, LAST_WEEK, true],
  ['no mail at all', null, null, true],
  ['the first mail since', null, NOW, false],
  ['another mail since', LAST_WEEK, NOW, false],
])('an approval counts until the person gets a mail: %s', (_case, before, after, holds) => {
  const draft = { approved: true, lastMail: lastMailTo({ mailed_at: before }) };
  expect(isApproved(draft, { mailed_at: after })).toBe(holds);
  expect(isApproved({ ...draft, approved: false }, { mailed_at: after })).toBe(false);
});

it('after a lost answer, newer mails say which drafts were taken', () => {
  const approved = { approved: true, lastMail: lastMailTo({ mailed_at: LAST_WEEK }) };
  const drafts = new Map(['waits', 'is-sent', 'has-failed', 'as-before'].map((id) => [id, approved]));
  const people = [
    { person_id: 'waits', status: 'waiting', mailed_at: NOW },
    { person_id: 'is-sent', status: 'sent', mailed_at: NOW },
    { person_id: 'has-failed', status: 'failed', mailed_at: NOW },
    { person_id: 'as-before', status: 'sent', mailed_at: LAST_WEEK },
    { person_id: 'had-no-draft', status: 'sent', mailed_at: NOW },
  ] as const;
  expect(takenDrafts(drafts, people)).toEqual(['waits', 'is-sent']);
});
