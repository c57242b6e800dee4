import { expect, it } from 'vitest';
import { confirmationUrl, requestedView } from './login-view.ts';

it('leads a confirmation mail back to the login page with the redirect, or to the origin', () => {
  expect(confirmationUrl('https://fair.example', null)).toBe('https://fair.example');
  expect(confirmationUrl('https://fair.example', '/join/a?b=c')).toBe(
    'https://fair.example/login?redirect=%2Fjoin%2Fa%3Fb%3Dc',
  );
});

it.each([
  [{ view: 'sign-up' }, 'sign-up'],
  [{ view: 'other' }, 'sign-in'],
  [null, 'sign-in'],
  ['sign-up', 'sign-in'],
])('opens %j as %s', (state, view) => {
  expect(requestedView(state)).toBe(view);
});
