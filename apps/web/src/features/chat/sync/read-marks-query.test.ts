import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import { readMutation } from './read-marks-query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const UP_TO = '2026-11-21T10:06:00+00:00';
const MARK = { session_id: 's', profile_id: 'vera', last_read_at: UP_TO, seen_at: UP_TO };

/** A server that gives the answers one after the other: a mark, or an error. */
function send(...answers: Array<typeof MARK | Error>) {
  const asked: unknown[] = [];
  const throwOnError = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { data: answer };
  };
  const rpc = (_name: string, args: unknown) => {
    asked.push(args);
    return { throwOnError };
  };
  const options = readMutation({ rpc } as unknown as Supabase, 's');
  const sent = new MutationObserver(new QueryClient(), options).mutate(UP_TO);
  return { asked, sent };
}

it('a mark that gets lost is sent until it arrives, however often that takes', async () => {
  const lost = () => new TypeError('Failed to fetch');
  const { asked, sent } = send(lost(), lost(), lost(), lost(), lost(), MARK);
  await vi.runAllTimersAsync();
  await expect(sent).resolves.toEqual(MARK);
  expect(asked).toEqual(Array(6).fill({ session_id: 's', up_to: UP_TO }));
});

it('a mark that the server refuses is not sent again', async () => {
  const { asked, sent } = send(Object.assign(new Error('not a participant'), { code: '42501' }), MARK);
  const refused = expect(sent).rejects.toThrow('not a participant');
  await vi.runAllTimersAsync();
  await refused;
  expect(asked).toHaveLength(1);
});
