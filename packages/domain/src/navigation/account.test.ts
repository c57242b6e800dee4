import { expect, test } from 'vitest';
import { afterRoleChoice, afterSetup, landingDecision, loginDecision } from './account.ts';
import { homeOf, type Memory, type Viewer } from './decision.ts';
import { guardDecision, logoutDecision } from './guard.ts';
import {
  broken,
  go,
  guest,
  guestOnTheWay,
  leaving,
  newcomer,
  nothing,
  roleless,
  rows,
  show,
  signedIn,
  starting,
  stranger,
  unread,
  vendor,
  visitor,
  WAIT,
  withProfile,
} from './testing/decision-rows.ts';

// The tables of specification 4, 5 about signing in, setting up and dashboards.

const chat = { path: '/chat/s1?tab=a', role: null };
const setup = { path: '/vendor-setup', role: null };
const toLogin = (path: string) =>
  go(`/login?redirect=${encodeURIComponent(path)}`, { notice: 'authentication-required' });

rows('setup pages and chats are for signed-in users', [
  ['session not known yet', guardDecision(starting, chat), WAIT],
  ['logging out', guardDecision(leaving, chat), WAIT],
  ['signed out, chat', guardDecision(stranger, chat), toLogin('/chat/s1?tab=a')],
  [
    'session ended under a chat',
    guardDecision({ ...stranger, sessionEnded: true }, chat),
    go('/login?redirect=%2Fchat%2Fs1%3Ftab%3Da', { notice: 'session-ended' }),
  ],
  ['signed out, setup', guardDecision(stranger, setup), toLogin('/vendor-setup')],
  ['signed in, whatever the profile is', guardDecision(unread, setup), show('page')],
  ['signed in without a profile', guardDecision(newcomer, setup), show('page')],
  ['signed in with the other role', guardDecision(visitor, setup), show('page')],
]);

function dashboard(role: 'vendor' | 'visitor', section = '') {
  return { path: `/${role}-dashboard${section}`, role };
}
const deniedToVendors = { notice: 'access-denied-visitor' };
const deniedToVisitors = { notice: 'access-denied-vendor' };

rows('dashboards are for their role', [
  ['session not known yet', guardDecision(starting, dashboard('vendor')), WAIT],
  ['signed out', guardDecision(stranger, dashboard('visitor', '/scan')), toLogin('/visitor-dashboard/scan')],
  ['profile still loading', guardDecision(unread, dashboard('vendor')), WAIT],
  ['profile could not be read', guardDecision(broken, dashboard('vendor')), show('profile-failed')],
  ['vendor, vendor’s', guardDecision(vendor, dashboard('vendor')), show('page')],
  ['vendor, a section', guardDecision(vendor, dashboard('vendor', '/qr-codes?session=1')), show('page')],
  [
    'vendor, unknown section',
    guardDecision(vendor, dashboard('vendor', '/nowhere')),
    go('/vendor-dashboard'),
  ],
  [
    'vendor, a visitor’s section',
    guardDecision(vendor, dashboard('vendor', '/scan')),
    go('/vendor-dashboard'),
  ],
  ['visitor, visitor’s', guardDecision(visitor, dashboard('visitor', '/scan')), show('page')],
  ['guest, visitor’s', guardDecision(guest, dashboard('visitor', '/contacts')), show('page')],
  ['guest, vendor’s', guardDecision(guest, dashboard('vendor')), go('/visitor-dashboard', deniedToVisitors)],
  [
    'visitor, unknown section',
    guardDecision(visitor, dashboard('visitor', '/sessions/1')),
    go('/visitor-dashboard'),
  ],
  [
    'visitor, vendor’s',
    guardDecision(visitor, dashboard('vendor')),
    go('/visitor-dashboard', deniedToVisitors),
  ],
  [
    'vendor, visitor’s unknown section',
    guardDecision(vendor, dashboard('visitor', '/nowhere')),
    go('/vendor-dashboard', deniedToVendors),
  ],
  ['no profile', guardDecision(newcomer, dashboard('vendor')), go('/', deniedToVisitors)],
  ['no role', guardDecision(roleless, dashboard('visitor')), go('/', deniedToVendors)],
]);

