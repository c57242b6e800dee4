import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Supabase } from '../api/supabase.ts';
import { defineQueue } from './define-queue.ts';

const SUPABASE = {} as Supabase;
const CACHE = {} as QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function definedQueue() {
  const stopped: string[] = [];
  const queue = defineQueue(({ ownerId }) => ({ ownerId, stop: () => stopped.push(ownerId) }));
  const start = (ownerId: string) => queue.start(SUPABASE, CACHE, ownerId);
  return { start, stop: queue.stop, stopped };
}

it('every page of one owner has the same queue', () => {
  const { start, stopped } = definedQueue();
  expect(start('vera')).toBe(start('vera'));
  expect(stopped).toEqual([]);
});

it("another owner's queue takes the place of the first, which ends", () => {
  const { start, stopped } = definedQueue();
  start('vera');
  expect(start('wei').ownerId).toBe('wei');
  expect(stopped).toEqual(['vera']);
});

it('a queue continues when the next page starts it right after the last one has stopped it', () => {
  const { start, stop, stopped } = definedQueue();
  const before = start('vera');
  stop();
  expect(start('vera')).toBe(before);
  vi.runAllTimers();
  expect(stopped).toEqual([]);
});

it('a stopped queue ends, and the next start makes another', () => {
  const { start, stop, stopped } = definedQueue();
  const before = start('vera');
  stop();
  vi.runAllTimers();
  expect(stopped).toEqual(['vera']);
  expect(start('vera')).not.toBe(before);
});
