import { expect, test } from 'vitest';
import {
  type JoinDecision,
  type JoinViewer,
  joinDecision,
  joinFailureReason,
  type SessionLookup,
} from './join-decision.ts';

const open: SessionLookup = { status: 'found', vendorId: 'v1', taken: false, visitorId: null };
const taken: SessionLookup = { status: 'found', vendorId: 'v1', taken: true, visitorId: null };
const mine: SessionLookup = { status: 'found', vendorId: 'v1', taken: true, visitorId: 'g1' };
const missing: SessionLookup = { status: 'missing' };
const failed: SessionLookup = { status: 'failed' };

const signedOut: JoinViewer = { status: 'signed-out' };
const noProfile: JoinViewer = { status: 'no-profile' };
const guest: JoinViewer = { status: 'profile', profileId: 'g1', role: 'visitor' };
const host: JoinViewer = { status: 'profile', profileId: 'v1', role: 'vendor' };
const otherVendor: JoinViewer = { status: 'profile', profileId: 'v2', role: 'vendor' };
const roleless: JoinViewer = { status: 'profile', profileId: 'x1', role: null };

const logIn: JoinDecision = { kind: 'log-in', goTo: '/login?redirect=%2Fjoin%2Fs1' };
const setUp: JoinDecision = { kind: 'set-up-profile', goTo: '/visitor-setup', remember: '/join/s1' };
const openChat: JoinDecision = { kind: 'open-chat', goTo: '/chat/s1' };

const cases: [string, SessionLookup, JoinViewer, JoinDecision][] = [
  ['unknown session, signed out', missing, signedOut, { kind: 'not-found', leaveTo: '/' }],
  ['unknown session, visitor', missing, guest, { kind: 'not-found', leaveTo: '/visitor-dashboard' }],
  [
    'session could not be read',
    failed,
    host,
    { kind: 'refuse', reason: 'load-failed', leaveTo: '/vendor-dashboard' },
  ],
  ['signed out', open, signedOut, logIn],
  ['signed out, taken', taken, signedOut, logIn],
  ['no profile', open, noProfile, setUp],
  ['no profile, taken', taken, noProfile, setUp],
  ['the session’s own visitor', mine, guest, openChat],
  ['the session’s vendor, nobody joined', open, host, openChat],
  ['the session’s vendor, taken', mine, host, openChat],
  [
    'another visitor, taken',
    taken,
    guest,
    { kind: 'refuse', reason: 'taken', leaveTo: '/visitor-dashboard' },
  ],
  [
    'another vendor, taken',
    taken,
    otherVendor,
    { kind: 'refuse', reason: 'taken', leaveTo: '/vendor-dashboard' },
  ],
  [
    'another vendor',
    open,
    otherVendor,
    { kind: 'refuse', reason: 'only-visitors', leaveTo: '/vendor-dashboard' },
  ],
  ['no role', open, roleless, { kind: 'refuse', reason: 'only-visitors', leaveTo: '/' }],
  ['a visitor', open, guest, { kind: 'offer-join' }],
];

test.each(cases)('%s', (_name, session, viewer, expected) => {
  expect(joinDecision('s1', session, viewer)).toEqual(expected);
});

test('only the uniqueness conflict means that the session is taken', () => {
  expect(joinFailureReason('23505')).toBe('taken');
  expect(joinFailureReason('42501')).toBe('failed');
  expect(joinFailureReason(undefined)).toBe('failed');
});