const toSetup = go('/visitor-setup', { notice: 'complete-profile' });
function lacking(profile: { name?: string | null; company?: string | null }) {
  return signedIn(withProfile({ role: 'visitor', ...profile }));
}

rows('landing page', [
  ['session not known yet', landingDecision(starting, nothing), WAIT],
  ['signed out', landingDecision(stranger, nothing), show('introduction')],
  [
    'signed out, a role in mind',
    landingDecision(stranger, { ...nothing, role: 'vendor' }),
    show('introduction'),
  ],
  ['profile still loading', landingDecision(unread, nothing), WAIT],
  ['no profile', landingDecision(newcomer, nothing), show('role-choice')],
  ['no role', landingDecision(roleless, nothing), show('role-choice')],
  ['profile could not be read', landingDecision(broken, { ...nothing, role: 'vendor' }), show('role-choice')],
  ['no name', landingDecision(lacking({ name: null }), nothing), toSetup],
  ['blank company', landingDecision(lacking({ company: '  ' }), nothing), toSetup],
  [
    'complete vendor',
    landingDecision(vendor, nothing),
    go('/vendor-dashboard', { notice: 'welcome-back-vendor' }),
  ],
  [
    'complete visitor, whatever was pressed',
    landingDecision(visitor, { ...nothing, role: 'vendor' }),
    go('/visitor-dashboard', { notice: 'welcome-back-visitor' }),
  ],
  [
    'no profile, and the vendor’s button was pressed: used once',
    landingDecision(newcomer, { ...nothing, role: 'vendor' }),
    go('/vendor-setup', { memory: { role: null } }),
  ],
  [
    'guest without a company',
    landingDecision(guest, nothing),
    go('/visitor-dashboard', { notice: 'welcome-back-visitor' }),
  ],
  [
    'guest who was interrupted, whatever was pressed',
    landingDecision(guestOnTheWay, { ...nothing, role: 'vendor' }),
    go('/visitor-setup'),
  ],
  ['a role is chosen', afterRoleChoice('vendor'), go('/vendor-setup', { memory: { role: null } })],
]);

function login(
  viewer: Viewer,
  redirect: string | null = null,
  memory: Partial<Memory> = {},
  recovering = false,
) {
  return loginDecision(viewer, { redirect, recovering }, { ...nothing, ...memory });
}

