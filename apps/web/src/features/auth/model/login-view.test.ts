import { describe, expect, it } from 'vitest';
import {
  codeTarget,
  confirmationUrl,
  isRecoveryTarget,
  recoveryUrl,
  requestedDetails,
  requestedView,
  viewSearch,
} from './login-view.ts';

const ORIGIN = 'https://fair.example';

describe('where mails lead', () => {
  it('is the login page with the redirect, or the origin, for a confirmation', () => {
    expect(confirmationUrl(ORIGIN, null)).toBe(ORIGIN);
    expect(confirmationUrl(ORIGIN, '/join/a?b=c')).toBe(`${ORIGIN}/login?redirect=%2Fjoin%2Fa%3Fb%3Dc`);
  });

  it('is the update-password view for a recovery', () => {
    expect(recoveryUrl(ORIGIN, null)).toBe(`${ORIGIN}/login?view=update-password`);
    const { searchParams } = new URL(recoveryUrl(ORIGIN, '/join/a?b=c'));
    expect(searchParams.get('redirect')).toBe('/join/a?b=c');
    expect(isRecoveryTarget(searchParams.get('view'))).toBe(true);
    expect(isRecoveryTarget('sign-in')).toBe(false);
  });
});

it('sends a new code where the first one led', () => {
  expect(codeTarget('signup', ORIGIN, '/join/a')).toBe(confirmationUrl(ORIGIN, '/join/a'));
  expect(codeTarget('email', ORIGIN, null)).toBe(ORIGIN);
  expect(codeTarget('recovery', ORIGIN, null)).toBe(recoveryUrl(ORIGIN, null));
});

describe('the view asked for', () => {
  it.each([
    [null, { view: 'sign-up' }, 'sign-up'],
    [null, { view: 'other' }, 'sign-in'],
    [null, null, 'sign-in'],
    [null, 'sign-up', 'sign-in'],
    ['magic-link', null, 'magic-link'],
    ['verify-code', { view: 'sign-up' }, 'verify-code'],
    ['toString', null, 'sign-in'],
    ['update-password', null, 'forgot-password'],
  ])('for parameter %j and state %j is %s', (parameter, state, view) => {
    expect(requestedView(parameter, state)).toBe(view);
  });

  it('keeps address and purpose, and nothing that is not one', () => {
    expect(requestedDetails({ email: 'a@fair.example', codePurpose: 'recovery' })).toEqual({
      email: 'a@fair.example',
      codePurpose: 'recovery',
    });
    expect(requestedDetails({ codePurpose: 'signup' }).codePurpose).toBe('signup');
    for (const state of [null, undefined, 'x', { email: 7, codePurpose: 'sms' }]) {
      expect(requestedDetails(state)).toEqual({ email: '', codePurpose: 'email' });
    }
  });
});

it('puts view and redirect into the address, and nothing for the first view', () => {
  expect(viewSearch('sign-in', null)).toBe('');
  expect(viewSearch('verify-code', '/join/a')).toBe('view=verify-code&redirect=%2Fjoin%2Fa');
});
