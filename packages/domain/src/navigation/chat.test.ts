import { expect, test } from 'vitest';
import { chatDecision } from './chat.ts';
import type { ChatLookup, Viewer } from './decision.ts';
import { joinDecision, joinFailure, offersGuests } from './join.ts';
import {
  broken,
  go,
  guest,
  guestOnTheWay,
  leaving,
  newcomer,
  roleless,
  rows,
  show,
  starting,
  stranger,
  unread,
  vendor,
  visitor,
  WAIT,
} from './testing/decision-rows.ts';

// The tables of specification 4.6, 6.4 about joining and opening a chat.

const free: ChatLookup = { status: 'found', vendorId: 'host', taken: false, visitorId: null };
const taken: ChatLookup = { status: 'found', vendorId: 'host', taken: true, visitorId: null };
const joined: ChatLookup = { status: 'found', vendorId: 'host', taken: true, visitorId: 'me' };
const hosted: ChatLookup = { status: 'found', vendorId: 'me', taken: false, visitorId: null };
const hostedTaken: ChatLookup = { status: 'found', vendorId: 'me', taken: true, visitorId: 'guest' };
const readable: ChatLookup = { ...taken, readable: true };
const unknown: ChatLookup = { status: 'missing' };
const unreadable: ChatLookup = { status: 'failed' };
const notYet: ChatLookup = { status: 'loading' };

function join(viewer: Viewer, session: ChatLookup) {
  return joinDecision(viewer, 's1', session);
}

rows('join page', [
  ['session not known yet', join(starting, free), WAIT],
  ['logging out', join(leaving, free), WAIT],
  ['invitation still loading', join(stranger, notYet), WAIT],
  ['profile still loading', join(unread, free), WAIT],
  ['unknown, signed out', join(stranger, unknown), show('not-found', 'session-not-found')],
  ['unknown, visitor', join(visitor, unknown), show('not-found', 'session-not-found')],
  ['could not be read', join(vendor, unreadable), show('load-failed', 'session-load-failed')],
  ['profile could not be read', join(broken, free), show('load-failed', 'session-load-failed')],
  ['signed out', join(stranger, free), show('log-in')],
  ['signed out, taken', join(stranger, taken), show('log-in')],
  ['no profile', join(newcomer, free), go('/visitor-setup', { memory: { redirect: '/join/s1' } })],
  ['no profile, taken', join(newcomer, taken), go('/visitor-setup', { memory: { redirect: '/join/s1' } })],
  ['guest on the way in', join(guestOnTheWay, free), show('enter-as-guest')],
  [
    'guest on the way in, taken meanwhile',
    join(guestOnTheWay, taken),
    go('/visitor-setup', { memory: { redirect: '/join/s1' } }),
  ],
  ['guest of before', join(guest, free), show('offer-join')],
  ['guest, their own', join(guest, joined), go('/chat/s1')],
  ['its own visitor', join(visitor, joined), go('/chat/s1')],
  ['its vendor, no visitor yet', join(vendor, hosted), go('/chat/s1')],
  ['its vendor, taken', join(vendor, hostedTaken), go('/chat/s1')],
  ['another visitor, taken', join(visitor, taken), go('/visitor-dashboard', { notice: 'session-taken' })],
  ['another vendor, taken', join(vendor, taken), go('/vendor-dashboard', { notice: 'session-taken' })],
  ['another vendor', join(vendor, free), go('/vendor-dashboard', { notice: 'session-only-visitors' })],
  ['no role', join(roleless, free), go('/', { notice: 'session-only-visitors' })],
  ['a visitor', join(visitor, free), show('offer-join')],
  [
    'joining lost the race',
    joinFailure(visitor, '23505'),
    go('/visitor-dashboard', { notice: 'join-taken' }),
  ],
  ['joining without the role', joinFailure(visitor, 'PT403'), go('/', { notice: 'join-not-visitor' })],
  [
    'joining the session of a blocked person',
    joinFailure(visitor, 'PT409'),
    show('offer-join', 'join-closed'),
  ],
  ['joining with too many chats', joinFailure(visitor, 'PT413'), show('offer-join', 'join-full')],
  ['joining refused otherwise', joinFailure(visitor, '42501'), show('offer-join', 'join-failed')],
  ['joining without an answer', joinFailure(visitor, undefined), show('offer-join', 'join-failed')],
]);

function openChat({ profile }: Viewer, session: ChatLookup) {
  return chatDecision(profile, 's1', session);
}

rows('chat page', [
  ['profile still loading', openChat(unread, joined), WAIT],
  ['session still loading', openChat(visitor, notYet), WAIT],
  ['no profile', openChat(newcomer, notYet), show('not-found', 'session-not-found')],
  ['profile could not be read', openChat(broken, joined), show('load-failed', 'session-load-failed')],
  ['session could not be read', openChat(visitor, unreadable), show('load-failed', 'session-load-failed')],
  ['unknown', openChat(visitor, unknown), show('not-found', 'session-not-found')],
  ['its visitor', openChat(visitor, joined), show('chat')],
  ['its vendor', openChat(vendor, hosted), show('chat')],
  ['another visitor, free', openChat(visitor, free), go('/join/s1')],
  ['another visitor, taken', openChat(visitor, taken), show('not-found', 'session-taken')],
  ['another vendor', openChat(vendor, free), show('not-found', 'session-only-visitors')],
]);

test('guests are offered to join where they are let in, while a session is free', () => {
  expect([free, taken, unknown, unreadable, notYet].map((session) => offersGuests(session, true))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(offersGuests(free, false)).toBe(false);
});

test('a chat of the booth is open to a member of its team', () => {
  expect(chatDecision(vendor.profile, 's1', readable)).toEqual({ kind: 'show', view: 'chat' });
  expect(chatDecision(vendor.profile, 's1', taken)).toMatchObject({ view: 'not-found' });
});
