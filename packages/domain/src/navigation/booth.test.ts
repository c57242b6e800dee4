import { describe, expect, test } from 'vitest';
import { afterSetup } from './account.ts';
import { type BoothLookup, boothDecision, boothFailure } from './booth.ts';
import type { ProfileLookup, Viewer } from './decision.ts';

const CODE = 'k3QdXz81Lm0PqRs7TuVw2YbN';

function signedIn(profile: ProfileLookup): Viewer {
  return { auth: 'signed-in', profile };
}
function withRole(role: 'vendor' | 'visitor' | null) {
  return signedIn({ status: 'found', profile: { id: 'me', role, name: 'Li Na', company: 'Hongyuan' } });
}
const stranger: Viewer = { auth: 'signed-out', profile: { status: 'loading' } };
const unread = signedIn({ status: 'loading' });
const newcomer = signedIn({ status: 'missing' });
const broken = signedIn({ status: 'failed' });
const vendor = withRole('vendor');
const visitor = withRole('visitor');

const open = { status: 'found', state: 'open', vendorId: 'them', session: null } satisfies BoothLookup;
const paused: BoothLookup = { ...open, state: 'paused' };
const replaced: BoothLookup = { ...open, state: 'replaced', vendorId: null };
const met: BoothLookup = { ...open, session: 's1' };
const own: BoothLookup = { ...open, vendorId: 'me' };

const show = (view: string) => ({ kind: 'show', view });
const go = (to: string, more = {}) => ({ kind: 'go', to, ...more });
const WAIT = { kind: 'wait' };
const FAILED = { ...show('load-failed'), notice: 'session-load-failed' };

describe('the page of a booth code', () => {
  test.each<[string, Viewer, BoothLookup, object]>([
    ['while it is not known who is signed in', { ...stranger, auth: 'loading' }, open, WAIT],
    ['while the code is looked up', stranger, { status: 'loading' }, WAIT],
    ['while the profile is read', unread, open, WAIT],
    ['for a stranger', stranger, open, show('log-in')],
    ['for a visitor', visitor, open, show('offer-join')],
    ['for a visitor who was here before', visitor, met, go('/chat/s1')],
    ['for them while the code is paused', visitor, { ...met, state: 'paused' }, go('/chat/s1')],
    ['for them when the code was replaced', visitor, { ...met, state: 'replaced' }, go('/chat/s1')],
    ['for them before the profile is read', unread, met, go('/chat/s1')],
    ['for the vendor', vendor, own, go('/vendor-dashboard/qr-codes')],
    ['for the vendor, paused', vendor, { ...own, state: 'paused' }, go('/vendor-dashboard/qr-codes')],
    ['for another vendor', vendor, open, go('/vendor-dashboard', { notice: 'session-only-visitors' })],
    ['without a role', withRole(null), open, go('/', { notice: 'session-only-visitors' })],
    ['without a profile', newcomer, open, go('/visitor-setup', { memory: { redirect: `/b/${CODE}` } })],
    ['for a guest on the way in', { ...newcomer, guest: true }, open, show('enter-as-guest')],
    ['paused, for a guest on the way in', { ...newcomer, guest: true }, paused, show('paused')],
    ['paused, for a stranger', stranger, paused, show('paused')],
    ['paused, without a profile', newcomer, paused, show('paused')],
    ['replaced, for a stranger', stranger, replaced, show('replaced')],
    ['replaced, for a visitor', visitor, replaced, show('replaced')],
    ['unknown', visitor, { status: 'missing' }, show('not-found')],
    ['not to be read', stranger, { status: 'failed' }, FAILED],
    ['with a profile that cannot be read', broken, open, FAILED],
  ])('%s', (_what, viewer, booth, wanted) => {
    expect(boothDecision(viewer, CODE, booth)).toEqual(wanted);
  });

  test('is where a new visitor goes on, and no vendor', () => {
    const memory = { redirect: `/b/${CODE}`, role: null };
    expect(afterSetup('visitor', memory)).toMatchObject({ to: `/b/${CODE}` });
    expect(afterSetup('vendor', memory)).toMatchObject({ to: '/vendor-dashboard' });
  });
});

test.each([
  ['PT404', show('offer-join')],
  ['PT410', show('offer-join')],
  ['PT423', show('offer-join')],
  ['PT403', go('/', { notice: 'join-not-visitor' })],
  ['08006', { ...show('offer-join'), notice: 'join-failed' }],
])('a refusal with %s', (code, wanted) => {
  expect(boothFailure(visitor, code)).toEqual(wanted);
});
