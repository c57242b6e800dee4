import { describe, expect, test } from 'vitest';
import { dashboardDecision, type GuardDecision, type GuardInput, guardDecision } from './page-guards.ts';
import type { ProfileLookup } from './post-login.ts';
import type { Role } from './roles.ts';

function withRole(role: Role | null): ProfileLookup {
  return { status: 'found', profile: { role, name: 'Li Na', company: 'Hongyuan' } };
}
const loading = { status: 'loading' } as const;
const missing = { status: 'missing' } as const;
const failed = { status: 'failed' } as const;
const loginToast = 'authentication-required';
const denied: GuardDecision = {
  kind: 'redirect',
  goTo: '/',
  toast: 'access-denied',
  requiredRole: 'vendor',
};

describe('protected-page guard', () => {
  const cases: [string, Omit<GuardInput, 'from'>, GuardDecision][] = [
    [
      'session not known yet',
      { auth: 'loading', requiredRole: 'vendor', lookup: withRole('vendor') },
      { kind: 'loading' },
    ],
    [
      'no session',
      { auth: 'signed-out', requiredRole: null, lookup: missing },
      { kind: 'redirect', goTo: '/login?redirect=%2Fchat%2Fa', toast: loginToast },
    ],
    ['no role asked for', { auth: 'signed-in', requiredRole: null, lookup: loading }, { kind: 'allow' }],
    [
      'profile still loading',
      { auth: 'signed-in', requiredRole: 'vendor', lookup: loading },
      { kind: 'loading' },
    ],
    [
      'right role',
      { auth: 'signed-in', requiredRole: 'vendor', lookup: withRole('vendor') },
      { kind: 'allow' },
    ],
    ['other role', { auth: 'signed-in', requiredRole: 'vendor', lookup: withRole('visitor') }, denied],
    ['no role', { auth: 'signed-in', requiredRole: 'vendor', lookup: withRole(null) }, denied],
    ['no profile', { auth: 'signed-in', requiredRole: 'vendor', lookup: missing }, denied],
    ['role could not be read', { auth: 'signed-in', requiredRole: 'vendor', lookup: failed }, denied],
  ];

  test.each(cases)('%s', (_name, input, expected) => {
    expect(guardDecision({ ...input, from: '/chat/a' })).toEqual(expected);
  });
});

test.each([
  ['vendor', withRole('vendor'), { kind: 'allow' }],
  ['visitor', withRole('visitor'), { kind: 'allow' }],
  ['vendor', withRole('visitor'), { kind: 'redirect', goTo: '/visitor-dashboard' }],
  ['visitor', withRole('vendor'), { kind: 'redirect', goTo: '/vendor-dashboard' }],
  ['vendor', withRole(null), { kind: 'redirect', goTo: '/' }],
  ['visitor', missing, { kind: 'redirect', goTo: '/' }],
  ['visitor', failed, { kind: 'redirect', goTo: '/' }],
  ['vendor', loading, { kind: 'loading' }],
] as const)('the %s dashboard with profile %j: %j', (dashboard, lookup, expected) => {
  expect(dashboardDecision(dashboard, lookup)).toEqual(expected);
});
