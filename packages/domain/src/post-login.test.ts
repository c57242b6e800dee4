import { describe, expect, test } from 'vitest';
import {
  type AfterLoginInput,
  afterLogin,
  afterSetup,
  landingDecision,
  type ProfileLookup,
} from './post-login.ts';

const vendor: ProfileLookup = {
  status: 'found',
  profile: { role: 'vendor', name: 'Omar', company: 'Meridian Tools' },
};
const roleless: ProfileLookup = { status: 'found', profile: { role: null, name: 'Omar', company: null } };
const missing: ProfileLookup = { status: 'missing' };
const failed: ProfileLookup = { status: 'failed' };

describe('after login', () => {
  const cases: [string, AfterLoginInput, ReturnType<typeof afterLogin>][] = [
    [
      'no profile: the target is remembered',
      { lookup: missing, redirect: '/join/a', remembered: null },
      { goTo: '/visitor-setup', remember: '/join/a' },
    ],
    [
      'no profile: a new target replaces a remembered one',
      { lookup: missing, redirect: '/join/a', remembered: '/join/b' },
      { goTo: '/visitor-setup', remember: '/join/a' },
    ],
    [
      'no profile, no target: what was remembered stays',
      { lookup: missing, redirect: null, remembered: '/join/b' },
      { goTo: '/visitor-setup', remember: '/join/b' },
    ],
    [
      'profile: the redirect parameter comes first',
      { lookup: vendor, redirect: '/chat/a', remembered: '/join/b' },
      { goTo: '/chat/a', remember: '/join/b' },
    ],
    [
      'profile: then the remembered redirect, once',
      { lookup: vendor, redirect: null, remembered: '/join/b' },
      { goTo: '/join/b', remember: null },
    ],
    [
      'profile: then the dashboard',
      { lookup: vendor, redirect: null, remembered: null },
      { goTo: '/vendor-dashboard', remember: null },
    ],
    [
      'a profile without a role',
      { lookup: roleless, redirect: null, remembered: null },
      { goTo: '/', remember: null },
    ],
    ['any error', { lookup: failed, redirect: '/chat/a', remembered: null }, { goTo: '/', remember: null }],
    [
      'a hostile redirect stays on the site',
      { lookup: vendor, redirect: '//evil.example', remembered: null },
      { goTo: '/evil.example', remember: null },
    ],
    [
      'a hostile remembered redirect too',
      { lookup: missing, redirect: null, remembered: '/\\evil.example' },
      { goTo: '/visitor-setup', remember: '/evil.example' },
    ],
  ];

  test.each(cases)('%s', (_name, input, expected) => {
    expect(afterLogin(input)).toEqual(expected);
  });
});

test('a finished setup leads to the remembered page once, else to the dashboard', () => {
  expect(afterSetup('visitor', '/join/a')).toEqual({ goTo: '/join/a', remember: null });
  expect(afterSetup('visitor', null)).toEqual({ goTo: '/visitor-dashboard', remember: null });
  expect(afterSetup('vendor', '//evil.example')).toEqual({ goTo: '/evil.example', remember: null });
});

describe('landing page', () => {
  const incomplete = (name: string | null, company: string | null): ProfileLookup => ({
    status: 'found',
    profile: { role: 'visitor', name, company },
  });
  const toSetup = { kind: 'redirect', goTo: '/visitor-setup', toast: 'complete-profile', role: 'visitor' };

  test.each([
    ['signed out', false, missing, { kind: 'stay', showRoleChoice: false }],
    ['no profile', true, missing, { kind: 'stay', showRoleChoice: true }],
    ['no role', true, roleless, { kind: 'stay', showRoleChoice: true }],
    ['lookup failed', true, failed, { kind: 'stay', showRoleChoice: true }],
    ['no name', true, incomplete(null, 'Meridian Tools'), toSetup],
    ['blank company', true, incomplete('Li Na', '  '), toSetup],
    [
      'complete',
      true,
      vendor,
      { kind: 'redirect', goTo: '/vendor-dashboard', toast: 'welcome-back', role: 'vendor' },
    ],
  ])('%s', (_name, signedIn, lookup, expected) => {
    expect(landingDecision(signedIn, lookup)).toEqual(expected);
  });
});
