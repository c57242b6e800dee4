import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { typedDrafts } from '@/entities/unsaved-work/typed-drafts.ts';
import { clearFormDrafts } from '@/shared/offline/draft-storage.ts';
import {
  type Draft,
  forgetFollowUpDraft,
  KEPT_MS,
  keepFollowUpDraft,
  keptDrafts,
  MOST_KEPT,
} from './kept-drafts.ts';

const NOW = Date.parse('2026-11-29T10:00:00Z');
const DRAFT: Draft = {
  subject: 'Our offer',
  body: 'Dear Mei,',
  approved: true,
  lastMail: NOW - 1,
  fromTemplate: false,
};

/** A storage whose keys are its own properties, as in browsers. */
beforeEach(() => {
  const store: Record<string, unknown> = {};
  const hide = (value: unknown) => ({ value, enumerable: false });
  Object.defineProperties(store, {
    getItem: hide((key: string) => store[key] ?? null),
    setItem: hide((key: string, value: string) => {
      store[key] = value;
    }),
    removeItem: hide((key: string) => {
      delete store[key];
    }),
  });
  vi.stubGlobal('sessionStorage', store);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('drafts come back to their writer until they are sent, skipped or the writer signs out', () => {
  keepFollowUpDraft('nora', 'mei', DRAFT, NOW);
  keepFollowUpDraft('nora', 'wei', { ...DRAFT, approved: false }, NOW);
  keepFollowUpDraft('omar', 'mei', DRAFT, NOW);
  forgetFollowUpDraft('nora', 'wei');
  expect([...keptDrafts('nora', NOW)]).toEqual([['mei', DRAFT]]);
  expect(typedDrafts()).toContainEqual({ text: 'subject: Our offer\nbody: Dear Mei,' });
  clearFormDrafts();
  expect(keptDrafts('nora', NOW).size).toBe(0);
});

it('old drafts, and what is no draft, are forgotten', () => {
  keepFollowUpDraft('nora', 'mei', DRAFT, NOW - KEPT_MS);
  keepFollowUpDraft('nora', 'wei', DRAFT, NOW - KEPT_MS + 1);
  for (const [name, value] of [
    ['a', '{'],
    ['b', 'null'],
    ['c', '{"subject":1,"body":"x","at":1}'],
    ['d', JSON.stringify({ ...DRAFT, at: NOW + 1 })],
  ] as const) {
    sessionStorage.setItem(`dragoman-draft-follow-up:nora:${name}`, value);
  }
  expect([...keptDrafts('nora', NOW).keys()]).toEqual(['wei']);
  expect(Object.keys(sessionStorage)).toEqual(['dragoman-draft-follow-up:nora:wei']);
});

it('of too many drafts the newest are kept', () => {
  for (let index = 0; index < MOST_KEPT + 5; index += 1) {
    keepFollowUpDraft('nora', `person-${index}`, DRAFT, NOW + index);
  }
  const kept = keptDrafts('nora', NOW + MOST_KEPT + 5);
  expect(kept.size).toBe(MOST_KEPT);
  expect(kept.has('person-4')).toBe(false);
  expect(kept.has('person-5')).toBe(true);
});

it('without a storage there are none', () => {
  vi.unstubAllGlobals();
  keepFollowUpDraft('nora', 'mei', DRAFT, NOW);
  expect(keptDrafts('nora', NOW).size).toBe(0);
});