rows('after login', [
  ['session not known yet', login(starting), WAIT],
  ['logging out', login(leaving), WAIT],
  ['signed out', login(stranger, '/chat/a'), show('forms')],
  ['came for a new password', login(vendor, null, {}, true), show('update-password')],
  ['profile still loading', login(unread), WAIT],
  ['any error', login(broken, '/chat/a', { redirect: '/join/b' }), go('/')],
  [
    'no profile: the target is remembered',
    login(newcomer, '/join/a'),
    go('/visitor-setup', { memory: { redirect: '/join/a', role: null } }),
  ],
  [
    'no profile: a new target replaces a remembered one',
    login(newcomer, '/join/a', { redirect: '/join/b' }),
    go('/visitor-setup', { memory: { redirect: '/join/a', role: null } }),
  ],
  [
    'no profile, no target: what was remembered stays',
    login(newcomer, null, { redirect: '/join/b' }),
    go('/visitor-setup', { memory: { redirect: '/join/b', role: null } }),
  ],
  ['no profile, nothing else', login(newcomer), go('/visitor-setup', { memory: nothing })],
  [
    'no profile, the visitor’s button',
    login(newcomer, null, { role: 'visitor' }),
    go('/visitor-setup', { memory: nothing }),
  ],
  [
    'no profile, the vendor’s button',
    login(newcomer, null, { role: 'vendor' }),
    go('/vendor-setup', { memory: nothing }),
  ],
  [
    'guest who was interrupted, the vendor’s button',
    login(guestOnTheWay, null, { role: 'vendor' }),
    go('/visitor-setup', { memory: nothing }),
  ],
  ['guest', login(guest, '/chat/a'), go('/chat/a', { memory: { role: null } })],
  [
    'no profile, the vendor’s button, a target',
    login(newcomer, '/vendor-dashboard/qr-codes', { role: 'vendor' }),
    go('/vendor-setup', { memory: { redirect: '/vendor-dashboard/qr-codes', role: null } }),
  ],
  [
    'no profile, the vendor’s button, but invited to a session',
    login(newcomer, '/join/a', { role: 'vendor' }),
    go('/visitor-setup', { memory: { redirect: '/join/a', role: null } }),
  ],
  [
    'no profile, invited to work at a booth',
    login(newcomer, '/team/abc'),
    go('/vendor-setup', { memory: { redirect: '/team/abc', role: null } }),
  ],
  [
    'guest who was interrupted, invited to work at a booth',
    login(guestOnTheWay, '/team/abc'),
    go('/visitor-setup', { memory: { redirect: '/team/abc', role: null } }),
  ],
  [
    'profile: the redirect parameter comes first',
    login(vendor, '/chat/a', { redirect: '/join/b' }),
    go('/chat/a', { memory: { role: null } }),
  ],
  [
    'profile: then the remembered redirect, once',
    login(vendor, null, { redirect: '/join/b' }),
    go('/join/b', { memory: nothing }),
  ],
  ['profile: then the dashboard', login(vendor), go('/vendor-dashboard', { memory: nothing })],
  [
    'profile: no matter which button was pressed',
    login(visitor, null, { role: 'vendor' }),
    go('/visitor-dashboard', { memory: nothing }),
  ],
  ['a profile without a role', login(roleless), go('/', { memory: nothing })],
  [
    'a hostile redirect stays on the site',
    login(vendor, '//evil.example'),
    go('/evil.example', { memory: { role: null } }),
  ],
  [
    'a hostile remembered redirect too',
    login(newcomer, null, { redirect: '/\\evil.example' }),
    go('/visitor-setup', { memory: { redirect: '/evil.example', role: null } }),
  ],
]);

const saved = (role: string) => ({ notice: `${role}-profile-saved`, memory: nothing });
const later = { ...saved('vendor'), delayMs: 2000 };

rows('a saved setup', [
  ['visitor', afterSetup('visitor', nothing), go('/visitor-dashboard', saved('visitor'))],
  [
    'visitor who was invited',
    afterSetup('visitor', { ...nothing, redirect: '/join/a' }),
    go('/join/a', saved('visitor')),
  ],
  ['vendor, after 2 seconds', afterSetup('vendor', nothing), go('/vendor-dashboard', later)],
  [
    'vendor with a target',
    afterSetup('vendor', { ...nothing, redirect: '/vendor-dashboard/qr-codes' }),
    go('/vendor-dashboard/qr-codes', later),
  ],
  [
    'vendor who was invited to work at a booth',
    afterSetup('vendor', { ...nothing, redirect: '/team/abc' }),
    go('/team/abc', later),
  ],
  [
    'vendor whom an invitation is of no use to',
    afterSetup('vendor', { ...nothing, redirect: '/join/a' }),
    go('/vendor-dashboard', later),
  ],
  [
    'a hostile target stays on the site',
    afterSetup('visitor', { ...nothing, redirect: '//evil.example' }),
    go('/evil.example', saved('visitor')),
  ],
]);

rows('logging out', [
  ['done', logoutDecision('signed-out'), go('/', { memory: nothing })],
  ['failed: everything stays', logoutDecision('failed'), show('page', 'logout-failed')],
]);

test('home is the dashboard of a known role, else the landing page', () => {
  expect([vendor, visitor, roleless, newcomer, broken].map(({ profile }) => homeOf(profile))).toEqual([
    '/vendor-dashboard',
    '/visitor-dashboard',
    '/',
    '/',
    '/',
  ]);
});
