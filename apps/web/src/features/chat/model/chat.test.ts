import { describe, expect, it } from 'vitest';
import type { Profile } from '@/shared/api/database-types.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { type Chat, counterpartOf, participant, targetLanguageFor } from './chat.ts';

function profile(id: string, patch: Partial<Profile> = {}): Profile {
  return {
    id,
    user_id: id,
    role: 'vendor',
    email: null,
    name: id,
    language: 'en',
    designation: null,
    linkedin: null,
    whatsapp: null,
    wechat: null,
    company: null,
    phone: null,
    website: null,
    avatar_url: null,
    updated_at: '2026-05-01T09:00:00Z',
    ...patch,
  };
}

const vendor = profile('v');
const visitor = profile('c', { role: 'visitor', language: 'zh' });
const chat: Chat = {
  id: 's',
  vendor_id: 'v',
  visitor_id: 'c',
  status: 'active',
  joined_at: null,
  created_at: '2026-01-01T09:00:00Z',
  vendor,
  visitor,
};
const open: Chat = { ...chat, visitor_id: null, visitor: null };

describe('a session', () => {
  it('knows the other side', () => {
    expect(counterpartOf(chat, 'v')).toBe(visitor);
    expect(counterpartOf(chat, 'c')).toBe(vendor);
    expect(counterpartOf(open, 'v')).toBeNull();
  });

  it('knows who wrote', () => {
    expect(participant(chat, 'c')).toBe(visitor);
    expect(participant(open, 'v')).toBe(vendor);
    expect(participant(open, 'c')).toBeNull();
  });

  it.each([
    ['a vendor writes for the visitor', vendor, visitor, true, 'zh'],
    ['a vendor alone writes for a Chinese reader', vendor, null, true, 'zh'],
    ['a visitor writes for the vendor', visitor, vendor, true, 'en'],
    ['one language needs no translation', profile('x', { role: 'visitor' }), vendor, true, null],
    ['a Chinese vendor alone needs none either', profile('x', { language: 'zh' }), null, true, null],
    ['switched off', vendor, visitor, false, null],
  ] as const)('%s', (_case, me, counterpart, on, target) => {
    expect(targetLanguageFor(me, counterpart, on)).toBe(target);
  });
});

describe('newId', () => {
  it('makes version 4 UUIDs that differ', () => {
    const made = new Set(Array.from({ length: 200 }, () => newId()));
    expect(made.size).toBe(200);
    for (const id of made) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});

it('for a member of the booth the other side is the visitor', () => {
  const joined: Chat = { ...chat, visitor_id: visitor.id, visitor };
  expect(counterpartOf(joined, 'member')?.id).toBe(visitor.id);
  expect(counterpartOf(joined, visitor.id)?.id).toBe(vendor.id);
});
