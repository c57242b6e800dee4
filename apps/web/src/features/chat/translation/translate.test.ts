import { FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import { describe, expect, it } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { translateMessage } from './translate.ts';

const request = { id: 'm1', sessionId: 's1', text: 'Good morning', source: 'en', target: 'zh' } as const;

/** A client that is signed in or not, and whose function gives one answer. */
function client(answer: { data?: unknown; error?: Error }, signedIn = true): Supabase {
  const functions = { invoke: async () => ({ data: null, error: null, ...answer }) };
  return {
    auth: { getSession: async () => ({ data: { session: signedIn ? {} : null }, error: null }) },
    functions: async () => functions,
  } as unknown as Supabase;
}
function refusal(status: number, body: string) {
  return { error: new FunctionsHttpError(new Response(body, { status })) };
}
function failed(failure: object) {
  return { kind: 'failed', failure };
}

describe('what an answer of the function translate means (specification 5.10, 8.7)', () => {
  it.each([
    [
      'a translation',
      { data: { translatedText: '早上好' } },
      { kind: 'translated', text: '早上好', engine: null },
    ],
    [
      'a translation and who made it',
      { data: { translatedText: '早上好', engine: 'deepl' } },
      { kind: 'translated', text: '早上好', engine: 'deepl' },
    ],
    ['no translation in it', { data: {} }, failed({ kind: 'no-translation' })],
    ['an empty translation', { data: { translatedText: ' ' } }, failed({ kind: 'no-translation' })],
    [
      'the server’s own message',
      refusal(502, '{"error":"Translation failed"}'),
      failed({ kind: 'server', message: 'Translation failed' }),
    ],
    [
      'too many of them, said in the reader’s language',
      refusal(429, '{"error":"You have had many messages translated"}'),
      failed({ kind: 'limited' }),
    ],
    ['a refusal without a message', refusal(500, 'oops'), failed({ kind: 'unknown' })],
    ['a session that is worth nothing', refusal(401, ''), failed({ kind: 'no-session' })],
    [
      'no answer, to what the phrasebook in this browser knows',
      { error: new FunctionsFetchError({}) },
      { kind: 'translated', text: '早上好', engine: 'phrasebook', here: true },
    ],
  ])('%s', async (_answer, answer, meaning) => {
    expect(await translateMessage(client(answer), request)).toEqual(meaning);
  });

  it('no answer, to what only an engine could translate', async () => {
    const unheard = { ...request, text: 'Our welding robots sleep on Fridays.' };
    const made = await translateMessage(client({ error: new FunctionsFetchError({}) }), unheard);
    expect(made).toEqual({ kind: 'unreachable' });
  });

  it('the user is signed out', async () => {
    const made = await translateMessage(client({ data: { translatedText: '早上好' } }, false), request);
    expect(made).toEqual(failed({ kind: 'no-session' }));
  });
});
