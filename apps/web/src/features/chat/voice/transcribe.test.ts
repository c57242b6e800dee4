import { expect, it } from 'vitest';
import { outcomeOfRefusal } from './transcribe.ts';

it.each([
  [429, { error: 'Too many' }, { 'retry-after': '7' }, { kind: 'unreachable', afterMs: 7_000 }],
  [429, {}, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, { kind: 'unreachable', afterMs: 0 }],
  [401, { error: 'No session' }, {}, { kind: 'unreachable', afterMs: 0 }],
  [
    502,
    { error: 'Speech to text conversion failed' },
    {},
    { kind: 'failed', failure: { kind: 'server', message: 'Speech to text conversion failed' } },
  ],
  [502, '<html>', {}, { kind: 'unreachable', afterMs: 0 }],
  [404, '<html>', {}, { kind: 'failed', failure: { kind: 'refused' } }],
])('%i with %j means %j', async (status, body, headers, outcome) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(
    await outcomeOfRefusal(new Response(text, { status, headers: headers as Record<string, string> })),
  ).toEqual(outcome);
});
