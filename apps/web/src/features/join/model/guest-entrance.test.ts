import { describe, expect, test } from 'vitest';
import { asksGuest, type GuestStage, guestDecision } from './guest-entrance.ts';

const stranger = { kind: 'show', view: 'log-in' } as const;
const wait = { kind: 'wait' } as const;
const outside: GuestStage = { at: 'outside' };
const asked: GuestStage = { at: 'asked' };
const entering: GuestStage = { at: 'entering' };
const inside: GuestStage = { at: 'inside', sessionId: 's1' };

describe('on the way in as a guest', () => {
  test('the page decides until the way is taken', () => {
    expect(guestDecision(outside, stranger, 'signed-out')).toBe(stranger);
    expect(guestDecision(asked, stranger, 'signed-out')).toBe(stranger);
  });

  test('nothing that is half done leads anywhere', () => {
    expect(guestDecision(entering, { kind: 'go', to: '/visitor-setup' }, 'signed-in')).toEqual(wait);
  });

  test('the chat opens once the app knows who is there', () => {
    expect(guestDecision(inside, stranger, 'signed-out')).toEqual(wait);
    expect(guestDecision(inside, stranger, 'signed-in')).toEqual({ kind: 'go', to: '/chat/s1' });
  });

  test('the form is there for who asked, who was interrupted, and while it works', () => {
    expect(asksGuest(outside, stranger)).toBe(false);
    expect(asksGuest(asked, stranger)).toBe(true);
    expect(asksGuest(outside, { kind: 'show', view: 'enter-as-guest' })).toBe(true);
    expect(asksGuest(asked, { kind: 'show', view: 'offer-join' })).toBe(false);
    expect(asksGuest(entering, wait)).toBe(true);
    expect(asksGuest(inside, wait)).toBe(true);
  });

  test('the form stays with what it says while the app finds out how far a failed attempt has come', () => {
    expect(asksGuest(asked, wait)).toBe(true);
    expect(asksGuest(outside, wait)).toBe(false);
  });
});
